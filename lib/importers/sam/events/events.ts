import { referencedId } from '../implicit-api';
import { expectMap, refuseEvent, refuseResource, type EventPlace } from '../refuse';
import { hasIntegration, openDocument } from '../swagger/document';
import { addHttpApiIntegration } from '../swagger/integration';
import { setMethodAuthorizer } from '../swagger/security';
import type { SamResource, Translation } from '../translation';
import { isMap, isSet, member, printed, type JsonMap } from '../value';
import { invocationUri, reportDocument, linkedApi, type ApiEvent } from './api-event';
import { checkProperties, API_EVENT_PROPERTIES, HTTP_API_EVENT_PROPERTIES } from '../resources/properties';

/** An `HttpApi` event of a function. */
export interface HttpApiEvent {
  readonly event: string;
  readonly properties: JsonMap;
}

interface LinkedHttpApi {
  readonly id: string;
  readonly properties: JsonMap;
}

/**
 * Adds the `HttpApi` event of a function to the document of its API: an integration, its authorizer and the settings of its route.
 * @param target - the ARN of the function or its alias inside `Fn::Sub`
 */
export function addHttpApiEvent(
  owner: SamResource, { event, properties, target }: HttpApiEvent & { readonly target: string }, translation: Translation,
): void {
  const place = { owner: owner.id, event };
  const api = linkedHttpApi(place, properties, translation);
  const path = String(properties['Path']);
  const method = String(properties['Method']).toLowerCase();
  const httpMethod = method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase();
  addRouteSettings(api.properties, /^\/?\$default$/.test(path) ? path : `${httpMethod} ${path}`, properties['RouteSettings']);
  const body = api.properties['DefinitionBody'];
  if (body === undefined || body === null) return reportDocument(place, api, translation);
  const document = openDocument(body);
  const isDeclared = hasIntegration(document, path, method);
  if (isDeclared && isSet(api.properties['__MANAGE_SWAGGER'])) throw refuseEvent(place, `API method "${method}" defined multiple times for path "${path}".`);
  const uri = invocationUri(target, false, translation.partition);
  const settings = { payloadFormatVersion: properties['PayloadFormatVersion'] ?? '2.0', timeoutInMillis: properties['TimeoutInMillis'] };
  if (!isDeclared) addHttpApiIntegration({ document, path, method, condition: owner.condition }, uri, settings);
  const chosen = chosenAuthorizer(place, properties['Auth'], api);
  if (chosen !== undefined) setMethodAuthorizer({ document, path, method }, chosen);
}

function linkedHttpApi(place: EventPlace, properties: JsonMap, { resources }: Translation): LinkedHttpApi {
  const id = String(referencedId(properties['ApiId']));
  const resource = expectMap(resources[id], 'ApiId', () => refuseEvent(place, "ApiId must be a valid reference to an 'AWS::Serverless::HttpApi' resource in same template."));
  const own = expectMap(resource['Properties'] ?? {}, 'Properties', () => refuseResource(id, "Attribute 'Properties' should be a map."));
  return { id, properties: own };
}

/** Settings of a route are those of the stage. */
function addRouteSettings(api: JsonMap, routeKey: string, settings: unknown): void {
  if (!isSet(settings) || !isMap(settings)) return;
  const existing = isMap(api['RouteSettings']) ? api['RouteSettings'] : {};
  const key = routeKey.replace(/^\/\$default$/, '$default');
  const known = existing[key];
  api['RouteSettings'] = { ...existing, [key]: { ...(isMap(known) ? known : {}), ...settings } };
}

