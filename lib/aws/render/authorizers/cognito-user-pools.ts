import { LIMITS, type CognitoUserPoolsAuthorizerSpec } from '../../../spec';
import { unless } from '../render-context';
import type { AuthorizerProperties } from './authorizer-properties';

/** Tokens of Cognito user pools: COGNITO_USER_POOLS. */
export function renderCognitoUserPools(spec: CognitoUserPoolsAuthorizerSpec): AuthorizerProperties {
  return {
    type: 'COGNITO_USER_POOLS',
    providerArns: spec.userPools.flatMap(({ arn }) => arn ?? []),
    identitySource: spec.identitySource,
    authorizerResultTtlInSeconds: unless(LIMITS.authorizerCacheSeconds.default, spec.resultsCacheTtlSeconds),
  };
}
