import { refuseEvent, refuseResource, type EventPlace } from '../refuse';
import { checkProperties } from '../resources/check-properties';
import { API_EVENT_PROPERTIES, HTTP_API_EVENT_PROPERTIES } from '../resources/properties';
import type { SamResource, Translation } from '../translation';
import { isMap, member, printed, type JsonMap } from '../value';
import { linkedApi, type ApiEvent } from './api-event';
import type { HttpApiEvent } from './http-api-event';

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
