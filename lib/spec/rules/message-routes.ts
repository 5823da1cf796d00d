import { issue, warning, type Issue } from '../../errors';
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
  const { authorization, apiKeyRequired, requestModels, modelSelectionExpression } = method;
  const isUnchecked = modelSelectionExpression === undefined && Object.keys(requestModels).length > 0;
  const unchecked = isUnchecked ? [warning('MODELS_NOT_SELECTED', location, { route: routeKey })] : [];
  if (routeKey === CONNECT_ROUTE) return unchecked;
  const closed = [...(describeAuthorization(authorization).isOpen ? [] : [`authorization ${authorization.type}`]), ...(apiKeyRequired ? ['an API key'] : [])];
  return [...unchecked, ...closed.map((guard) => issue('GUARD_NOT_AT_CONNECT', location, { route: routeKey, guard }))];
}
