import { CATALOG, type CatalogRow, type GatewayError } from '../../../errors';
import { GATEWAY_RESPONSE_DEFAULTS } from '../../../spec';
import type { Reply } from '../../http/reply';

/** The messages of clients, by status. */
const TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request', 403: 'Forbidden', 408: 'Request Timeout', 413: 'Request Entity Too Large', 414: 'URI Too Long', 429: 'Rate Exceeded.',
  431: 'Request Header Fields Too Large', 501: 'Not Implemented', 505: 'HTTP Version Not Supported',
};
const FAILED = 'Internal Server Error';
const UNAUTHORIZED = 401;
const TIMED_OUT = 504;

/**
 * The answer of a function's URL to a request that ended with an error: `{"Message":"Forbidden"}`. A function that fails or takes too long
 * is a bad gateway, with a text that is no JSON.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html; docs/parity.md
 */
export function urlResponse(error: GatewayError): Reply {
  const row: CatalogRow = CATALOG[error.code];
  const declared = row.status ?? GATEWAY_RESPONSE_DEFAULTS[row.gatewayResponse ?? 'DEFAULT_5XX'].statusCode;
  const status = declared === UNAUTHORIZED ? 403 : declared === TIMED_OUT ? 502 : declared;
  const hasFailed = status >= 500 && TEXTS[status] === undefined;
  return {
    status, headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: Buffer.from(hasFailed ? FAILED : JSON.stringify({ Message: TEXTS[status] ?? 'Bad Request' })), error, explain: error.message,
  };
}
