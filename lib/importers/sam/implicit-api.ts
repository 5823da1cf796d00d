import { GatewayError } from '../../errors';
import { expectMap, expectPresent, expectText, refuseEvent, type EventPlace } from './refuse';
import { addPath, emptyDocument, isDocument } from './swagger/document';
import { conditional, isMap, isSet, member, type JsonMap } from './value';

/** The two kinds of APIs that events may be about, and the API that SAM makes for events that name none. */
export const API_KINDS = {
  rest: { event: 'Api', reference: 'RestApiId', type: 'AWS::Serverless::Api', implicit: 'ServerlessRestApi' },
  http: { event: 'HttpApi', reference: 'ApiId', type: 'AWS::Serverless::HttpApi', implicit: 'ServerlessHttpApi' },
} as const;

type ApiKind = (typeof API_KINDS)[keyof typeof API_KINDS];
type Owner = readonly [id: string, resource: JsonMap];

interface Method {
  readonly api: string;
  readonly path: string;
  readonly method: string;
  readonly owner: JsonMap;
}

/** Types of resources whose events may be about an API. */
export const EVENT_OWNERS = new Set<unknown>(['AWS::Serverless::Function', 'AWS::Serverless::StateMachine']);

/** APIs without a definition get an empty one, which SAM fills. */
export function addManagedDefinitions(resources: JsonMap): void {
  for (const resource of Object.values(resources)) {
    if (!isMap(resource) || !Object.values(API_KINDS).some(({ type }) => type === resource['Type'])) continue;
    const properties = isMap(resource['Properties']) ? resource['Properties'] : {};
    if (isSet(properties['DefinitionBody']) || isSet(properties['DefinitionUri'])) continue;
    resource['Properties'] = { ...properties, DefinitionBody: emptyDocument(), __MANAGE_SWAGGER: true };
  }
}

/** Adds the implicit API where events need it, and the paths of all events to the documents that SAM manages. */
export function addEventPaths(template: JsonMap, resources: JsonMap, kind: ApiKind): void {
  const existing = resources[kind.implicit];
  const properties = { ...(kind.event === 'Api' ? { StageName: 'Prod' } : {}), DefinitionBody: emptyDocument(), __MANAGE_SWAGGER: true };
  resources[kind.implicit] = { Type: kind.type, Properties: properties };
  const { methods, errors } = collectMethods(resources, kind);
  const implicit = resources[kind.implicit];
  const own = methods.filter((method) => method.api === kind.implicit);
  const condition = commonCondition(template, `${kind.implicit}Condition`, own);
  // it exists if the owner of one of its events does
  if (isMap(implicit) && condition !== undefined) implicit['Condition'] = condition;
  for (const [id, resource] of Object.entries(resources)) {
    if (isMap(resource) && resource['Type'] === kind.type) addPathConditions(template, [id, resource], methods);
  }
  if (own.length === 0) {
    if (existing === undefined) Reflect.deleteProperty(resources, kind.implicit);
    else resources[kind.implicit] = existing;
  }
  const [first] = errors;
  if (first !== undefined) throw errors.length === 1 ? first : new AggregateError(errors);
}

function collectMethods(resources: JsonMap, kind: ApiKind) {
  const methods: Method[] = [];
  const errors: GatewayError[] = [];
  for (const [id, resource] of Object.entries(resources)) {
    if (!isMap(resource) || !EVENT_OWNERS.has(resource['Type'])) continue;
    try {
      for (const [event, value] of eventsOf(resource, kind)) methods.push(...addEvent(resources, [id, resource], { kind, event, value }));
    } catch (error) {
      if (!GatewayError.isGatewayError(error) || error.code !== 'SAM_RESOURCE_INVALID') throw error;
      errors.push(error);
    }
  }
  return { methods, errors };
}

function eventsOf(resource: JsonMap, kind: ApiKind): readonly (readonly [string, JsonMap])[] {
  const events = member(resource['Properties'], 'Events');
  return Object.entries(isMap(events) ? events : {}).flatMap(([name, event]) => (isMap(event) && event['Type'] === kind.event ? [[name, event]] : []));
}

