import type { RawRequest, Received, RequestIds } from '../../http/request';
import type { AcceptedKey, Principal } from '../../plan/principal';

/*
 * A call whose event the function's process builds from the request's own bytes: what all calls of a method have in common
 * is sent once (a route), the rest with each call. Both sides use this file. The texts have one character per byte.
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

/** Separates path parameters; a simple target cannot contain it. */
const BETWEEN = '\t';

// Taken before user code runs, which may replace it in the instance.
const { fromCharCode } = String;

/** Each number has three bytes: 24 bits. */
const NUMBER_CHARACTERS = 3;
const NUMBERS = 16;
const TEXTS_AT = NUMBERS * NUMBER_CHARACTERS;
const MAX_NUMBER = 0xffffff;

/**
 * A call as text: sixteen numbers, of which the last ten are the lengths of the texts that follow them without separators, and
 * then the body. With line feeds as separators, encoding took twice as long, and decoding three times.
 *
 * @param route - the number that the process knows the route by @param remainingMs - until the call is given up
 * @throws RangeError for a number beyond 24 bits; no request that a gateway admits comes near
 */
export function encodeRawCall({ ids, received, parameters, caller, raw }: RawCall, route: number, remainingMs: number): string {
  const { requestId, extendedRequestId, edgeId, edgeHost, trace: { text: trace } } = ids;
  const { sourceIp, peerIp: peer = sourceIp, port, receivedAt } = received;
  const peerIp = peer === sourceIp ? '' : peer;
  const isSecure = received.scheme === 'https' ? 1 : 0;
  const [lateTime, time] = [Math.floor(receivedAt / (MAX_NUMBER + 1)), receivedAt % (MAX_NUMBER + 1)];
  const joined = parameters.length === 1 ? parameters[0] ?? '' : parameters.join(BETWEEN);
  const callers = callerText(caller);
  const all = route | remainingMs | lateTime | raw.head.length | trace.length | joined.length | callers.length | requestId.length
    | extendedRequestId.length | edgeId.length | edgeHost.length | sourceIp.length | peerIp.length | port;
  if (all > MAX_NUMBER || all < 0) throw new RangeError('a call with a number beyond 24 bits');
  const numbers = fromCharCode(
    route >> 16, route >> 8 & 255, route & 255,
    remainingMs >> 16, remainingMs >> 8 & 255, remainingMs & 255,
    lateTime >> 16, lateTime >> 8 & 255, lateTime & 255,
    time >> 16, time >> 8 & 255, time & 255,
    port >> 16, port >> 8 & 255, port & 255,
    0, 0, isSecure,
    requestId.length >> 16, requestId.length >> 8 & 255, requestId.length & 255,
    extendedRequestId.length >> 16, extendedRequestId.length >> 8 & 255, extendedRequestId.length & 255,
    edgeId.length >> 16, edgeId.length >> 8 & 255, edgeId.length & 255,
    edgeHost.length >> 16, edgeHost.length >> 8 & 255, edgeHost.length & 255,
    trace.length >> 16, trace.length >> 8 & 255, trace.length & 255,
    sourceIp.length >> 16, sourceIp.length >> 8 & 255, sourceIp.length & 255,
    peerIp.length >> 16, peerIp.length >> 8 & 255, peerIp.length & 255,
    joined.length >> 16, joined.length >> 8 & 255, joined.length & 255,
    callers.length >> 16, callers.length >> 8 & 255, callers.length & 255,
    raw.head.length >> 16, raw.head.length >> 8 & 255, raw.head.length & 255,
  );
  return numbers + requestId + extendedRequestId + edgeId + edgeHost + trace + sourceIp + peerIp + joined + callers + raw.head + raw.body;
}

/** Reads what encodeRawCall wrote, part by part; `undefined` for anything else. */
export function decodeRawCall(text: string): DecodedCall | undefined {
  const parts = new Parts(text);
  const route = parts.number();
  const remainingMs = parts.number();
  const receivedAt = parts.number() * (MAX_NUMBER + 1) + parts.number();
  const port = parts.number();
  const scheme = parts.number() === 1 ? 'https' : 'http';
  const requestId = parts.text();
  const extendedRequestId = parts.text();
  const edgeId = parts.text();
  const edgeHost = parts.text();
  const trace = { text: parts.text() };
  const sourceIp = parts.text();
  const peerIp = parts.text();
  const parameters = listOf(parts.text());
  const caller = parts.text();
  const head = parts.text();
  if (parts.end > text.length) return undefined;
  return {
    route,
    remainingMs,
    ids: { requestId, extendedRequestId, edgeId, edgeHost, trace },
    received: { receivedAt, sourceIp, peerIp: peerIp === '' ? sourceIp : peerIp, port, scheme, protocol: 'HTTP/1.1' },
    parameters,
    caller: callerOf(caller),
    raw: { head, body: text.slice(parts.end) },
  };
}

/** Reads the numbers and the texts of a call, in their order. */
class Parts {
  /** Where the next text begins. */
  public end = TEXTS_AT;
  readonly #text: string;
  #next = 0;

  public constructor(text: string) {
    this.#text = text;
  }

  public number(): number {
    const at = this.#next;
    this.#next += NUMBER_CHARACTERS;
    return this.#text.charCodeAt(at) << 16 | this.#text.charCodeAt(at + 1) << 8 | this.#text.charCodeAt(at + 2);
  }

  /** The text whose length the next number is. */
  public text(): string {
    const from = this.end;
    this.end += this.number();
    return this.#text.slice(from, this.end);
  }
}

function listOf(text: string): string[] {
  return text.indexOf(BETWEEN) === -1 ? [text] : text.split(BETWEEN);
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