/** The authorizer that an event names; scopes alone are those of the default one. */
function chosenAuthorizer(place: EventPlace, auth: unknown, { properties }: LinkedHttpApi) {
  if (!isSet(auth)) return undefined;
  const own = expectMap(auth, 'Auth', (reason) => refuseEvent(place, reason));
  const apiAuth = properties['Auth'];
  const scopes = member(own, 'AuthorizationScopes');
  const authorizer = isSet(own['Authorizer']) ? own['Authorizer'] : isSet(scopes) ? member(apiAuth, 'DefaultAuthorizer') : undefined;
  if (authorizer === undefined && !isSet(scopes)) return undefined;
  if (typeof authorizer !== 'string') throw refuseEvent(place, 'Unable to set Authorizer: it must be the name of an authorizer of the API.');
  const authorizers = member(apiAuth, 'Authorizers');
  const isKnown = authorizer === 'NONE' || authorizer === 'AWS_IAM' || isSet(member(authorizers, authorizer));
  if (!isKnown) throw refuseEvent(place, `Unable to set Authorizer [${authorizer}] on API method because it wasn't defined in the API's Authorizers.`);
  if (authorizer === 'NONE' && isSet(scopes)) throw refuseEvent(place, "Unable to set AuthorizationScopes because 'NONE' is no authorizer.");
  return { authorizer, scopes, authorizers };
}

/** Events that have no part in an API. */
const OTHER_EVENTS = new Set([
  'AlexaSkill', 'CloudWatchEvent', 'CloudWatchLogs', 'Cognito', 'DocumentDB', 'DynamoDB', 'EventBridgeRule', 'IoTRule', 'Kinesis', 'MQ', 'MSK', 'S3',
  'SNS', 'SQS', 'Schedule', 'ScheduleV2', 'SelfManagedKafka',
]);

type EventOwner = SamResource & { readonly type: keyof typeof API_EVENT_PROPERTIES };

/** Returns the `Api` events of a function or state machine with their APIs, in the order of paths, as the translator adds them. */
export function apiEvents(resource: EventOwner, translation: Translation): readonly ApiEvent[] {
  const events = Object.entries(eventsOf(resource.properties)).flatMap(([name, event]) => {
    const place = { owner: resource.id, event: name };
    if (checkedType(place, event) !== 'Api') return [];
    const properties = checkedProperties(resource, place, event);
    return [{ event: name, properties, api: linkedApi(place, properties, translation) }];
  });
  return events.sort((left, right) => compare(String(left.properties['Path']), String(right.properties['Path'])));
}

/** Returns the `HttpApi` events of a function. Their types were checked with the others. */
export function httpApiEvents({ id: owner, properties }: SamResource): readonly HttpApiEvent[] {
  return Object.entries(eventsOf(properties)).flatMap(([name, event]) => {
    if (member(event, 'Type') !== 'HttpApi') return [];
    const own = member(event, 'Properties');
    if (!isMap(own)) throw refuseResource(`${owner}${name}`, 'Properties of a resource must be an object.');
    checkProperties({ id: `${owner}${name}`, type: 'HttpApi' }, own, HTTP_API_EVENT_PROPERTIES);
    return [{ event: name, properties: own }];
  });
}

/** Returns the names of the events that are not read, by their type. */
export function otherEvents(properties: unknown): readonly (readonly [type: string, name: string])[] {
  return Object.entries(eventsOf(properties))
    .map(([name, event]) => [String(member(event, 'Type')), name] as const)
    .filter(([type]) => OTHER_EVENTS.has(type));
}

function eventsOf(properties: unknown): JsonMap {
  const events = member(properties, 'Events');
  return isMap(events) ? events : {};
}

/** A misspelled type may be that of a route which protects its path. */
function checkedType(place: EventPlace, event: unknown): string {
  const type = member(event, 'Type');
  if (typeof type === 'string' && (type === 'Api' || type === 'HttpApi' || OTHER_EVENTS.has(type))) return type;
  throw refuseEvent(place, `Resource dict has missing or invalid value for key Type. Event Type is: ${printed(type)}.`);
}

function checkedProperties({ type }: EventOwner, { owner, event: name }: EventPlace, event: unknown): JsonMap {
  const id = `${owner}${name}`;
  const properties = isMap(event) && Object.hasOwn(event, 'Properties') ? event['Properties'] : {};
  if (!isMap(properties)) throw refuseResource(id, 'Properties of a resource must be an object.');
  checkProperties({ id, type: 'Api' }, properties, API_EVENT_PROPERTIES[type]);
  return properties;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
