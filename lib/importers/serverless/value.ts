import { isObject } from '../../errors';

export { itemsOf as listOf } from '../value';

export type JsonMap = Record<string, unknown>;

export const isMap: (value: unknown) => value is JsonMap = isObject;

export function member(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((owner, key) => (isMap(owner) && Object.hasOwn(owner, key) ? owner[key] : undefined), value);
}

/** A map, empty for any other value. */
export function mapOf(value: unknown): JsonMap {
  return isMap(value) ? value : {};
}

/** Several maps may be in a list, as files that are included. */
export function mergedMaps(value: unknown): JsonMap {
  if (!Array.isArray(value)) return mapOf(value);
  return Object.assign({}, ...value.map(mapOf)) as JsonMap; // the parts are maps
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The members that have a value. */
export function present(members: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}

/** Whether a value is a variable that has no value here. */
export function isUnresolved(value: unknown): value is string {
  return typeof value === 'string' && value.includes('${');
}
