import { isObject } from '../errors';
import { isStruct, membersOf } from './accepts';

/** What this library uses instead of a value of another; undefined for values that stay. */
export type Convert = (value: object) => unknown;

const conversions = new Map<string, Convert[]>();
const convertible = new Map<string, boolean>();

/** Lets props and options have values of another library where one of a type, or of a struct, is expected. */
export function convertBy(type: string, convert: Convert): void {
  conversions.set(type, [...conversions.get(type) ?? [], convert]);
  convertible.clear();
}

/** The value, with everything inside that belongs to another library converted; the value itself if there is nothing. */
export function converted<Value>(type: string, given: Value): Value {
  // What is converted is of the type that the table says, which is that of the caller.
  return canConvert(type) ? convertValue(type, given) as Value : given;
}

function convertValue(type: string, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !canConvert(type)) return given;
  if (Array.isArray(given)) return type.endsWith('[]') ? unlessSame(given, given.map((one) => convertValue(type.slice(0, -2), one))) : given;
  if (type.startsWith('{')) return convertMembers(given, () => type.slice(1, -1));
  const own = (conversions.get(type) ?? []).reduce<unknown>((value, convert) => (isObject(value) ? convert(value) ?? value : value), given);
  if (!isStruct(type) || !isObject(own)) return own;
  const { byName } = membersOf(type);
  return convertMembers(own, (name) => byName.get(name)?.type ?? 'any');
}

/** Instances of classes stay as they are: their members may be getters. */
function convertMembers(given: object, typeOf: (name: string) => string): object {
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype !== Object.prototype && prototype !== null) return given;
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => [name, convertValue(typeOf(name), value)]);
  return entries.every(([name, value]) => value === given[name as keyof typeof given]) ? given : Object.fromEntries(entries);
}

function unlessSame(given: readonly unknown[], values: readonly unknown[]): readonly unknown[] {
  return values.every((value, index) => value === given[index]) ? given : values;
}

/** Whether a value of a type can have something inside that is converted. */
function canConvert(type: string): boolean {
  if (conversions.size === 0) return false;
  const known = convertible.get(type);
  if (known !== undefined) return known;
  convertible.set(type, conversions.has(type)); // structs refer to each other
  const made = conversions.has(type) || innerTypes(type).some(canConvert);
  convertible.set(type, made);
  return made;
}

function innerTypes(type: string): string[] {
  if (type.endsWith('[]')) return [type.slice(0, -2)];
  if (type.startsWith('{')) return [type.slice(1, -1)];
  return isStruct(type) ? [...membersOf(type).byName.values()].map((member) => member.type) : [];
}
