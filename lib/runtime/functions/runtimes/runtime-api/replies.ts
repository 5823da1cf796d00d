import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ApiError {
  readonly status: number;
  readonly errorType: string;
  readonly errorMessage: string;
}

const ACCEPTED = '{"status":"OK"}\n';

export function accept(response: ServerResponse): void {
  reply(response, 202, ACCEPTED);
}

/** Refuses a request, whose body is read and dropped. */
export function refuse(request: IncomingMessage, response: ServerResponse, { status, errorType, errorMessage }: ApiError): void {
  request.resume();
  reply(response, status, JSON.stringify({ errorMessage, errorType }));
}

/** Answers with a JSON text, unless the client has gone. */
export function reply(response: ServerResponse, status: number, json: string): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(json))]);
  response.end(json);
}

export const INVALID_REQUEST_ID: ApiError = { status: 400, errorType: 'InvalidRequestID', errorMessage: 'Invalid request ID' };

export const INVALID_RESPONSE_MODE: ApiError = {
  status: 400, errorType: 'InvalidFunctionResponseMode', errorMessage: 'Invalid function response mode. Must be streaming.',
};

/** @param action - the request that does not fit the state of the instance */
export function invalidTransition(action: string): ApiError {
  return { status: 403, errorType: 'InvalidStateTransition', errorMessage: `State transition is not allowed: ${action}` };
}

export function tooLarge(maxBytes: number): ApiError {
  return { status: 413, errorType: 'RequestEntityTooLarge', errorMessage: `Exceeded maximum allowed payload size (${maxBytes} bytes).` };
}
