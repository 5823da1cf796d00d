import { GatewayError } from '../../errors';
import { isMap, type JsonMap } from './value';

/** Returns the refusal of one resource; the translator goes on with the next one. */
export function refuseResource(resource: string, reason: string): GatewayError {
  return new GatewayError('SAM_RESOURCE_INVALID', { resource, reason }, { location: resource });
}

/** Returns the refusal of the whole template, after which the translator stops. */
export function refuseTemplate(reason: string): GatewayError {
  return new GatewayError('SAM_TEMPLATE_INVALID', { reason });
}

/** An event of a function or state machine: the resource is refused, and the event is named. */
export interface EventPlace {
  readonly owner: string;
  readonly event: string;
}

export function refuseEvent({ owner, event }: EventPlace, reason: string): GatewayError {
  return refuseResource(owner, `Event with id [${event}] is invalid. ${reason}`);
}

type Refuse = (reason: string) => GatewayError;

export function expectMap(value: unknown, path: string, refuse: Refuse): JsonMap {
  if (isMap(value)) return value;
  throw refuse(`Property '${path}' should be a map.`);
}

export function expectList(value: unknown, path: string, refuse: Refuse): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw refuse(`Property '${path}' should be a list.`);
}

export function expectText(value: unknown, path: string, refuse: Refuse): string {
  if (typeof value === 'string') return value;
  throw refuse(`Property '${path}' should be a string.`);
}

export function expectBoolean(value: unknown, path: string, refuse: Refuse): void {
  if (typeof value !== 'boolean') throw refuse(`Property '${path}' should be a boolean.`);
}

export function expectPresent(value: unknown, path: string, refuse: Refuse): void {
  if (value === undefined || value === null) throw refuse(`Property '${path}' is required.`);
}
