import { routePathOf, tokensIn } from '../../../spec';
import type { RouteLocation } from '../../../openapi';

/** Reads a route key of a WebSocket API, which may be any text; undefined for one that only a deployment knows. */
export function readMessageRouteKey(key: string): RouteLocation | undefined {
  if (key === '' || /\p{Surrogate}/u.test(key) || tokensIn(key).length > 0) return undefined;
  return { path: routePathOf(key), httpMethod: 'ANY' };
}

/** The key of a route in the settings of stages: `join` → `/join/ANY`. */
export function settingKeyOf(routeKey: string): string | undefined {
  const location = readMessageRouteKey(routeKey);
  return location === undefined ? undefined : `${location.path}/${location.httpMethod}`;
}
