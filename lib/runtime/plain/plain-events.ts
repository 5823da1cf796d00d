import type { Received, RequestIds } from '../exchange';
import { proxyEvent, type EventSource } from '../functions/event';
import { commonLogTime } from '../functions/request-context';
import { forwardedHeaders } from '../front/request-headers';
import { readQuery, readTarget } from '../router/request-path';
import { readPlainHead } from './plain-head';
import type { PlainFacts, PlainRoute, SceneFacts } from './plain-scene';

/** Stand where the ids of a call will; no plain request has the character, so no client can write them. */
const MARKS = { trace: '\u0001trace', frontId: '\u0001front id', frontHost: '\u0001front host' } as const;
type Marked = keyof typeof MARKS;

/** A header whose value is another one for each call. */
interface VaryingHeader {
  readonly name: string;
  readonly before: string;
  readonly id: Marked;
  readonly after: string;
}

type Texts = Readonly<Record<string, string>>;
type Lists = Readonly<Record<string, readonly string[]>>;

/** The members of a proxy event that are objects. */
interface Template extends Record<string, unknown> {
  readonly headers: Texts;
  readonly multiValueHeaders: Lists;
  readonly queryStringParameters: Texts | null;
  readonly multiValueQueryStringParameters: Lists | null;
  readonly pathParameters: Texts | null;
  readonly stageVariables: Texts | null;
  readonly requestContext: Readonly<Record<string, unknown>> & { readonly identity: Readonly<Record<string, string | null>> };
}

/**
 * Makes the events of one scene. The first is made by the code that makes all events: most scenes have no other. With the
 * second one is made that has marks in place of the ids, and all that follow are copies of it, at a tenth of the cost.
 * Everything in an event is new, so a handler may change what it gets.
 */
export class PlainEvents {
  readonly #route: PlainRoute;
  readonly #facts: SceneFacts;
  #hasMade = false;
  #template: Template | undefined;
  #varying: readonly VaryingHeader[] = [];
  #names: readonly string[] = [];
  #isBinary = false;

  public constructor(route: PlainRoute, facts: SceneFacts) {
    this.#route = route;
    this.#facts = facts;
  }

  public make(call: PlainFacts): Record<string, unknown> {
    if (this.#hasMade) return this.#copy(this.#template ?? this.#prepare(), call);
    this.#hasMade = true;
    const { ids, receivedAt, body } = call;
    return proxyEvent(sourceOf(this.#route, this.#facts, { ids, receivedAt, body: Buffer.from(body, 'latin1') }));
  }

  #copy(template: Template, { ids, receivedAt, body }: PlainFacts): Record<string, unknown> {
    const headers: Record<string, string> = { ...template.headers };
    const multiValueHeaders: Record<string, readonly string[]> = { ...template.multiValueHeaders };
    for (const name of this.#names) multiValueHeaders[name] = [...multiValueHeaders[name] ?? []];
    for (const { name, before, id, after } of this.#varying) {
      const value = before + idOf(ids, id) + after;
      headers[name] = value;
      multiValueHeaders[name] = [value];
    }
    const { extendedRequestId, requestId } = ids;
    const { requestContext, queryStringParameters, multiValueQueryStringParameters, pathParameters, stageVariables } = template;
    const requestTime = commonLogTime(receivedAt);
    const isBinary = this.#isBinary && body !== '';
    return {
      ...template,
      headers,
      multiValueHeaders,
      queryStringParameters: queryStringParameters === null ? null : { ...queryStringParameters },
      multiValueQueryStringParameters: multiValueQueryStringParameters === null ? null : copyOf(multiValueQueryStringParameters),
      pathParameters: pathParameters === null ? null : { ...pathParameters },
      stageVariables: stageVariables === null ? null : { ...stageVariables },
      requestContext: {
        ...requestContext,
        extendedRequestId,
        identity: { ...requestContext.identity },
        requestId,
        requestTime,
        requestTimeEpoch: receivedAt,
      },
      body: body === '' ? null : Buffer.from(body, 'latin1').toString(isBinary ? 'base64' : 'utf8'),
      isBase64Encoded: isBinary,
    };
  }

  #prepare(): Template {
    // made by functions/event.ts, of a request with at least the header Host
    const template = proxyEvent(sourceOf(this.#route, this.#facts, MARKED)) as Template;
    this.#varying = Object.entries(template.headers).flatMap(([name, value]) => varying(name, value));
    const varyingNames = this.#varying.map(({ name }) => name);
    this.#names = Object.keys(template.headers).filter((name) => !varyingNames.includes(name));
    this.#isBinary = template.isBase64Encoded === true;
    this.#template = template;
    return template;
  }
}

/** Names may be the client's, `__proto__` may be one: what a spread has made a member of the record, is set as one. */
function copyOf(lists: Lists): Record<string, readonly string[]> {
  const copy: Record<string, readonly string[]> = { ...lists };
  for (const name of Object.keys(lists)) copy[name] = [...lists[name] ?? []];
  return copy;
}

function idOf({ trace, frontId, frontHost }: RequestIds, id: Marked): string {
  return id === 'trace' ? trace.text : id === 'frontId' ? frontId : frontHost;
}

function varying(name: string, value: string): VaryingHeader[] {
  for (const id of ['trace', 'frontId', 'frontHost'] as const) {
    const at = value.indexOf(MARKS[id]);
    if (at !== -1) return [{ name, before: value.slice(0, at), id, after: value.slice(at + MARKS[id].length) }];
  }
  return [];
}

/** What of a call is in its event. */
type CallParts = Pick<PlainFacts, 'ids' | 'receivedAt'> & { readonly body: Buffer };

const MARKED: CallParts = {
  ids: { requestId: '', extendedRequestId: '', frontId: MARKS.frontId, frontHost: MARKS.frontHost, trace: { text: MARKS.trace } },
  receivedAt: 0,
  body: Buffer.from('any'),
};

function sourceOf(route: PlainRoute, facts: SceneFacts, { ids, receivedAt, body }: CallParts): EventSource {
  const { sourceIp, peerIp, port, scheme, parameters, head: text } = facts;
  const head = readPlainHead(text, 0);
  if (head === undefined) throw new Error('the gateway sent a request that is not plain'); // it reads it with the same code
  const { method, target, headers } = head;
  const received: Received = { method, target, headers, body, sourceIp, peerIp, port, scheme, protocol: 'HTTP/1.1', receivedAt };
  const path = readTarget(target);
  const { stage, plan } = route;
  return {
    ...path, received, ids, stage, plan,
    pathParameters: named(route.parameterNames, parameters),
    headers: forwardedHeaders(received, ids, stage),
    queryParameters: readQuery(path.query),
  };
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  const parameters = Object.create(null) as Record<string, string>; // names are the definition's, `__proto__` may be one
  for (const [index, name] of names.entries()) parameters[name] = values[index] ?? '';
  return parameters;
}
