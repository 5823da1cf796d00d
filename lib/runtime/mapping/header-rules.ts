import type { HeaderField, HeaderList } from '../http/headers';

/*
 * How API Gateway treats header names.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html; recorded cases remap-*
 */

/** Response headers that arrive at the client under another name. */
const REMAPPED = new Set([
  'authorization', 'connection', 'content-length', 'content-md5', 'date', 'expect', 'host', 'max-forwards',
  'proxy-authenticate', 'server', 'trailer', 'upgrade', 'user-agent', 'www-authenticate',
]);

/** Headers of the connection that functions cannot set; a mapped response may set this one. @see recorded case remap-http-full-response */
export const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['te']);

/** Response headers that never arrive: framing belongs to the server's own connection (RFC 9110 §7.6.1). */
const DROPPED_FROM_RESPONSES = new Set(['transfer-encoding', 'keep-alive', 'proxy-connection']);

/** Mapped request headers that are silently dropped on the way to an HTTP backend. */
const DROPPED_FROM_BACKENDS = new Set(['connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-connection', 'te', 'via']);

/** Mapped request headers that make every call fail. */
const ILLEGAL_EVERYWHERE = ['content-length', 'transfer-encoding'];
const ILLEGAL_ON_AWS = [...ILLEGAL_EVERYWHERE, 'authorization', 'connection', 'expect', 'proxy-authenticate', 'te'];

/** Client headers that HTTP_PROXY does not pass on, besides those that end at the edge. */
const KEPT_FROM_PROXIED = new Set(['host', 'content-encoding', 'via', 'keep-alive', 'proxy-connection', 'proxy-authorization']);

/** The backend response header that HTTP_PROXY does not pass on. */
const KEPT_FROM_CLIENTS = 'via';

/** The kind of backend of a header mapping: a function or another service (AWS), or an HTTP backend. */
export type MappingTarget = 'function' | 'service' | 'http';

/**
 * Response headers under the names that clients see: `Server` → `x-amzn-Remapped-Server`; framing headers are dropped.
 * Applies to mapped headers and to headers from functions and backends of proxies.
 */
export function remapResponseHeaders(headers: HeaderList, service: string): HeaderField[] {
  return headers
    .filter(({ name }) => !DROPPED_FROM_RESPONSES.has(name.toLowerCase()))
    .map((field) => (REMAPPED.has(field.name.toLowerCase()) ? remapped(field, service) : field));
}

/** Headers of an HTTP_PROXY backend as the client gets them; its request id is renamed too, because the gateway sets its own. */
export function proxiedResponseHeaders(headers: HeaderList, service: string): HeaderField[] {
  const requestId = `x-${service}-requestid`;
  const passed = headers
    .filter(({ name }) => name.toLowerCase() !== KEPT_FROM_CLIENTS)
    .map((field) => (field.name.toLowerCase() === requestId ? remapped(field, service) : field));
  return remapResponseHeaders(passed, service);
}

/** The first mapped request header that makes every call of the method fail, if there is one. */
export function illegalRequestHeader(names: readonly string[], target: MappingTarget, service: string): string | undefined {
  const illegal = new Set([
    ...(target === 'http' ? ILLEGAL_EVERYWHERE : ILLEGAL_ON_AWS),
    `x-${service}-trace-id`,
    `x-${service}-apigateway-api-id`,
  ]);
  return names.find((name) => illegal.has(name.toLowerCase()));
}

/** Whether a mapped header reaches an HTTP backend. */
export function reachesBackend(name: string): boolean {
  return !DROPPED_FROM_BACKENDS.has(name.toLowerCase());
}

/** Whether HTTP_PROXY passes a client's header on without a mapping. */
export function passesThroughProxy(name: string): boolean {
  return !KEPT_FROM_PROXIED.has(name.toLowerCase());
}

function remapped({ name, value }: HeaderField, service: string): HeaderField {
  return { name: `x-${service}-Remapped-${name}`, value };
}
