import { HTTP_METHODS, type Route } from '../runtime';

const MAX_LINES = 3;
const WITH_BODY = ['POST', 'PUT', 'PATCH'];
/** The order of methods in the calls to try. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', ...HTTP_METHODS];

interface CalledServer {
  /** Of the stage. */
  readonly url: string;
  /** File with the certificate that curl must trust, if it is one of our own. */
  readonly authority?: string | undefined;
}

/**
 * Up to three calls to try, of different kinds if possible: without and with path parameters, then other methods. What takes a body comes
 * only where nothing else can be called, as an empty one is rarely what a handler wants.
 */
export function curlLines({ url, authority }: CalledServer, routes: readonly Route[]): string[] {
  const curl = authority === undefined ? 'curl' : `curl --cacert ${authority}`;
  const possible = routes.filter(({ method }) => method !== 'OPTIONS' && method !== 'HEAD');
  const withoutBody = possible.filter(({ method }) => !WITH_BODY.includes(method));
  const callable = (withoutBody.length > 0 ? withoutBody : possible)
    .map((route) => ({ route, effort: effortOf(route) }))
    .sort((left, right) => left.effort - right.effort)
    .map(({ route }) => route);
  const first = callable.filter((route, index) => callable.findIndex((other) => kindOf(other) === kindOf(route)) === index);
  const others = callable.filter((route) => !first.includes(route));
  return [...first, ...others].slice(0, MAX_LINES).map((route) => `${curl} ${curlArguments(url, route)}`);
}

function kindOf({ method, path }: Route): string {
  return `${method} ${path.includes('{')}`;
}

function effortOf(route: Route): number {
  const needsMore = (route.unavailable === undefined ? 0 : 2000) + (route.authorization === 'NONE' ? 0 : 1000) + (route.apiKeyRequired ? 500 : 0);
  return needsMore + ORDER.indexOf(route.method) * 20 + (route.path.match(/\{/g)?.length ?? 0);
}

function curlArguments(base: string, { method, path, apiKeyRequired }: Route): string {
  const filled = path.replace(/\{[^}]+\+\}/g, 'some/path').replace(/\{[^}]+\}/g, '1');
  const parameters = [
    method === 'GET' || method === 'ANY' ? '' : `-X ${method} `,
    apiKeyRequired ? '-H "x-api-key: $API_KEY" ' : '',
    WITH_BODY.includes(method) ? "-H 'content-type: application/json' -d '{}' " : '',
  ].join('');
  return `${parameters}${base}${filled}`;
}
