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
  readonly received: Omit<Received, 'method' | 'target' | 'headers' | 'body' | 'protocol' | 'raw'>;
  /** Values of the path parameters, in the order of the path. */
  readonly parameters: readonly string[];
  /** Undefined for anonymous callers. */
  readonly caller: Caller | undefined;
  readonly raw: RawRequest;
}

/** A call as the function's process reads it. */
export interface DecodedCall extends RawCall {
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
  return `${route}\n${remainingMs}\n${receivedAt}\n${requestId}\n${extendedRequestId}\n${edgeId}\n${edgeHost}\n${trace.text}\n`
    + `${sourceIp}\n${peerIp}\n${port}\n${scheme}\n${parameters.join(BETWEEN)}\n${callerText(caller)}\n${raw.head}${raw.body}`;
}

/** Reads what encodeRawCall wrote; `undefined` for anything else. */
export function decodeRawCall(text: string): DecodedCall | undefined {
  const fields: string[] = [];
  let at = 0;
  for (let count = 0; count < FIELDS; count++) {
    const end = text.indexOf('\n', at);
    if (end === -1) return undefined;
    fields.push(text.slice(at, end));
    at = end + 1;
  }
  const headEnd = text.indexOf(HEAD_END, at) + HEAD_END.length;
  const [route = '', remainingMs = '', receivedAt = '', requestId = '', extendedRequestId = '', edgeId = '', edgeHost = '', trace = ''] = fields;
  if (headEnd < HEAD_END.length) return undefined;
  return {
    route: Number(route),
    remainingMs: Number(remainingMs),
    ids: { requestId, extendedRequestId, edgeId, edgeHost, trace: { text: trace } },
    received: {
      receivedAt: Number(receivedAt), sourceIp: fields[8] ?? '', peerIp: fields[9] ?? '', port: Number(fields[10]),
      scheme: fields[11] === 'https' ? 'https' : 'http',
    },
    parameters: (fields[12] ?? '').split(BETWEEN),
    caller: callerOf(fields[13] ?? ''),
    raw: { head: text.slice(at, headEnd), body: text.slice(headEnd) },
  };
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
