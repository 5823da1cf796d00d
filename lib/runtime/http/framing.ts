/** Framing belongs to the server: framing headers of functions and backends are not sent. */
export const FRAMING: ReadonlySet<string> = new Set([
  'connection', 'content-length', 'keep-alive', 'transfer-encoding', 'date', 'upgrade', 'trailer', 'proxy-connection',
]);

/** Statuses without a body (RFC 9110 §15.3.5, §15.4.5). */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** A header's name (RFC 9110 §5.1: a token). */
export const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
