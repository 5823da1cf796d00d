import { refuseEvent, refuseResource, type EventPlace } from '../refuse';
import { checkProperties } from '../resources/check-properties';
import { FUNCTION_EVENT_PROPERTIES } from '../resources/event-properties';
import type { Made, SamResource, Translation } from '../translation';
import { isMap, isSet, printed, type JsonMap } from '../value';
import { functionApiEvent, linkedApi, type LinkedApi, type Target } from './api-event';
import { checkOtherEvent, checkReferencedResource } from './other-events';
import { addHttpApiEvent } from './http-api-event';

/** The events of a function with their APIs, after the checks that the translator makes before it looks at the function. */
export interface LinkedEvent {
  readonly name: string;
  readonly type: keyof typeof FUNCTION_EVENT_PROPERTIES;
  readonly properties: JsonMap;
  readonly api: LinkedApi | undefined;
}

export function linkEvents(resource: SamResource, translation: Translation): readonly LinkedEvent[] {
  const events = resource.properties['Events'];
  return Object.entries(isMap(events) ? events : {}).map(([name, event]) => linkEvent(resource, [name, event], translation));
}

function linkEvent(resource: SamResource, [name, event]: readonly [string, unknown], translation: Translation): LinkedEvent {
  const place = { owner: resource.id, event: name };
  const { type, properties } = checkedEvent(place, event);
  checkReferencedResource(place, { type, properties }, translation);
  return { name, type, properties, api: type === 'Api' ? linkedApi(place, properties, translation) : undefined };
}

function checkedEvent(place: EventPlace, event: unknown): Pick<LinkedEvent, 'type' | 'properties'> {
  const type = isMap(event) ? event['Type'] : undefined;
  if (typeof type !== 'string' || !isEventType(type)) {
    throw refuseEvent(place, `Resource dict has missing or invalid value for key Type. Event Type is: ${printed(type)}.`);
  }
  const properties = isMap(event) && Object.hasOwn(event, 'Properties') ? event['Properties'] : {};
  const id = `${place.owner}${place.event}`;
  if (!isMap(properties)) throw refuseResource(id, 'Properties of a resource must be an object.');
  checkProperties({ id, type }, properties, FUNCTION_EVENT_PROPERTIES[type]);
  return { type, properties };
}

function isEventType(type: string): type is LinkedEvent['type'] {
  return Object.hasOwn(FUNCTION_EVENT_PROPERTIES, type);
}

/** What a function's events add to the template and to the documents of APIs; in the order of paths, as in the translator. */
export function functionEvents(
  resource: SamResource, { events, target }: { readonly events: readonly LinkedEvent[]; readonly target: Target }, translation: Translation,
): readonly Made[] {
  return [...events].sort((one, other) => compare(sortKey(one), sortKey(other))).flatMap(({ name, type, properties, api }) => {
    if (api !== undefined) return functionApiEvent(resource, { event: name, properties, api, target }, translation);
    if (type === 'HttpApi') addHttpApiEvent({ owner: resource.id, event: name }, { properties, target }, translation);
    checkOtherEvent({ owner: resource.id, event: name }, type, properties);
    return [];
  });
}

function sortKey({ name, properties }: LinkedEvent): string {
  return isSet(properties['Path']) ? String(properties['Path']) : name;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
