import { loss } from '../../../errors';
import { expectMap, refuseEvent, refuseResource, type EventPlace } from '../refuse';
import { addLambdaIntegration, addStateMachineIntegration, invokeCredentials } from '../swagger/integration';
import { hasIntegration, methodKey, openDocument, emptyDocument, type MethodPlace, type SwaggerDocument } from '../swagger/document';
import { derived, type Made, type SamResource, type Translation } from '../translation';
import { isMap, isSet, member, type JsonMap } from '../value';
import { referencedId } from '../implicit-api';
import { addEventAuth, type EventMethod } from './event-auth';
import { addEventRequest } from './event-request';

/** The API of an event, with the name of its stage or what stands for it. */
export interface LinkedApi {
  readonly id: string;
  readonly properties: JsonMap;
  readonly stage: string;
}

/** Returns the API that an `Api` event is about. It is in the same template. */
export function linkedApi(place: EventPlace, properties: JsonMap, { resources }: Translation): LinkedApi {
  const id = referencedId(properties['RestApiId']);
  if (typeof id !== 'string') return { id: '', properties: {}, stage: '' };
  const words = 'RestApiId property of Api event must reference a valid resource in the same template.';
  const resource = expectMap(resources[id], 'RestApiId', () => refuseEvent(place, words));
  const own = expectMap(resource['Properties'] ?? {}, 'Properties', () => refuseResource(id, "Attribute 'Properties' should be a map."));
  const stage = own['StageName'];
  if (stage === '') throw refuseResource(id, 'StageName cannot be empty.');
  return { id, properties: own, stage: typeof stage === 'string' ? stage : 'Stage' };
}

/** An `Api` event with its API. */
export interface ApiEvent {
  readonly event: string;
  readonly properties: JsonMap;
  readonly api: LinkedApi;
}

type UndocumentedMethod = Omit<EventMethod, 'document'>;

/**
 * Adds the `Api` event of a function to the document of its API, where SAM writes that.
 * @param target - the ARN of the function or its alias inside `Fn::Sub`
 */
export function addFunctionApiEvent(
  owner: SamResource, { event, properties, api, target }: ApiEvent & { readonly target: string }, translation: Translation,
): void {
  const method = methodOf({ owner: owner.id, event }, properties, api);
  if (isSet(api.properties['__MANAGE_SWAGGER']) || isSet(api.properties['MergeDefinitions'])) {
    addMethod({ ...method, condition: owner.condition }, { properties, target }, translation);
  }
  overrideAuth(method, properties['Auth'], translation);
}

function methodOf(place: EventPlace, properties: JsonMap, api: LinkedApi): UndocumentedMethod {
  const { Path: path, Method: method } = properties;
  return { place, path: String(path), method: String(method).toLowerCase(), apiId: api.id, api: api.properties, stage: api.stage };
}

function addMethod(
  method: UndocumentedMethod & { readonly condition: string | undefined },
  { properties, target }: { readonly properties: JsonMap; readonly target: string },
  translation: Translation,
): void {
  const { api, place } = method;
  const body = api['DefinitionBody'];
  if (body === undefined || body === null) {
    reportDocument(place, { id: method.apiId, properties: api }, translation);
    return;
  }
  const document: SwaggerDocument = isSet(api['MergeDefinitions']) ? emptyDocument() : openDocument(body);
  refuseTwice(place, document, method);
  const auth = expectMap(properties['Auth'] ?? {}, 'Auth', (reason) => refuseEvent(place, reason));
  const apiAuth = expectMap(api['Auth'] ?? {}, 'Auth', (reason) => refuseResource(method.apiId, reason));
  const streamed = properties['ResponseTransferMode'] === 'RESPONSE_STREAM';
  const credentials = invokeCredentials(auth, apiAuth, translation.partition);
  const whole = { ...method, document };
  addLambdaIntegration(whole, { uri: invocationUri(target, streamed, translation.partition), credentials, streamed });
  if (isSet(auth)) addEventAuth(whole, auth, translation);
  addEventRequest(whole, properties);
  if (isSet(api['MergeDefinitions'])) mergeMethod(whole, body);
}

