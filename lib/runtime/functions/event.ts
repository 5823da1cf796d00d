import type { Identified, MethodPlan, Routed, ServedStage } from '../exchange';
import { headerValue, lowerName, mediaType, type HeaderList } from '../headers';
import { matchesMediaTypes } from '../media-types';
import { requestContext } from './request-context';

/** What events are made of. */
export type EventSource = Omit<Routed, 'stage' | 'plan' | 'recorder'> & Partial<Pick<Identified, 'apiKey' | 'principal'>> & {
  readonly stage: Pick<
    ServedStage, 'name' | 'variables' | 'accountId' | 'apiId' | 'deploymentId' | 'domainName' | 'isCanary' | 'vendor' | 'endpointType' | 'binaryMediaTypes'
  >;
  readonly plan: Pick<MethodPlan, 'resourceId' | 'resourcePath'>;
};

/**
 * The event of a proxy integration: every key of the base specification's tables and of today's API Gateway.
 * Members without a value are present and null.
 * @see base specification, Events; aws-data-plane §4
 */
export function proxyEvent(request: EventSource): Record<string, unknown> {
  const { received, stage } = request;
  const isBinary = stage.binaryMediaTypes.length > 0
    && matchesMediaTypes(mediaType(headerValue(request.headers, 'content-type')), stage.binaryMediaTypes);
  const event = requestMembers(request);
  event.body = received.body.length === 0 ? null : received.body.toString(isBinary ? 'base64' : 'utf8');
  event.isBase64Encoded = isBinary && event.body !== null;
  return event;
}

/**
 * The members that a proxy event shares with the event of an authorizer function: all but the body. All objects in it are
 * new, and ordinary ones: in an instance the handler gets them as they are.
 */
export function requestMembers(request: EventSource): Record<string, unknown> {
  const { received, stage, plan, queryParameters } = request;
  const headers = headerRecords(request.headers);
  return {
    resource: plan.resourcePath,
    path: request.path,
    httpMethod: received.method,
    headers: headers?.single ?? null,
    multiValueHeaders: headers?.multi ?? null,
    queryStringParameters: recordOf(queryParameters, lastOf),
    multiValueQueryStringParameters: recordOf(queryParameters, copyOf),
    pathParameters: recordOf(request.pathParameters, asItIs),
    stageVariables: recordOf(stage.variables, asItIs),
    requestContext: requestContext(request),
  };
}

const lastOf = (values: readonly string[]): string => values.at(-1) ?? '';
const copyOf = (values: readonly string[]): readonly string[] => [...values];
const asItIs = (value: string): string => value;

/** A new record, null where it would be empty. */
function recordOf<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> | null {
  let made: Record<string, To> | null = null;
  for (const key of Object.keys(record)) {
    made ??= {};
    put(made, key, change(record[key] as From)); // one of its keys
  }
  return made;
}

/** Names are the client's: `__proto__` is one like any other. */
function put<Value>(record: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
  else record[key] = value;
}

interface HeaderRecords {
  readonly single: Record<string, string>;
  readonly multi: Record<string, readonly string[]>;
}

/** Records with the names of one list of header lines; copies of them are made ten times faster than records are filled. */
interface HeaderShape {
  readonly names: readonly string[];
  readonly single: Readonly<Record<string, string>>;
  readonly multi: Readonly<Record<string, readonly string[]>>;
}

const MAX_SHAPES = 200;
const MAX_SHAPE_NAMES = 60;
const shapes = new Map<string, HeaderShape>();
const NO_VALUES: readonly string[] = [];

/** The last value of each header, and all of them; names that differ in case only are one header under its first spelling. */
function headerRecords(headers: HeaderList): HeaderRecords | undefined {
  if (headers.length === 0) return undefined;
  const shape = shapeOf(headers);
  if (shape === undefined) return filledRecords(headers);
  const single = { ...shape.single };
  const multi = { ...shape.multi };
  for (const { name, value } of headers) {
    single[name] = value;
    multi[name] = [value];
  }
  return { single, multi };
}

let lastShape: HeaderShape | undefined;

/** The shape of lines whose names are all different, and nothing else but names. */
function shapeOf(headers: HeaderList): HeaderShape | undefined {
  if (lastShape !== undefined && hasNames(headers, lastShape.names)) return lastShape;
  if (headers.length > MAX_SHAPE_NAMES) return undefined;
  const names = headers.map(({ name }) => name);
  const key = names.join('\n');
  const known = shapes.get(key);
  if (known !== undefined) {
    lastShape = known;
    return known;
  }
  const lower = new Set(names.map(lowerName));
  if (lower.size < names.length || lower.has('__proto__') || shapes.size >= MAX_SHAPES) return undefined;
  const single = Object.fromEntries(names.map((name) => [name, '']));
  const multi = Object.fromEntries(names.map((name) => [name, NO_VALUES]));
  lastShape = { names, single, multi };
  shapes.set(key, lastShape);
  return lastShape;
}

function hasNames(headers: HeaderList, names: readonly string[]): boolean {
  if (headers.length !== names.length) return false;
  for (let index = 0; index < names.length; index++) if (headers[index]?.name !== names[index]) return false;
  return true;
}

function filledRecords(headers: HeaderList): HeaderRecords {
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
    put(records.single, name, lastOf(all));
    put(records.multi, name, all);
  }
  return records;
}
