import { CATALOG, fillMessage, type CatalogRow, type ErrorCode, type GatewayError } from '../../../errors';
import { GATEWAY_RESPONSE_DEFAULTS } from '../../../spec';
import type { Reply } from '../../http/reply';
import type { ConnectionEvent } from '../../plan/connection';
import type { RequestProgress } from '../../plan/exchange';

/** Statuses that differ from those of a REST API, by what went wrong. */
const STATUSES: Partial<Readonly<Record<ErrorCode, number>>> = { STAGE_UNKNOWN: 403, ROUTE_UNKNOWN: 403 };

/** Messages that differ from those of a REST API, by what went wrong or by status. */
const TEXTS: Partial<Readonly<Record<ErrorCode, string>>> = { REQUEST_BODY_INVALID: 'Bad request body' };
const TEXTS_OF_STATUS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

/**
 * The error of an event of a WebSocket connection: the answer to its handshake, or the frame that its client gets.
 * @example {"message": "Forbidden", "connectionId":"PJqB0fHsqRcCHlw=", "requestId":"PJqB1H2IKRcF2Vg="}
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-request-validation.html
 */
export function connectionResponse(error: GatewayError, { ids }: RequestProgress, { connection, messageId }: ConnectionEvent): Reply {
  const row: CatalogRow = CATALOG[error.code];
  const defaults = GATEWAY_RESPONSE_DEFAULTS[row.gatewayResponse ?? 'DEFAULT_5XX'];
  const status = STATUSES[error.code] ?? row.status ?? defaults.statusCode;
  const declared = row.clientMessage === undefined ? defaults.message : fillMessage(row.clientMessage, error.details);
  const message = TEXTS[error.code] ?? TEXTS_OF_STATUS[status] ?? declared ?? (status >= 500 ? 'Internal server error' : 'Bad Request');
  const identity = error.code === 'REQUEST_BODY_INVALID' && messageId !== undefined ? { messageId } : { requestId: ids.requestId };
  const members = Object.entries({ connectionId: connection.connectionId, ...identity }).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  return {
    status,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: Buffer.from(`{"message": ${[JSON.stringify(message), ...members].join(', ')}}`),
    error,
    explain: error.message,
  };
}
