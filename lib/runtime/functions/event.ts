import type { Identified, Routed } from '../exchange';
import { mediaType, headerValue, type HeaderList } from '../headers';
import { matchesMediaTypes } from '../media-types';
import { requestContext } from './request-context';

/**
 * The event of a proxy integration: every key of the base specification's tables and of today's API Gateway.
 * Members without a value are present and null.
 * @see base specification, Events; aws-data-plane §4
 */
export function proxyEvent(request: Identified): Record<string, unknown> {
  const { received, stage } = request;
  const isBinary = matchesMediaTypes(mediaType(headerValue(request.headers, 'content-type')), stage.binaryMediaTypes);
  const body = received.body.length === 0 ? null : received.body.toString(isBinary ? 'base64' : 'utf8');
  return { ...requestMembers(request), body, isBase64Encoded: isBinary && body !== null };
}

/** The members that a proxy event shares with the event of an authorizer function: all but the body. */
export function requestMembers(request: Routed & Partial<Pick<Identified, 'apiKey' | 'principal'>>): Record<string, unknown> {
  const { received, stage, plan } = request;
  return {
    resource: plan.resourcePath,
    path: request.path,
    httpMethod: received.method,
    headers: orNull(lastValues(request.headers)),
    multiValueHeaders: orNull(allValues(request.headers)),
    queryStringParameters: orNull(mapValues(request.queryParameters, (values) => values.at(-1) ?? '')),
    multiValueQueryStringParameters: orNull(request.queryParameters),
    pathParameters: orNull(request.pathParameters),
    stageVariables: orNull(stage.variables),
    requestContext: requestContext(request),
  };
}

/** The last value of each header; names that differ in case only are one header under its first spelling. */
function lastValues(headers: HeaderList): Record<string, string> {
  return mapValues(allValues(headers), (values) => values.at(-1) ?? '');
}

function allValues(headers: HeaderList): Record<string, readonly string[]> {
  const spelling = new Map<string, string>();
  const values = emptyRecord<string[]>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const spelled = spelling.get(key) ?? name;
    spelling.set(key, spelled);
    (values[spelled] ??= []).push(value);
  }
  return values;
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  const changed = emptyRecord<To>();
  for (const [key, value] of Object.entries(record)) changed[key] = change(value);
  return changed;
}

function orNull<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> | null {
  return Object.keys(record).length === 0 ? null : record;
}

/** No prototype: the keys are the client's, `__proto__` among them. */
function emptyRecord<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>; // an object without members is a record of any value
}
