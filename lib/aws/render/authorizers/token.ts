import type { TokenAuthorizerSpec } from '../../../spec';
import { authorizerUri } from '../invocation-uri';
import type { RenderContext } from '../render-context';
import type { AuthorizerProperties } from './authorizer-properties';

/** A function that decides based on a token: TOKEN. */
export function renderToken(spec: TokenAuthorizerSpec, context: RenderContext): AuthorizerProperties {
  return {
    type: 'TOKEN',
    authorizerUri: authorizerUri(spec.function, context),
    identitySource: spec.identitySource,
    identityValidationExpression: spec.identityValidationExpression,
    authorizerResultTtlInSeconds: spec.resultsCacheTtlSeconds,
  };
}
