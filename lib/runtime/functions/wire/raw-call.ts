import type { RawRequest, Received, RequestIds } from '../../http/request';
import type { AcceptedKey, Principal } from '../../plan/principal';

/*
 * A call whose event the function's process builds from the request's own bytes: what all calls of a method have in common
 * is sent once (a route), the rest with each call. Both sides use this file.
 */

export interface Caller {
  readonly principal: Principal;
  readonly apiKey?: Pick<AcceptedKey, 'id' | 'value'> | undefined;
}

export interface RawCall {
  readonly ids: RequestIds;
  readonly received: Omit<Received, 'method' | 'target' | 'headers' | 'body' | 'protocol' | 'raw'>;
  /** Values of the path parameters, in the order of the path. */
  readonly parameters: readonly string[];
  /** Undefined for anonymous callers. */
  readonly caller: Caller | undefined;
  readonly raw: RawRequest;
}

export interface DecodedCall extends RawCall {
  readonly received: RawCall['received'] & Pick<Received, 'protocol'>;
  /** The number that the process knows the route by. */
  readonly route: number;
  readonly remainingMs: number;
}

/** The head of a call. An array, because the names of an object's members took as long again. */
type CallHead = readonly [
  route: number, remainingMs: number, receivedAt: number, port: number, scheme: Received['scheme'], sourceIp: string, peerIp: string,
  requestId: string, invocationId: string, extendedRequestId: string, edgeId: string, edgeHost: string, trace: string,
  parameters: readonly string[], caller: Caller | null,
];

/**
 * A call as text of one character per byte: its head as a line of JSON, the head of the request, and its body.
 *
 * @param route - the number that the process knows the route by @param remainingMs - until the call is given up
 */
export function encodeRawCall({ ids, received, parameters, caller, raw }: RawCall, route: number, remainingMs: number): string {
  const { sourceIp, peerIp = sourceIp, port, scheme, receivedAt } = received;
  const head: CallHead = [
    route, remainingMs, receivedAt, port, scheme, sourceIp, peerIp,
    ids.requestId, ids.invocationId, ids.extendedRequestId, ids.edgeId, ids.edgeHost, ids.trace.text, parameters, sentCaller(caller),
  ];
  const json = JSON.stringify(head);
  return `${caller === undefined ? json : inAscii(json)}\n${raw.head}${raw.body}`;
}

/** Reads what encodeRawCall wrote; `undefined` for anything else. */
export function decodeRawCall(text: string): DecodedCall | undefined {
  const headAt = text.indexOf('\n') + 1;
  const bodyAt = text.indexOf(EMPTY_LINE, headAt) + EMPTY_LINE.length;
  if (headAt === 0 || bodyAt < headAt + EMPTY_LINE.length) return undefined;
  const [
    route, remainingMs, receivedAt, port, scheme, sourceIp, peerIp,
    requestId, invocationId, extendedRequestId, edgeId, edgeHost, trace, parameters, caller,
  ] = parse(text.slice(0, headAt)) as CallHead; // written by encodeRawCall
  return {
    route,
    remainingMs,
    ids: { requestId, invocationId, extendedRequestId, edgeId, edgeHost, trace: { text: trace } },
    received: { receivedAt, sourceIp, peerIp, port, scheme, protocol: 'HTTP/1.1' },
    parameters,
    caller: caller ?? undefined,
    raw: { head: text.slice(headAt, bodyAt), body: text.slice(bodyAt) },
  };
}

// Taken before user code runs, which may replace it in the instance.
const { parse } = JSON;
const EMPTY_LINE = '\r\n\r\n';

/** Returns the caller as it is sent: without the limits of its API key. */
function sentCaller(caller: Caller | undefined): Caller | null {
  if (caller === undefined) return null;
  const { principal, apiKey } = caller;
  return { principal, ...(apiKey === undefined ? {} : { apiKey: { id: apiKey.id, value: apiKey.value } }) };
}

/** The same JSON text with escapes for all other characters. */
export function inAscii(json: string): string {
  return json.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
