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

/** Separates the values of one field; neither simple targets nor addresses can contain it. */
const BETWEEN = '\t';

/** @param route - the number that the process knows the route by @param remainingMs - until the call is given up */
export function encodeRawCall({ ids, received, parameters, caller, raw }: RawCall, route: number, remainingMs: number): string {
  const { requestId, extendedRequestId, edgeId, edgeHost, trace } = ids;
  const { sourceIp, peerIp = sourceIp, port, scheme, receivedAt } = received;
  const connection = `${sourceIp}${BETWEEN}${peerIp}${BETWEEN}${port}${BETWEEN}${scheme}`;
  return `${route}\n${remainingMs}\n${timeText(receivedAt)}\n${raw.head.length}\n${requestId}\n${extendedRequestId}\n${edgeId}\n${edgeHost}\n${trace.text}\n`
    + `${connection}\n${parameters.join(BETWEEN)}\n${callerText(caller)}\n${raw.head}${raw.body}`;
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

/** Reads what encodeRawCall wrote, field by field; `undefined` for anything else. */
export function decodeRawCall(text: string): DecodedCall | undefined {
  const fields = new Fields(text);
  const [route, remainingMs, receivedAt, headLength] = [fields.number(), fields.number(), fields.number(), fields.number()];
  const [requestId, extendedRequestId, edgeId, edgeHost] = [fields.text(), fields.text(), fields.text(), fields.text()];
  const trace = { text: fields.text() };
  const { sourceIp, peerIp, port, scheme } = connectionOf(fields.text());
  const parameters = listOf(fields.text());
  const caller = fields.text();
  const headEnd = fields.end + headLength;
  if (fields.isBroken || headEnd > text.length) return undefined;
  return {
    route,
    remainingMs,
    ids: { requestId, extendedRequestId, edgeId, edgeHost, trace },
    received: { receivedAt, sourceIp, peerIp, port, scheme, protocol: 'HTTP/1.1' },
    parameters,
    caller: callerOf(caller),
    raw: { head: text.slice(fields.end, headEnd), body: text.slice(headEnd) },
  };
}

const LINE_FEED = 10;
const ZERO = 48;

/** Reads fields that end with a line feed. */
class Fields {
  /** Where the next field begins. */
  public end = 0;
  public isBroken = false;
  readonly #text: string;

  public constructor(text: string) {
    this.#text = text;
  }

  public text(): string {
    const from = this.end;
    const at = this.#text.indexOf('\n', from);
    if (at === -1) this.isBroken = true;
    this.end = at + 1;
    return at === -1 ? '' : this.#text.slice(from, at);
  }

  /** The value of decimal digits; V8 leaves its quick way for numbers as long as a time. */
  public number(): number {
    let value = 0;
    for (;;) {
      const code = this.#text.charCodeAt(this.end);
      this.end += 1;
      const digit = code - ZERO;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        continue;
      }
      if (code !== LINE_FEED) this.isBroken = true;
      return value;
    }
  }
}

/** What all calls over one connection have in common. */
type Connection = Pick<Required<RawCall['received']>, 'sourceIp' | 'peerIp' | 'port' | 'scheme'>;

let lastConnection: (Connection & { readonly text: string }) | undefined;

/** Most calls come from few addresses. */
function connectionOf(text: string): Connection {
  if (lastConnection?.text === text) return lastConnection;
  const [sourceIp = '', peerIp = '', port = '', scheme] = text.split(BETWEEN);
  lastConnection = { text, sourceIp, peerIp, port: Number(port), scheme: scheme === 'https' ? 'https' : 'http' };
  return lastConnection;
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
