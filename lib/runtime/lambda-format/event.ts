import { headerValue, lowerName, mediaType, type HeaderList } from '../http/headers';
import { matchesMediaTypes } from '../http/media-types';
import type { Received } from '../http/request';
import type { EventStage, MethodPlan, RoutedRequest } from '../plan/exchange';
import { putMember, queryRecords, valuesRecord } from './records';
import { requestContext, type ContextSource } from './request-context';

export interface EventSource extends ContextSource, Pick<RoutedRequest, 'path' | 'rawPath' | 'query' | 'pathParameters' | 'queryParameters' | 'connection'> {
  readonly received: ContextSource['received'] & Pick<Received, 'body'>;
  readonly stage: EventStage;
  readonly plan: Pick<MethodPlan, 'resourceId' | 'resourcePath' | 'routeKey'>;
}

/**
 * The event of a proxy integration: every key of the base specification's tables and of the current API Gateway. Members without a value
 * are present and null. All objects in it are new and ordinary: in a function's process the handler gets them as they are.
 * @see docs/internals/parity-evidence.md, Events; https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-input-format
 */
export function proxyEvent(request: EventSource): Record<string, unknown> {
  const { received: { body }, headers, stage: { binaryMediaTypes } } = request;
  const isBinary = binaryMediaTypes.length > 0 && matchesMediaTypes(mediaType(headerValue(headers, 'content-type')), binaryMediaTypes);
  const text = body.length === 0 ? null : body.toString(isBinary ? 'base64' : 'utf8');
  const event = requestMembers(request);
  event.body = text;
  event.isBase64Encoded = isBinary && text !== null;
  return event;
}

/** An event without its body, for authorizer functions. */
export function requestMembers(request: EventSource): Record<string, unknown> {
  const { headers, queryParameters, pathParameters, stage } = request;
  const { single, multi } = headers.length === 0 ? NO_HEADERS : headerRecords(headers);
  const { queryStringParameters, multiValueQueryStringParameters } = queryRecords(queryParameters);
  return {
    resource: request.plan.resourcePath,
    path: request.path,
    httpMethod: request.received.method,
    headers: single,
    multiValueHeaders: multi,
    queryStringParameters,
    multiValueQueryStringParameters,
    pathParameters: valuesRecord(pathParameters),
    stageVariables: valuesRecord(stage.variables),
    requestContext: requestContext(request),
  };
}

const NO_HEADERS = { single: null, multi: null };

/** The headers of an event: the last value of each, and all of them. */
interface HeaderRecords {
  readonly single: Record<string, string>;
  readonly multi: Record<string, readonly string[]>;
}

/** Hot path: nearly always every name occurs once. */
export function headerRecords(headers: HeaderList): HeaderRecords {
  const names = new Set<string>();
  const single: Record<string, string> = {};
  for (const { name, value } of headers) {
    names.add(lowerName(name));
    putMember(single, name, value);
  }
  if (names.size < headers.length) return recordsOfRepeated(headers);
  // V8 makes a copy at once, where filling another record name by name takes as long as the first
  const multi: Record<string, unknown> = { ...single };
  for (const { name, value } of headers) putMember(multi, name, [value]);
  return { single, multi: multi as HeaderRecords['multi'] }; // each member was replaced
}

/** Names that differ only in case are one header, under its first spelling. */
function recordsOfRepeated(headers: HeaderList): HeaderRecords {
  const fields = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const { name, value } of headers) {
    const key = lowerName(name);
    const known = fields.get(key);
    if (known === undefined) fields.set(key, { name, values: [value] });
    else known.values.push(value);
  }
  const records: HeaderRecords = { single: {}, multi: {} };
  for (const { name, values } of fields.values()) {
    putMember(records.single, name, values.at(-1) ?? '');
    putMember(records.multi, name, values);
  }
  return records;
}
