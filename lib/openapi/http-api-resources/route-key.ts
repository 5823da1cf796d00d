import { DEFAULT_ROUTE_PATH, HTTP_METHODS, readPathPart, type HttpMethodSpec } from '../../spec';

/** Where a route of an HTTP API is in a spec. */
export interface RouteLocation {
  readonly path: string;
  readonly httpMethod: HttpMethodSpec;
  /** The path above the first part that is not valid: nobody knows which requests are for what is below. */
  readonly unknownBelow?: string;
}

/**
 * Reads a route key; undefined for one that API Gateway refuses, or that only a deployment knows.
 * @example readRouteKey('GET /pets/{id}') // { path: '/pets/{id}', httpMethod: 'GET' }
 */
export function readRouteKey(key: string): RouteLocation | undefined {
  if (key === '$default') return { path: DEFAULT_ROUTE_PATH, httpMethod: 'ANY' };
  const [, method = '', path = ''] = /^([A-Za-z]+)\s+(\/\S*)$/.exec(key.trim()) ?? [];
  const httpMethod = HTTP_METHODS.find((known) => known === method.toUpperCase());
  if (httpMethod === undefined || path === DEFAULT_ROUTE_PATH || (path.endsWith('/') && path !== '/')) return undefined;
  const parts = path === '/' ? [] : path.slice(1).split('/');
  const invalid = parts.findIndex((part) => readPathPart(part) === undefined);
  if (invalid === -1) return { path, httpMethod };
  const valid = parts.map((part) => (readPathPart(part) === undefined ? part.replace(/\$\{token:([^}]*)\}/g, '$1').replace(/[^A-Za-z0-9._:-]/g, '-') || '-' : part));
  return { path: `/${valid.join('/')}`, httpMethod, unknownBelow: `/${valid.slice(0, invalid).join('/')}` };
}

/** The key of a route in the settings of stages: `GET /pets` → `/pets/GET`. */
export function settingKeyOf(routeKey: string): string | undefined {
  const location = readRouteKey(routeKey);
  return location === undefined || location.unknownBelow !== undefined ? undefined : `${location.path}/${location.httpMethod}`;
}
