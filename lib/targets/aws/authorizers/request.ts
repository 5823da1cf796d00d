import { LIMITS, type RequestAuthorizerSpec } from '../../../spec';
import { invocationUri } from '../invocation-uri';
import { unless, type Rendering } from '../rendering';
import type { AuthorizerProperties } from './index';

/** A function that decides by the parameters of the request: REQUEST. */
export function renderRequest(spec: RequestAuthorizerSpec, rendering: Rendering): AuthorizerProperties {
  return {
    type: 'REQUEST',
    authorizerUri: invocationUri(spec.function, rendering),
    identitySource: spec.identitySources.length === 0 ? undefined : spec.identitySources.join(','),
    authorizerResultTtlInSeconds: unless(LIMITS.authorizerCacheSeconds.default, spec.resultsCacheTtlSeconds),
  };
}