/** An API whose document is elsewhere has the routes of that, and no other. */
export function reportDocument({ owner, event }: EventPlace, api: Pick<LinkedApi, 'id' | 'properties'>, { report }: Translation): void {
  if (isSet(api.properties['DefinitionUri'])) report(loss('SAM_EVENT_WITHOUT_ROUTE', owner, { event, api: api.id }));
}

/** The method that SAM makes wins, member by member, over the one that the definition has. */
function mergeMethod({ document, path, method, apiId, api }: EventMethod, body: unknown): void {
  const definition = isMap(body) ? body : {};
  const paths = isSet(definition['paths']) ? definition['paths'] : {};
  if (!isMap(paths)) throw refuseResource(apiId, "Property 'DefinitionBody' is invalid: It should be a map");
  const item = paths[path] ?? {};
  if (!isMap(item)) throw refuseResource(apiId, `Property 'DefinitionBody' is invalid: The value of '${path}' should be a map`);
  const existing = expectMap(item[method] ?? {}, `DefinitionBody.paths.${path}.${method}`, (reason) => refuseResource(apiId, reason));
  const own = member(document.paths[path], methodKey(method));
  paths[path] = { ...item, [method]: { ...existing, ...(isMap(own) ? own : {}) } };
  api['DefinitionBody'] = isSet(definition['paths']) ? { ...definition, paths } : definition;
}

/** With `OverrideApiAuth` an event changes the authorization of a method that the API's own definition declares. */
function overrideAuth(method: UndocumentedMethod, auth: unknown, translation: Translation): void {
  const body = method.api['DefinitionBody'];
  if (!isSet(body) || !isMap(auth) || !isSet(auth['OverrideApiAuth'])) return;
  if (!['Authorizer', 'ApiKeyRequired', 'ResourcePolicy'].some((key) => isSet(auth[key]))) {
    throw refuseEvent(method.place, 'Must define one of: Authorizer, ApiKeyRequired or ResourcePolicy when using the OverrideApiAuth property.');
  }
  addEventAuth({ ...method, document: openDocument(body) }, auth, translation);
}

/** Adds the `Api` event of a state machine, which starts an execution with the request's body. Returns the role that the method names. */
export function stateMachineApiEvent(owner: SamResource, { event, properties, api }: ApiEvent, translation: Translation): Made {
  const method = methodOf({ owner: owner.id, event }, properties, api);
  const roleId = `${owner.id}${event}Role`;
  const body = api.properties['DefinitionBody'];
  if (isSet(api.properties['__MANAGE_SWAGGER']) && body !== undefined) {
    const document = openDocument(body);
    refuseTwice(method.place, document, method);
    const templates = { 'application/json': { 'Fn::Sub': requestTemplate(owner.id, isSet(properties['UnescapeMappingTemplate'])) } };
    addStateMachineIntegration({ ...method, document, condition: owner.condition }, { 'Fn::GetAtt': [roleId, 'Arn'] }, templates);
    if (isMap(properties['Auth']) && isSet(properties['Auth'])) addEventAuth({ ...method, document }, properties['Auth'], translation);
  }
  return derived(owner)(roleId, 'AWS::IAM::Role', {});
}

function requestTemplate(stateMachine: string, unescapes: boolean): string {
  const body = "$util.escapeJavaScript($input.json('$'))";
  return unescapes
    ? `{"input": "${body}.replaceAll("\\\\'","'")", "stateMachineArn": "\${${stateMachine}}"}`
    : `{"input": "${body}", "stateMachineArn": "\${${stateMachine}}"}`;
}

function refuseTwice(place: EventPlace, document: SwaggerDocument, { path, method }: Pick<MethodPlace, 'path' | 'method'>): void {
  if (hasIntegration(document, path, method)) throw refuseEvent(place, `API method "${method}" defined multiple times for path "${path}".`);
}

/** The address of the calls of a function. */
export function invocationUri(arn: string, streamed: boolean, partition: string): JsonMap {
  const [version, action] = streamed ? ['2021-11-15', 'response-streaming-invocations'] : ['2015-03-31', 'invocations'];
  return { 'Fn::Sub': `arn:${partition}:apigateway:\${AWS::Region}:lambda:path/${version}/functions/\${${arn}}/${action}` };
}
