import { LIMITS, type RequestAuthorizerSpec } from '../../../spec';
import { invocationUri } from '../invocation-uri';
import { unless, type RenderContext } from '../render-context';
import type { AuthorizerProperties } from './authorizer-properties';

/** A function that decides based on request parameters: REQUEST. */
export function renderRequest(spec: RequestAuthorizerSpec, context: RenderContext): AuthorizerProperties {
  return {
    type: 'REQUEST',
    authorizerUri: invocationUri(spec.function, context),
    identitySource: spec.identitySources.length === 0 ? undefined : spec.identitySources.join(','),
    authorizerResultTtlInSeconds: unless(LIMITS.authorizerCacheSeconds.default, spec.resultsCacheTtlSeconds),
  };
}
