import type { RequestAuthorizerSpec } from '../../../spec';
import { authorizerUri } from '../invocation-uri';
import type { RenderContext } from '../render-context';
import type { AuthorizerProperties } from './authorizer-properties';

/** A function that decides based on request parameters: REQUEST. */
export function renderRequest(spec: RequestAuthorizerSpec, context: RenderContext): AuthorizerProperties {
  return {
    type: 'REQUEST',
    authorizerUri: authorizerUri(spec.function, context),
    identitySource: spec.identitySources.join(','),
    authorizerResultTtlInSeconds: spec.resultsCacheTtlSeconds,
  };
}
