import { CATALOG, type CatalogRow, type ErrorCode, type GatewayError } from '../../../errors';
import { GATEWAY_RESPONSE_DEFAULTS } from '../../../spec';
import type { HeaderField } from '../../http/headers';
import type { Reply } from '../../http/reply';

/** Statuses that differ from those of a REST API, by what went wrong. */
const STATUSES: Partial<Readonly<Record<ErrorCode, number>>> = {
  ROUTE_UNKNOWN: 404,
  STAGE_UNKNOWN: 404,
  BASE_PATH_UNKNOWN: 404,
  TOKEN_SCOPE_MISSING: 403,
  AUTHORIZER_UNAUTHORIZED: 500,
  FUNCTION_TIMEOUT: 500,
  FUNCTION_THROTTLED: 503,
  INTEGRATION_TIMEOUT: 503,
  ENDPOINT_TIMEOUT: 503,
  ENDPOINT_UNREACHABLE: 503,
};

/** A function that failed is an error of the API, not a bad gateway. */
const RENAMED: Readonly<Record<number, number>> = { 502: 500, 504: 503 };

/** The messages of clients, by status. */
const TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 408: 'Request Timeout', 413: 'Request Entity Too Large',
  414: 'URI Too Long', 415: 'Unsupported Media Type', 417: 'Expectation Failed', 429: 'Too Many Requests', 431: 'Request Header Fields Too Large',
  500: 'Internal Server Error', 501: 'Not Implemented', 503: 'Service Unavailable', 505: 'HTTP Version Not Supported',
};

/**
 * The answer of an HTTP API to a request that ended with an error: `{"message":"Not Found"}`. It cannot be customized.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-troubleshooting-lambda.html;
 * docs/reference/parity.md
 */
export function httpResponse(error: GatewayError): Reply {
  const row: CatalogRow = CATALOG[error.code];
  const declared = row.status ?? GATEWAY_RESPONSE_DEFAULTS[row.gatewayResponse ?? 'DEFAULT_5XX'].statusCode;
  const status = STATUSES[error.code] ?? RENAMED[declared] ?? declared;
  return {
    status,
    headers: [JSON_TYPE, ...challengeOf(error)],
    body: Buffer.from(JSON.stringify({ message: TEXTS[status] ?? (status >= 500 ? 'Internal Server Error' : 'Bad Request') })),
    error,
    explain: error.message,
  };
}

const JSON_TYPE: HeaderField = { name: 'Content-Type', value: 'application/json' };

/** Tokens are refused with a challenge (RFC 6750 §3). */
function challengeOf({ details }: GatewayError): HeaderField[] {
  return typeof details.challenge === 'string' ? [{ name: 'WWW-Authenticate', value: details.challenge }] : [];
}
