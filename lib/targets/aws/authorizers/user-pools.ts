import { LIMITS, type UserPoolsAuthorizerSpec } from '../../../spec';
import { unless } from '../rendering';
import type { AuthorizerProperties } from './index';

/** Tokens of pools of Cognito: COGNITO_USER_POOLS. */
export function renderUserPools(spec: UserPoolsAuthorizerSpec): AuthorizerProperties {
  return {
    type: 'COGNITO_USER_POOLS',
    providerArns: spec.userPools.flatMap(({ arn }) => arn ?? []),
    identitySource: spec.identitySource,
    authorizerResultTtlInSeconds: unless(LIMITS.authorizerCacheSeconds.default, spec.resultsCacheTtlSeconds),
  };
}
