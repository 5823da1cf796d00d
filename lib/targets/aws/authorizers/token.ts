import { LIMITS, type TokenAuthorizerSpec } from '../../../spec';
import { invocationUri } from '../invocation-uri';
import { unless, type Rendering } from '../rendering';
import type { AuthorizerProperties } from './index';

/** A function that decides by a token: TOKEN. */
export function renderToken(spec: TokenAuthorizerSpec, rendering: Rendering): AuthorizerProperties {
  return {
    type: 'TOKEN',
    authorizerUri: invocationUri(spec.function, rendering),
    identitySource: spec.identitySource,
    identityValidationExpression: spec.identityValidationExpression,
    authorizerResultTtlInSeconds: unless(LIMITS.authorizerCacheSeconds.default, spec.resultsCacheTtlSeconds),
  };
}
