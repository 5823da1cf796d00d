import { headerValue, lowerName, mediaType, type HeaderList } from '../../http/headers';
import { matchesMediaTypes } from '../../http/media-types';
import type { Received } from '../../http/request';
import type { EventStage, RoutedRequest } from '../../plan/exchange';
import { putMember, queryRecords, valuesRecord, type QueryRecords } from './records';
import { contextOf, type ContextFacts } from './request-context';

/** The inputs of an event besides its records and its body. */
export interface EventFacts extends ContextFacts {
  readonly path: string;
}

/** The inputs of an event. */
export interface EventSource extends EventFacts, Pick<RoutedRequest, 'headers' | 'pathParameters' | 'queryParameters'> {
  readonly received: EventFacts['received'] & Pick<Received, 'body'>;
  readonly stage: EventStage;
}

/**
 * The event of a proxy integration: every key of the base specification's tables and of the current API Gateway. Members
 * without a value are present and null.
 * @see base specification, Events; aws-data-plane §4
 */
export function proxyEvent(request: EventSource): Record<string, unknown> {
  const { received: { body }, stage } = request;
  const isBinary = stage.binaryMediaTypes.length > 0
    && matchesMediaTypes(mediaType(headerValue(request.headers, 'content-type')), stage.binaryMediaTypes);
  const text = body.length === 0 ? null : body.toString(isBinary ? 'base64' : 'utf8');
  return eventOf(request, { ...recordsOf(request), body: text, isBase64Encoded: isBinary && text !== null });
}

/** An event without its body, for authorizer functions. All objects in it are new. */
export function requestMembers(request: EventSource): Record<string, unknown> {
  return membersOf(request, recordsOf(request));
}

type Values = Record<string, string> | null;
type Lists = Record<string, readonly string[]> | null;

/** The records of an event, and the headers that also appear elsewhere in it. */
export interface EventRecords extends QueryRecords {
  readonly headers: Values;
  readonly multiValueHeaders: Lists;
  readonly pathParameters: Values;
  readonly stageVariables: Values;
  readonly host: string | undefined;
  readonly userAgent: string | null;
}

/** Records and body of an event. */
export interface EventParts extends EventRecords {
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

/** Assembles an event. All objects in it are new and ordinary: in a function's process the handler receives them directly. */
export function eventOf(request: EventFacts, parts: EventParts): Record<string, unknown> {
  const event = membersOf(request, parts);
  event.body = parts.body;
  event.isBase64Encoded = parts.isBase64Encoded;
  return event;
}

function membersOf(request: EventFacts, records: EventRecords): Record<string, unknown> {
  return {
    resource: request.plan.resourcePath,
    path: request.path,
    httpMethod: request.received.method,
    headers: records.headers,
    multiValueHeaders: records.multiValueHeaders,
    queryStringParameters: records.queryStringParameters,
    multiValueQueryStringParameters: records.multiValueQueryStringParameters,
    pathParameters: records.pathParameters,
    stageVariables: records.stageVariables,
    requestContext: contextOf(request, records.host, records.userAgent),
  };
}

function recordsOf({ headers, queryParameters, pathParameters, stage }: EventSource): EventRecords {
  const { single, multi } = headers.length === 0 ? NO_HEADERS : headerRecords(headers);
  return {
    headers: single,
    multiValueHeaders: multi,
    ...queryRecords(queryParameters),
    pathParameters: valuesRecord(pathParameters),
    stageVariables: valuesRecord(stage.variables),
    host: headerValue(headers, 'host'),
    userAgent: headerValue(headers, 'user-agent') ?? null,
  };
}

const NO_HEADERS = { single: null, multi: null };

/** The headers of an event: the last value of each, and all of them. */
export interface HeaderRecords {
  readonly single: Record<string, string>;
  readonly multi: Record<string, readonly string[]>;
}

/** Names that differ only in case are one header, under its first spelling. */
function headerRecords(headers: HeaderList): HeaderRecords {
  const spelling = new Map<string, string>();
  const values = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const key = lowerName(name);
    const spelled = spelling.get(key) ?? name;
    spelling.set(key, spelled);
    const known = values.get(spelled);
    if (known === undefined) values.set(spelled, [value]);
    else known.push(value);
  }
  const records: HeaderRecords = { single: {}, multi: {} };
  for (const [name, all] of values) {
    putMember(records.single, name, all.at(-1) ?? '');
    putMember(records.multi, name, all);
  }
  return records;
}
