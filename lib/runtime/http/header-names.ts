/* Names of headers by what they are, in lower case. */

/** The headers of one connection: a client that repeats a request sends its own. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'keep-alive',
]);

/** Headers whose values are secrets, which no log shows whole. */
export const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization', 'proxy-authorization', 'x-api-key', 'cookie', 'set-cookie', 'x-amz-security-token',
]);
