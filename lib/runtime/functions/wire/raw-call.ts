import type { RawRequest, Received, RequestIds } from '../../http/request';
import type { AcceptedKey, Principal } from '../../plan/principal';

/*
 * A call whose event the function's process builds from the request's own bytes: what all calls of a method have in common
 * is sent once (a route), the rest with each call. Both sides use this file. The texts have one character per byte; only
 * the last field can contain line feeds, because values from simple heads have none.
 */

/** The caller, if it was determined. */
export interface Caller {
  readonly principal: Principal;
  readonly apiKey?: Pick<AcceptedKey, 'id' | 'value'> | undefined;
}

/** What the gateway sends about one call. */
export interface RawCall {
  readonly ids: RequestIds;
  readonly received: Omit<Received, 'method' | 'target' | 'headers' | 'header' | 'body' | 'protocol' | 'raw'>;
  /** Values of the path parameters, in the order of the path. */
  readonly parameters: readonly string[];
  /** Undefined for anonymous callers. */
  readonly caller: Caller | undefined;
  readonly raw: RawRequest;
}

/** A call as the function's process reads it. */
export interface DecodedCall extends RawCall {
  readonly received: RawCall['received'] & Pick<Received, 'protocol'>;
  /** The number that the process knows the route by. */
  readonly route: number;
  readonly remainingMs: number;
}

/** Separates the values of path parameters; simple targets cannot contain it. */
const BETWEEN = '\t';
const FIELDS = 14;
const HEAD_END = '\r\n\r\n';

/** @param route - the number that the process knows the route by @param remainingMs - until the call is given up */
export function encodeRawCall({ ids, received, parameters, caller, raw }: RawCall, route: number, remainingMs: number): string {
  const { requestId, extendedRequestId, edgeId, edgeHost, trace } = ids;
  const { sourceIp, peerIp = sourceIp, port, scheme, receivedAt } = received;
  return `${route}\n${remainingMs}\n${timeText(receivedAt)}\n${requestId}\n${extendedRequestId}\n${edgeId}\n${edgeHost}\n${trace.text}\n`
    + `${sourceIp}\n${peerIp}\n${port}\n${scheme}\n${parameters.join(BETWEEN)}\n${callerText(caller)}\n${raw.head}${raw.body}`;
}

let lastTime = Number.NaN;
let lastTimeText = '';

/** Busy gateways get many requests in one millisecond, and V8 takes longest for numbers of this size. */
function timeText(epochMs: number): string {
  if (epochMs !== lastTime) {
    lastTime = epochMs;
    lastTimeText = String(epochMs);
  }
  return lastTimeText;
}

/** Reads what encodeRawCall wrote; `undefined` for anything else. */
export function decodeRawCall(text: string): DecodedCall | undefined {
  const ends: number[] = [];
  for (let count = 0, end = -1; count < FIELDS; count++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return undefined;
    ends.push(end);
  }
  const field = (index: number): string => text.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, ends[index]);
  const headAt = (ends[FIELDS - 1] ?? 0) + 1;
  const headEnd = text.indexOf(HEAD_END, headAt) + HEAD_END.length;
  if (headEnd < HEAD_END.length) return undefined;
  return {
    route: numberOf(field(0)),
    remainingMs: numberOf(field(1)),
    ids: { requestId: field(3), extendedRequestId: field(4), edgeId: field(5), edgeHost: field(6), trace: { text: field(7) } },
    received: {
      receivedAt: numberOf(field(2)), sourceIp: field(8), peerIp: field(9), port: numberOf(field(10)),
      scheme: field(11) === 'https' ? 'https' : 'http', protocol: 'HTTP/1.1',
    },
    parameters: listOf(field(12)),
    caller: callerOf(field(13)),
    raw: { head: text.slice(headAt, headEnd), body: text.slice(headEnd) },
  };
}

const ZERO = 48;

/** The value of decimal digits; V8 leaves its quick way for numbers as long as a time. */
function numberOf(digits: string): number {
  let value = 0;
  for (let index = 0; index < digits.length; index++) value = value * 10 + digits.charCodeAt(index) - ZERO;
  return value;
}

function listOf(text: string): string[] {
  return text.includes(BETWEEN) ? text.split(BETWEEN) : [text];
}

/** JSON text may contain multi-byte characters: each byte becomes one character. */
function callerText(caller: Caller | undefined): string {
  if (caller === undefined) return '';
  const { principal, apiKey } = caller;
  const text = JSON.stringify({ principal, ...(apiKey === undefined ? {} : { apiKey: { id: apiKey.id, value: apiKey.value } }) });
  return Buffer.from(text, 'utf8').toString('latin1');
}

function callerOf(text: string): Caller | undefined {
  // written by callerText
  return text === '' ? undefined : JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) as Caller;
}
