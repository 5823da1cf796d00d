import { issue, type Issue } from '../../errors';
import { describeAuthorization } from '../authorization';
import type { GatewaySpec } from '../gateway';
import { CONNECT_ROUTE, isRoutePath } from '../protocol';
import { describeProtocol } from '../protocols';
import { methodsOf, type LocatedMethod } from '../walk/walk-methods';
import type { Rule } from './rule';

/**
 * The routes of a WebSocket API are their encoded keys, and have the one method ANY; callers are checked when they connect, and never
 * again.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-control-access.html
 */
export const messageRoutesRule: Rule = (spec) => (describeProtocol(spec).paths === 'route-keys' ? methodsOf(spec).flatMap((method) => checkRoute(spec, method)) : []);

function checkRoute(spec: GatewaySpec, { path, httpMethod, location, method }: LocatedMethod): Issue[] {
  if (!isRoutePath(path)) return [issue('ROUTE_KEY_FORM', location, { path })];
  const routeKey = describeProtocol(spec).methodKey(path, httpMethod);
  if (httpMethod !== 'ANY') return [issue('MESSAGE_ROUTE_METHOD', location, { route: routeKey, method: httpMethod })];
  if (routeKey === CONNECT_ROUTE) return [];
  const closed = [...(describeAuthorization(method.authorization).isOpen ? [] : [`authorization ${method.authorization.type}`]), ...(method.apiKeyRequired ? ['an API key'] : [])];
  return closed.map((guard) => issue('GUARD_NOT_AT_CONNECT', location, { route: routeKey, guard }));
}
