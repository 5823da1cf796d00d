import {
  CONNECT_ROUTE, DEFAULT_ROUTE_PATH, describeProtocol, DISCONNECT_ROUTE, methodsOf, pathParts, readPathPart, routePathOf,
  type AuthorizationSpec, type GatewaySpec, type LocatedMethod,
} from '../../spec';
import { authorizerName, callerType, formatOf, type EventFormat } from './formats';
import { comment, memberName, modelTypes, union, freeTypeName, typeName, type ModelTypes } from './model-types';
import { SHAPES } from './shared-shapes';

const HEAD = '// Types of the events that functions receive. Written by synthgate; do not edit.\n';

/** The declarations of events and bodies, which import nothing. Names that two APIs have begin with the name of their API. */
export function eventTypesText(specs: readonly GatewaySpec[]): string {
  const sorted = [...specs].sort((one, other) => (one.api.name < other.api.name ? -1 : 1));
  const wanted = sorted.map((spec) => new Set([...eventsOf(spec).map(({ name }) => name), ...Object.keys(spec.models)]));
  const isShared = (name: string): boolean => wanted.filter((names) => names.has(name)).length > 1;
  const taken = new Set(FORMATS.flatMap((format) => NAMES[format]));
  const parts = sorted.map((spec) => apiText(spec, { taken, isShared }));
  const formats = FORMATS.filter((format) => sorted.some((spec) => eventsOf(spec).some((event) => event.format === format)));
  return [HEAD, ...parts, ...formats.map((format) => `${SHAPES[format]}\n`), 'export {};\n'].join('\n');
}

const FORMATS: readonly EventFormat[] = ['rest', '1.0', '2.0', 'websocket'];

/** Names of the shared shapes: of the event, and of its context. */
const NAMES: Readonly<Record<EventFormat, readonly [event: string, context: string, ...others: string[]]>> = {
  'rest': ['RestEvent', 'RestEventContext'],
  '1.0': ['HttpEvent1', 'HttpEvent1Context'],
  '2.0': ['HttpEvent', 'HttpEventContext'],
  'websocket': ['WebSocketEvent', 'WebSocketEventContext', 'WebSocketHandshake'],
};

/** A method whose function receives events. */
interface MethodEvent extends LocatedMethod {
  readonly format: EventFormat;
  /** The name without that of the API. */
  readonly name: string;
}

function eventsOf(spec: GatewaySpec): MethodEvent[] {
  return methodsOf(spec).flatMap((placed) => {
    const format = formatOf(placed.method.integration, spec);
    return format === undefined ? [] : [{ ...placed, format, name: `${baseName(placed, spec)}Event` }];
  });
}

/** `PetsPetIdGet`; the default route of an HTTP API and routes of WebSocket APIs are named by their key alone. */
function baseName({ path, httpMethod }: LocatedMethod, spec: GatewaySpec): string {
  const { paths, methodKey } = describeProtocol(spec);
  if (paths === 'route-keys' || path === DEFAULT_ROUTE_PATH) return typeName([methodKey(path, httpMethod)]);
  return typeName([...(path === '/' ? ['root'] : pathParts(path)), httpMethod]);
}

interface Names {
  readonly taken: Set<string>;
  readonly isShared: (name: string) => boolean;
}

function apiText(spec: GatewaySpec, { taken, isShared }: Names): string {
  const named = (name: string): string => (isShared(name) ? typeName([spec.api.name, name]) : name);
  const events = eventsOf(spec).map((event) => ({ ...event, name: freeTypeName(named(event.name), taken) }));
  const models = modelTypes(spec, taken, named);
  const lines = events.flatMap((event) => [...bodyLines(event, models, taken), ...EVENT_LINES[event.format](event, spec)]);
  return [`// ${spec.api.name.replace(/\s+/g, ' ')}\n`, ...lines, ...models.lines].join('\n');
}

/** The bodies that models describe, of all media types. */
function bodyLines({ name, location, method }: MethodEvent, models: ModelTypes, taken: Set<string>): string[] {
  const types = Object.entries(method.requestModels).map(([, model]) => models.nameOf(model)).filter((type) => type !== 'unknown');
  if (types.length === 0) return [];
  const text = `The body of ${location}: \`JSON.parse(event.body)\`.`;
  return [comment(text), `export type ${freeTypeName(name.replace(/Event(\d*)$/, 'Body$1'), taken)} = ${union(types)};`, ''];
}

type EventLines = (event: MethodEvent, spec: GatewaySpec) => string[];

/** The members that differ between the routes of an API, for each form of events. */
const EVENT_LINES: Readonly<Record<EventFormat, EventLines>> = {
  'rest': v1Lines,
  '1.0': v1Lines,
  '2.0': v2Lines,
  'websocket': webSocketLines,
};

function v1Lines({ format, name, location, path, httpMethod, method }: MethodEvent, spec: GatewaySpec): string[] {
  const [base, context] = NAMES[format];
  const query = queryTypes(method, spec);
  return declared(`${location}.`, `${name} extends ${base}`, [
    ...(format === '1.0' ? ['version: \'1.0\';'] : []),
    `resource: ${literal(format === '1.0' && path === DEFAULT_ROUTE_PATH ? describeProtocol(spec).methodKey(path, httpMethod) : path)};`,
    `httpMethod: ${httpMethod === 'ANY' ? 'string' : literal(httpMethod)};`,
    `pathParameters: ${pathType(path) ?? 'null'};`,
    `queryStringParameters: ${query.single};`,
    `multiValueQueryStringParameters: ${query.multi};`,
    `stageVariables: ${union([...variablesType(spec), ...(hasVariablesAlways(spec) ? [] : ['null'])])};`,
    contextLine(context, method.authorization, format),
  ]);
}

