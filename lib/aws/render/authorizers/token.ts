import { LIMITS, type TokenAuthorizerSpec } from '../../../spec';
import { invocationUri } from '../invocation-uri';
import { unless, type RenderContext } from '../render-context';
import type { AuthorizerProperties } from './authorizer-properties';

/** A function that decides based on a token: TOKEN. */
export function renderToken(spec: TokenAuthorizerSpec, context: RenderContext): AuthorizerProperties {
  return {
    type: 'TOKEN',
    authorizerUri: invocationUri(spec.function, context),
    identitySource: spec.identitySource,
    identityValidationExpression: spec.identityValidationExpression,
    authorizerResultTtlInSeconds: unless(LIMITS.authorizerCacheSeconds.default, spec.resultsCacheTtlSeconds),
  };
}
