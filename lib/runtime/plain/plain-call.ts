import type { Received, RequestIds } from '../exchange';
import { proxyEvent, type EventSource } from '../functions/event';
import { forwardedHeaders } from '../front/request-headers';
import { readQuery, readTarget } from '../router/request-path';
import { readPlainHead } from './plain-head';

/*
 * A call whose event is made on the function's side, from the request's own bytes: the gateway writes no event and the
 * instance reads none, and the work is done by the process that has a core of its own. Both sides use this file; the
 * event is made by the same code as everywhere.
 */

/** What all plain calls of one method have in common; the instance hears it once. */
export interface PlainRoute {
  /** Names of the path parameters, in the order of the path. */
  readonly parameterNames: readonly string[];
  readonly stage: EventSource['stage'];
  readonly plan: EventSource['plan'];
}

/** What the gateway says of one plain call, besides the request's bytes. */
export interface PlainFacts {
  /** Number of the route among those that the instance knows. */
  readonly route: number;
  readonly ids: RequestIds;
  readonly receivedAt: number;
  readonly sourceIp: string;
  readonly peerIp: string;
  readonly port: number;
  readonly scheme: Received['scheme'];
  readonly parameters: readonly string[];
}

/** What an instance needs of a plain call. */
export interface PlainCall {
  readonly requestId: string;
  readonly traceId: string;
  readonly remainingMs: number;
  readonly event: () => Record<string, unknown>;
}

const FIELDS = 13;
const NO_BODY = Buffer.alloc(0);
/** Stands between the values of path parameters; no plain target has it. */
const BETWEEN = '\t';

/** @param remainingMs - until the call is given up @param request - the request's bytes, a character for each */
export function encodePlainCall(facts: PlainFacts, remainingMs: number, request: string): string {
  const { route, ids, receivedAt, sourceIp, peerIp, port, scheme, parameters } = facts;
  return `${route}\n${remainingMs}\n${ids.requestId}\n${ids.extendedRequestId}\n${ids.frontId}\n${ids.frontHost}\n${ids.trace.text}\n${
    receivedAt}\n${sourceIp}\n${peerIp}\n${port}\n${scheme}\n${parameters.join(BETWEEN)}\n${request}`;
}

/** What encodePlainCall wrote; `undefined` when it is something else. */
export function decodePlainCall(text: string, routes: ReadonlyMap<number, PlainRoute>): PlainCall | undefined {
  const fields: string[] = [];
  let at = 0;
  for (let count = 0; count < FIELDS; count++) {
    const end = text.indexOf('\n', at);
    if (end === -1) return undefined;
    fields.push(text.slice(at, end));
    at = end + 1;
  }
  const [route = '', remainingMs = '', requestId = '', , , , traceId = ''] = fields;
  const known = routes.get(Number(route));
  if (known === undefined) return undefined;
  return { requestId, traceId, remainingMs: Number(remainingMs), event: () => eventOf(fields, text.slice(at), known) };
}

function eventOf(fields: readonly string[], request: string, route: PlainRoute): Record<string, unknown> {
  const [, , requestId = '', extendedRequestId = '', frontId = '', frontHost = '', trace = '', receivedAt = '', sourceIp = '', peerIp = '', port = '', scheme, values = ''] = fields;
  const head = readPlainHead(request, 0);
  if (head === undefined) throw new Error('the gateway sent a request that is not plain'); // it reads it with the same code
  const received: Received = {
    method: head.method,
    target: head.target,
    headers: head.headers,
    body: head.end === request.length ? NO_BODY : Buffer.from(request.slice(head.end), 'latin1'),
    sourceIp,
    peerIp,
    port: Number(port),
    scheme: scheme === 'https' ? 'https' : 'http',
    protocol: 'HTTP/1.1',
    receivedAt: Number(receivedAt),
  };
  const ids: RequestIds = { requestId, extendedRequestId, frontId, frontHost, trace: { text: trace } };
  const path = readTarget(head.target);
  return proxyEvent({
    stageName: path.stageName,
    path: path.path,
    fullPath: path.fullPath,
    query: path.query,
    received,
    ids,
    stage: route.stage,
    plan: route.plan,
    pathParameters: named(route.parameterNames, values),
    headers: forwardedHeaders(received, ids, route.stage),
    queryParameters: readQuery(path.query),
  });
}

function named(names: readonly string[], values: string): Record<string, string> {
  const parameters = Object.create(null) as Record<string, string>; // names are the definition's, `__proto__` may be one
  if (names.length === 0) return parameters;
  const parts = values.split(BETWEEN);
  for (const [index, name] of names.entries()) parameters[name] = parts[index] ?? '';
  return parameters;
}