function v2Lines({ format, name, location, path, httpMethod, method }: MethodEvent, spec: GatewaySpec): string[] {
  const [base, context] = NAMES[format];
  const parameters = pathType(path);
  const [variables] = variablesType(spec);
  const routeKey = `routeKey: ${literal(describeProtocol(spec).methodKey(path, httpMethod))};`;
  return declared(`${location}.`, `${name} extends ${base}`, [
    routeKey,
    `pathParameters${parameters === undefined ? '?: never' : `: ${parameters}`};`,
    `stageVariables${hasVariablesAlways(spec) ? '' : '?'}: ${variables ?? 'never'};`,
    contextLine(`${context} & { ${routeKey.slice(0, -1)} }`, method.authorization, format),
  ]);
}

/** The events of a WebSocket API by their route: the service itself chooses two of them. */
function webSocketLines({ format, name, location, path, httpMethod }: MethodEvent, spec: GatewaySpec): string[] {
  const [base, context, handshake = ''] = NAMES[format];
  const routeKey = describeProtocol(spec).methodKey(path, httpMethod);
  const [variables] = variablesType(spec);
  const isMessage = routeKey !== CONNECT_ROUTE && routeKey !== DISCONNECT_ROUTE;
  const authorization = spec.resources[routePathOf(CONNECT_ROUTE)]?.methods.ANY?.authorization ?? { type: 'NONE' };
  const type = TYPES[routeKey] ?? '{ eventType: \'MESSAGE\'; messageId: string }';
  return declared(`${location}.`, `${name} extends ${base}${isMessage ? '' : `, ${handshake}`}`, [
    ...(isMessage ? ['body: string;'] : ['body?: never;']),
    `stageVariables${hasVariablesAlways(spec) ? '' : '?'}: ${variables ?? 'never'};`,
    contextLine(`${context} & { routeKey: ${literal(routeKey)} } & ${type}`, authorization, format),
  ]);
}

const TYPES: Readonly<Partial<Record<string, string>>> = {
  [CONNECT_ROUTE]: '{ eventType: \'CONNECT\' }',
  [DISCONNECT_ROUTE]: '{ eventType: \'DISCONNECT\'; disconnectStatusCode: number; disconnectReason: string }',
};

function declared(about: string, head: string, members: readonly string[]): string[] {
  return [comment(about), `export interface ${head} {`, ...members.map((member) => `  ${member}`), '}', ''];
}

/** Members without a value are missing or undefined, as in the types of `@types/aws-lambda`. */
const NO_CALLER: Readonly<Record<EventFormat, string>> = {
  'rest': 'authorizer: undefined', '1.0': 'authorizer: undefined', '2.0': 'authorizer?: never', 'websocket': 'authorizer?: never',
};

/** The caller beside the context: values of an authorizer are known to its own code only, so any may be missing. */
function contextLine(context: string, authorization: AuthorizationSpec, format: EventFormat): string {
  const caller = callerType(authorization, format);
  const name = authorizerName(authorization);
  const member = caller === undefined ? NO_CALLER[format] : `authorizer: ${caller}`;
  return `${caller === undefined || name === undefined ? '' : `${comment(`authorized by ${name}`)}\n  `}requestContext: ${context} & { ${member} };`;
}

/** Exactly the parameters of a path. */
function pathType(path: string): string | undefined {
  const names = pathParts(path).flatMap((text) => {
    const part = readPathPart(text);
    return part === undefined || part.type === 'literal' ? [] : [part.name];
  });
  return names.length === 0 ? undefined : `{ ${names.map((name) => `${memberName(name)}: string`).join('; ')} }`;
}

const QUERY = 'method.request.querystring.';

/** The names that a method declares, or any name where it declares none. Only a validator makes sure that a required one is there. */
function queryTypes(
  { requestParameters, requestValidator }: LocatedMethod['method'], { requestValidators }: GatewaySpec,
): { readonly single: string; readonly multi: string } {
  const isChecked = requestValidator !== undefined && requestValidators[requestValidator]?.validateRequestParameters === true;
  const declared = Object.entries(requestParameters).filter(([name]) => name.startsWith(QUERY))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, isRequired]) => ({ name: name.slice(QUERY.length), isThere: isRequired && isChecked }));
  const record = (type: string): string => (declared.length === 0
    ? `{ [name: string]: ${type} | undefined }`
    : `{ ${declared.map(({ name, isThere }) => `${memberName(name)}${isThere ? '' : '?'}: ${type}`).join('; ')} }`);
  const orNone = declared.some(({ isThere }) => isThere) ? '' : ' | null';
  return { single: `${record('string')}${orNone}`, multi: `${record('string[]')}${orNone}` };
}

/** Exactly the variables of the stages; one that a stage lacks may be missing. None if no stage has any. */
function variablesType({ stages }: GatewaySpec): string[] {
  const all = Object.values(stages).map(({ variables, canary }) => ({ variables, overrides: canary?.stageVariableOverrides ?? {} }));
  const names = [...new Set(all.flatMap(({ variables, overrides }) => [...Object.keys(variables), ...Object.keys(overrides)]))].sort();
  if (names.length === 0) return [];
  const members = names.map((name) => `${memberName(name)}${all.every(({ variables }) => Object.hasOwn(variables, name)) ? '' : '?'}: string`);
  return [`{ ${members.join('; ')} }`];
}

/** Whether every stage has a variable: an event without any has no such member. */
function hasVariablesAlways({ stages }: GatewaySpec): boolean {
  const all = Object.values(stages);
  return all.length > 0 && all.every(({ variables }) => Object.keys(variables).length > 0);
}

function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
