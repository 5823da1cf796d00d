import { headerValues, lowerName, type HeaderField, type HeaderList } from '../http/headers';
import type { Reply } from '../http/reply';
import { withoutRaw } from '../http/request';
import { requestContext1, requestContext2 } from '../lambda-format/http-event';
import type { RoutedRequest } from '../plan/exchange';
import { headerText } from './parameters';

/*
 * Parameter mapping of HTTP APIs.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html
 */

/** A request as its integration gets it. */
export interface MappedHttpRequest {
  readonly request: RoutedRequest;
  /** The path that replaces the request's own. */
  readonly path: string | undefined;
}

/** The parameters of a mapping, or of one status of the responses: `append:header.x` and its value. */
type Mappings = Readonly<Record<string, string>>;

/** The part of a body in which paths find something, in bytes; a body as a whole has no limit of its own. */
const READABLE_BYTES = 102_400;

/** Compiles what an integration's requests are mapped to; one without mappings gets them as they are. */
export function compileRequestMappings(mappings: Mappings = {}): (request: RoutedRequest) => MappedHttpRequest {
  const compiled = compileMappings(mappings);
  if (compiled.length === 0) return (request) => ({ request, path: undefined });
  return (request) => {
    const source = requestSource(request);
    let headers: HeaderList = request.headers;
    let query: [string, readonly string[]][] = Object.entries(request.queryParameters);
    let path: string | undefined;
    for (const { action, location, name, read } of compiled) {
      const text = action === 'remove' ? '' : read(source);
      if (location === 'path') path = text;
      else if (location === 'header') headers = changedHeaders(headers, { action, name, text });
      else query = changedQuery(query, { action, name, text });
    }
    return { request: withParameters(request, { headers, query: Object.fromEntries(query), path }), path };
  };
}

/** Compiles what becomes of an integration's responses, by their status. */
export function compileResponseMappings(
  byStatus: Readonly<Record<string, Mappings>> = {},
): (reply: Reply, request: RoutedRequest) => Reply {
  const compiled = new Map(Object.entries(byStatus).map(([status, mappings]) => [Number(status), compileMappings(mappings)]));
  return (reply, request) => {
    const mappings = compiled.get(reply.status);
    if (mappings === undefined) return reply;
    const source = responseSource(reply, request);
    let { headers, status } = reply;
    for (const { action, location, name, read } of mappings) {
      const text = action === 'remove' ? '' : read(source);
      if (location === 'header') headers = changedHeaders(headers, { action, name, text });
      else if (/^[2-5]\d\d$/.test(text)) status = Number(text);
    }
    return { ...reply, headers, status };
  };
}

/** Compiles a text with parts of a request in it; a part that is missing is empty. */
export function compileRequestValue(value: string): (request: RoutedRequest) => string {
  const read = compileValue(value);
  return (request) => read(requestSource(request));
}

/** The sources of a mapping's values. */
interface MappingSource {
  /** The one of the two that has values here. */
  readonly family: 'request' | 'response';
  /** `$request.header.x`, `$response.header.x`: their texts. */
  readonly header: (name: string) => string;
  readonly querystring: (name: string) => string;
  readonly path: (name: string | undefined) => string;
  readonly body: Buffer;
  readonly context: () => unknown;
  readonly stageVariables: Readonly<Record<string, string>>;
}

interface Mapping {
  readonly action: 'append' | 'overwrite' | 'remove';
  readonly location: 'header' | 'querystring' | 'path' | 'statuscode';
  readonly name: string;
  readonly read: (source: MappingSource) => string;
}

const TARGET = /^(append|overwrite|remove):(header|querystring|path|statuscode)(?:\.(.+))?$/;

function compileMappings(mappings: Mappings): Mapping[] {
  return Object.entries(mappings).map(([target, value]) => {
    const [, action, location, name = ''] = TARGET.exec(target) ?? [];
    // alternatives of the expression; the schema lets no other target through
    return { action: action as Mapping['action'], location: location as Mapping['location'], name, read: compileValue(value) };
  });
}