function addEvent(
  resources: JsonMap, [owner, resource]: Owner,
  { kind, event, value }: { readonly kind: ApiKind; readonly event: string; readonly value: JsonMap },
): readonly Method[] {
  const place = { owner, event };
  if (kind.event === 'HttpApi' && !isSet(value['Properties'])) value['Properties'] = {};
  if (kind.event === 'Api' && !isSet(value['Properties'])) return [];
  const properties = expectMap(value['Properties'], '', () => refuseEvent(place, 'Properties should be a map.'));
  if (!Object.hasOwn(properties, kind.reference)) properties[kind.reference] = { Ref: kind.implicit };
  if (kind.event === 'HttpApi' && !isSet(properties['Path']) && !isSet(properties['Method'])) {
    Object.assign(properties, { Path: '$default', Method: 'x-amazon-apigateway-any-method' });
  }
  const method = { ...checkedEvent(place, properties, kind), owner: resource };
  addToDocument(resources, kind, { place, ...method });
  return [method];
}

function checkedEvent(place: EventPlace, properties: JsonMap, { reference }: ApiKind): Omit<Method, 'owner'> {
  const refuse = (reason: string) => refuseEvent(place, reason);
  expectPresent(properties['Path'], 'Path', refuse);
  expectPresent(properties['Method'], 'Method', refuse);
  return {
    api: expectText(referencedId(properties[reference]), reference, refuse),
    path: expectText(properties['Path'], 'Path', refuse),
    method: expectText(properties['Method'], 'Method', refuse),
  };
}

/** The logical id in a `Ref`, or the value as it is. */
export function referencedId(value: unknown): unknown {
  return isMap(value) && Object.hasOwn(value, 'Ref') ? value['Ref'] : value;
}

function addToDocument(resources: JsonMap, kind: ApiKind, { place, api, path, method }: Method & { readonly place: EventPlace }): void {
  const resource = resources[api];
  const isOtherKind = isMap(resource) && resource['Type'] === 'AWS::Serverless::HttpApi' && kind.event === 'Api';
  if (!isMap(resource) || isOtherKind) {
    throw refuseEvent(place, `${kind.reference} must be a valid reference to an '${kind.type}' resource in same template.`);
  }
  const document = member(resource['Properties'], 'DefinitionBody');
  const isManaged = isSet(member(resource['Properties'], '__MANAGE_SWAGGER'));
  // a definition of an HTTP API takes the routes of events as well
  if (isDocument(document) && (isManaged || kind.event === 'HttpApi')) addPath(document, path, method);
}

function addPathConditions(template: JsonMap, [id, resource]: Owner, methods: readonly Method[]): void {
  const properties = resource['Properties'];
  const document = member(properties, 'DefinitionBody');
  if (!isDocument(document) || !isSet(member(properties, '__MANAGE_SWAGGER'))) return;
  for (const path of Object.keys(document.paths)) {
    const own = methods.filter((method) => method.api === id && method.path === path);
    const name = `${id}${path.replaceAll('/', 'SLASH').replaceAll('{', 'OB').replaceAll('}', 'CB')}PathCondition`;
    const condition = commonCondition(template, name, own);
    if (condition !== undefined) document.paths[path] = conditional(condition, document.paths[path]);
  }
}

/** The one condition that all methods depend on, or one made for the purpose; undefined without methods, or if a method depends on none. */
function commonCondition(template: JsonMap, name: string, methods: readonly Method[]): string | undefined {
  const conditions = [...new Set(methods.map(({ owner }) => owner['Condition']))];
  const names = conditions.filter((condition) => typeof condition === 'string').sort();
  if (names.length === 0 || names.length < conditions.length) return undefined;
  return names.length === 1 ? names[0] : combinedCondition(template, names, name);
}

/** `Fn::Or` takes ten conditions at most. */
const MAX_CONDITIONS = 10;

/** Adds a condition that holds if one of at least two others does; more than ten are combined in steps. */
export function combinedCondition(template: JsonMap, names: readonly string[], name: string): string {
  const conditions = isMap(template['Conditions']) ? template['Conditions'] : {};
  template['Conditions'] = conditions;
  let step = Math.floor((names.length - 2) / (MAX_CONDITIONS - 1));
  let left = names;
  while (left.length > 1) {
    const combined = step > 0 ? `${name}${step}` : name;
    conditions[combined] = { 'Fn::Or': left.slice(0, MAX_CONDITIONS).map((condition) => ({ Condition: condition })) };
    left = [...left.slice(MAX_CONDITIONS), combined];
    step -= 1;
  }
  return name;
}
