import { callablePath } from '../../spec';
import type { HeaderLine, KeyState, ParameterState, RouteState, StageState } from './protocol';

/** A call that the gateway passes to its integration. */
export interface ExampleCall {
  readonly method: string;
  /** Below the URL of the stage, with its query: `/pets/1?color=text`. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  /** Empty for none. */
  readonly body: string;
  /** The header that needs a token of the local issuer, which is signed when the call is made. */
  readonly token?: { readonly header: string; readonly authorizer: string; readonly scope?: string };
}

/** A route that needs what is not known here. */
export interface Obstacle {
  readonly method: string;
  readonly path: string;
  /** Reads after "needs": `a signature`. */
  readonly needs: string;
}

/** Calls to try, the simplest first, and the routes that cannot be called like this. */
export interface ExampleCalls {
  readonly calls: readonly ExampleCall[];
  /** Names of the stage's authorizers that take tokens of the local issuer. */
  readonly tokenAuthorizers: readonly string[];
  readonly obstacles: readonly Obstacle[];
}

export interface ExampleSource {
  readonly keys: readonly KeyState[];
  /** Whether requests carry the API key themselves. */
  readonly isKeySent: boolean;
}

const MAX_CALLS = 3;
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
/** The order of methods; all others follow. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Up to three calls of a stage, of different kinds if possible: without and with path parameters, then other methods. A call with
 * a body comes only where its model is known or nothing else can be called, as an empty body is rarely what a handler wants.
 */
export function exampleCalls({ name, routes }: Pick<StageState, 'name' | 'routes'>, source: ExampleSource): ExampleCalls {
  const key = source.keys.find(({ enabled, stages, value }) => enabled && value !== undefined && stages.includes(name))?.value;
  const planned = routes.filter(({ method }) => method !== 'OPTIONS' && method !== 'HEAD')
    .map((route) => ({ route, needs: obstacleOf(route, source, key) }));
  const possible = planned.filter(({ needs }) => needs === undefined).map(({ route }) => route);
  const known = possible.filter(({ method, bodyExample }) => !WITH_BODY.has(method) || bodyExample !== undefined);
  const ordered = [...(known.length > 0 ? known : possible)].sort((left, right) => effortOf(left) - effortOf(right));
  const first = ordered.filter((route, index) => ordered.findIndex((other) => kindOf(other) === kindOf(route)) === index);
  const remaining = ordered.filter((route) => !first.includes(route));
  return {
    calls: [...first, ...remaining].slice(0, MAX_CALLS).map((route) => callOf(route, source.isKeySent ? key : undefined)),
    tokenAuthorizers: [...new Set(routes.flatMap(({ authorizer }) => (authorizer?.identity === 'token' ? authorizer.name ?? [] : [])))],
    obstacles: planned.flatMap(({ route: { method, path }, needs }) => (needs === undefined ? [] : [{ method, path, needs }])),
  };
}

function obstacleOf(route: RouteState, { isKeySent }: ExampleSource, key: string | undefined): string | undefined {
  const { unavailable, authorizer, apiKeyRequired } = route;
  if (unavailable !== undefined) return `what does not run here: ${unavailable}`;
  if (authorizer !== undefined && authorizer.identity !== 'token') return identityText(authorizer);
  if (apiKeyRequired && isKeySent && key === undefined) return 'an API key, and no key with a value is in a usage plan of the stage';
  return undefined;
}

function identityText({ name, type, sources }: NonNullable<RouteState['authorizer']>): string {
  if (name === undefined) return `a request signed with credentials of the gateway (${type})`;
  const read = sources.map((source) => `${source.in} ${source.name}`).join(', ');
  return `what authorizer ${name} accepts${read === '' ? '' : ` in ${read}`}`;
}

function callOf({ method, path, parameters, authorizer, apiKeyRequired, bodyExample }: RouteState, key: string | undefined): ExampleCall {
  const required = parameters.filter((parameter) => parameter.required);
  const filled = callablePath(path).replace(/\{[^}]+\+\}/g, 'some/path').replace(/\{[^}]+\}/g, '1');
  const query = required.filter((parameter) => parameter.in === 'query').map((parameter) => `${encodeURIComponent(parameter.name)}=text`).join('&');
  const body = WITH_BODY.has(method) ? bodyExample ?? '{}' : '';
  const [source] = authorizer?.sources ?? [];
  const [scope] = authorizer?.scopes ?? [];
  const token = source === undefined || authorizer?.name === undefined ? {}
    : { token: { header: source.name, authorizer: authorizer.name, ...(scope === undefined ? {} : { scope }) } };
  return {
    method: method === 'ANY' ? 'GET' : method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: [
      ...(apiKeyRequired && key !== undefined ? [{ name: 'x-api-key', value: key }] : []),
      ...(body === '' ? [] : [{ name: 'content-type', value: 'application/json' }]),
      ...required.flatMap((parameter) => (isHeaderToFill(parameter, source?.name) ? [{ name: parameter.name, value: 'text' }] : [])),
    ],
    body,
    ...token,
  };
}

function isHeaderToFill({ in: location, name }: ParameterState, identity: string | undefined): boolean {
  return location === 'header' && name !== identity && !SENT_ANYWAY.has(name.toLowerCase());
}

/** Headers that a call has without being asked for, or that its body or key decides. */
const SENT_ANYWAY: ReadonlySet<string> = new Set(['host', 'accept', 'user-agent', 'content-type', 'content-length', 'x-api-key']);

function kindOf({ method, path }: RouteState): string {
  return `${method} ${path.includes('{')}`;
}

function effortOf({ method, path, authorizer, apiKeyRequired }: RouteState): number {
  const order = ORDER.indexOf(method);
  return (authorizer === undefined ? 0 : 1000) + (apiKeyRequired ? 500 : 0) + (order === -1 ? ORDER.length : order) * 20 + (path.match(/\{/g)?.length ?? 0);
}