/** An expression alone, or a text with `${…}` in it. */
const EXPRESSION = /\$(?:request|response|context|stageVariables)(?:\.[\w$.[\]'"*:@-]+)?/;
const WHOLE = new RegExp(`^${EXPRESSION.source}$`);
const INNER = new RegExp(`\\$\\{(${EXPRESSION.source.slice(2)})\\}`, 'g');

function compileValue(value: string): Mapping['read'] {
  if (WHOLE.test(value)) return compileExpression(value.slice(1));
  const parts = value.split(INNER).map((text, index) => (index % 2 === 0 ? () => text : compileExpression(text)));
  return (source) => parts.map((read) => read(source)).join('');
}

/** A source that is missing is an empty text. */
function compileExpression(expression: string): Mapping['read'] {
  const [family = '', where = '', ...rest] = expression.split('.');
  const name = rest.join('.');
  if (family === 'stageVariables') return ({ stageVariables }) => (Object.hasOwn(stageVariables, where) ? stageVariables[where] ?? '' : '');
  if (family === 'context') return ({ context }) => textOf([where, ...rest].reduce(memberOf, context()));
  const read = compilePart(where, name, expression);
  return (source) => (source.family === family ? read(source) : '');
}

function compilePart(where: string, name: string, expression: string): Mapping['read'] {
  switch (where.replace(/\[.*$/, '')) {
    case 'header': return ({ header }) => header(name);
    case 'querystring': return ({ querystring }) => querystring(name);
    case 'path': return ({ path }) => path(name === '' ? undefined : name);
    case 'body': return compileBody(expression.slice(expression.indexOf('.body') + '.body'.length));
    default: return () => '';
  }
}

/** The steps of a path such as `.items[0].name`: names and indexes, no filters. */
const BODY_STEP = /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g;

function compileBody(path: string): Mapping['read'] {
  if (path === '') return ({ body }) => body.toString('utf8');
  const steps = [...path.matchAll(BODY_STEP)].map(([, name, index, quoted]) => name ?? index ?? quoted ?? '');
  return ({ body }) => {
    try {
      return textOf(steps.reduce<unknown>(memberOf, JSON.parse(body.subarray(0, READABLE_BYTES).toString('utf8'))));
    } catch {
      return ''; // a body that is not JSON has no such part
    }
  };
}

function requestSource(request: RoutedRequest): MappingSource {
  const { received, headers, queryParameters, pathParameters, routePath, stage } = request;
  return {
    family: 'request',
    header: (name) => headerValues(headers, name).join(','),
    querystring: (name) => (queryParameters[name] ?? []).join(','),
    path: (name) => (name === undefined ? routePath : pathParameters[name] ?? ''),
    body: received.body,
    context: () => contextOf(request),
    stageVariables: stage.variables,
  };
}

function responseSource({ headers, body }: Reply, request: RoutedRequest): MappingSource {
  const none = (): string => '';
  return {
    family: 'response',
    header: (name) => headerValues(headers, name).join(','),
    querystring: none,
    path: none,
    body,
    context: () => contextOf(request),
    stageVariables: request.stage.variables,
  };
}

/** `$context`: the members of both formats, as in access logs. */
function contextOf(request: RoutedRequest): unknown {
  const { routeKey } = request.plan;
  return { ...requestContext2(request), ...requestContext1(request), routeKey };
}

/** The same request with other parameters; functions can no longer be given its own bytes. */
function withParameters(request: RoutedRequest, { headers, query, path }: ChangedParameters): RoutedRequest {
  const { received, ids, stage, plan, pathParameters, principal, apiKey, recorder, trace } = request;
  const { stageName, routePath, fullPath, rawPath, basePath } = request;
  return {
    received: withoutRaw(received), ids, stage, plan, pathParameters, principal, apiKey, recorder, trace,
    stageName, routePath, basePath,
    fullPath: path ?? fullPath, rawPath: path ?? rawPath, path: path ?? request.path,
    headers, queryParameters: query, query: queryText(query),
  };
}

interface ChangedParameters {
  readonly headers: HeaderList;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly path: string | undefined;
}

function queryText(query: ChangedParameters['query']): string {
  return Object.entries(query).flatMap(([name, values]) => values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)).join('&');
}

interface Change extends Pick<Mapping, 'action' | 'name'> {
  readonly text: string;
}

function changedHeaders(headers: HeaderList, { action, name, text }: Change): HeaderField[] {
  const isOther = (field: HeaderField): boolean => lowerName(field.name) !== lowerName(name);
  if (action === 'remove') return headers.filter(isOther);
  const added = { name, value: headerText(text) };
  return action === 'append' ? [...headers, added] : [...headers.filter(isOther), added];
}

function changedQuery(query: readonly [string, readonly string[]][], { action, name, text }: Change): [string, readonly string[]][] {
  const remaining = query.filter(([known]) => known !== name);
  if (action === 'remove') return remaining;
  const before = action === 'append' ? query.find(([known]) => known === name)?.[1] ?? [] : [];
  return [...remaining, [name, [...before, text]]];
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name]; // an own member, checked above
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
