// Checks of one response and of the log about it: the expectations are data, and deviations are returned as sentences.
import type { Exchanged } from './exchange';
import type { LogLine } from './fault-case';

const SERVER_ERROR = '{"message": "Internal server error"}';
const BODIES = new Map([
  [502, SERVER_ERROR], [500, SERVER_ERROR], [504, '{"message": "Endpoint request timed out"}'], [429, '{"message":"Too Many Requests"}'],
]);

export interface Expected {
  /** One or several; 200 without it. */
  readonly status?: number | readonly number[];
  /** A text or a pattern; refusals have the service's own body. */
  readonly body?: string | RegExp;
  /** The code of the log, one or several. */
  readonly code?: string | readonly string[];
  readonly headers?: (response: Exchanged) => readonly string[];
}

/** The log of the gateway and the function that the request was for. */
export interface Logged {
  readonly entries: readonly LogLine[];
  readonly id: string;
}

/** Problems of a response. Refusals are logged with code, function and request id. */
export function checkResponse(response: Exchanged, { status = 200, body, code, headers }: Expected, logged: Logged): readonly string[] {
  const statuses = [status].flat();
  const expectedBody = body ?? BODIES.get(response.status);
  const reason = response.status >= 500 ? ` ${logOf(response, logged.entries)?.explain ?? ''}` : '';
  const { second, rest = '' } = response;
  return [
    ...(statuses.includes(response.status) ? [] : [`status ${response.status} instead of ${statuses.join(' or ')}: ${response.body.slice(0, 200)}${reason}`]),
    ...(isAsExpected(response.body, expectedBody) ? [] : [`body ${JSON.stringify(response.body.slice(0, 200))} instead of ${String(expectedBody)}`]),
    ...(response.status >= 500 ? checkLog(response, code, logged) : []),
    ...(headers?.(response) ?? []),
    ...(second === undefined || (second.status === 200 && second.body === 'ok') ? [] : [`the next response on the connection is ${JSON.stringify(second)}`]),
    ...(rest === '' ? [] : [`after the responses comes ${JSON.stringify(rest.slice(0, 200))}`]),
  ];
}

function isAsExpected(body: string, expected: string | RegExp | undefined): boolean {
  if (expected === undefined) return true;
  return expected instanceof RegExp ? expected.test(body) : expected === body;
}

/** The log's entry about a response. */
export function logOf(response: Exchanged, entries: readonly LogLine[]): LogLine | undefined {
  const requestId = response.header('x-amzn-requestid');
  return entries.find((entry) => entry.message === 'request' && entry.requestId === requestId);
}

function checkLog(response: Exchanged, code: Expected['code'], { entries, id }: Logged): readonly string[] {
  const logged = logOf(response, entries);
  if (logged === undefined) return [`the log does not contain request ${response.header('x-amzn-requestid')}`];
  const codes = code === undefined ? undefined : [code].flat();
  return [
    ...(String(logged.target).includes(id) ? [] : [`the log names ${logged.target} instead of function ${id}`]),
    ...(codes === undefined || codes.includes(logged.code ?? '') ? [] : [`the log has ${logged.code} instead of ${codes.join(' or ')}: ${logged.explain}`]),
  ];
}
