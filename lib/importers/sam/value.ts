import { isObject } from '../../errors';

/** Values of a template: JSON, with intrinsic functions as maps of one key. */
export type JsonMap = Record<string, unknown>;

export const isMap: (value: unknown) => value is JsonMap = isObject;

/** Whether a value is true in Python, in which the translator is written: empty text, lists and maps are not, nor are 0 and false. */
export function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** The single key of a map that may be an intrinsic function. */
export function singleKey(value: unknown): string | undefined {
  if (!isMap(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length === 1 ? keys[0] : undefined;
}

export function isIntrinsic(value: unknown): value is JsonMap {
  const key = singleKey(value);
  return key !== undefined && (key === 'Ref' || key === 'Condition' || key.startsWith('Fn::'));
}

/** `value[key]` of a map, undefined of everything else and for null. */
export function member(value: unknown, key: string): unknown {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] ?? undefined : undefined;
}

/** The members of these names that have a value. */
export function picked(owner: JsonMap, names: readonly string[]): JsonMap {
  return Object.fromEntries(names.filter((name) => isSet(owner[name])).map((name) => [name, owner[name]]));
}

/** Both branches of an `Fn::If` without those that are AWS::NoValue; anything else is its only content. */
export function branches(value: unknown): readonly unknown[] {
  const condition = member(value, 'Fn::If');
  if (!Array.isArray(condition)) return [value];
  return condition.slice(1).filter((branch) => singleKey(branch) !== 'Ref' || member(branch, 'Ref') !== 'AWS::NoValue');
}

export function conditional(condition: string, value: unknown): JsonMap {
  return { 'Fn::If': [condition, value, { Ref: 'AWS::NoValue' }] };
}

/** The name of a value's type in the translator's messages. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'dict';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return typeof value === 'boolean' ? 'bool' : 'str';
}

/** A list as the translator prints it. */
export function printedList(items: readonly string[]): string {
  return `[${items.map((item) => `'${item}'`).join(', ')}]`;
}

/** A value as the translator prints it inside a sentence. */
export function printed(value: unknown): string {
  return typeof value === 'string' ? value : nested(value);
}

function nested(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (Array.isArray(value)) return `[${value.map(nested).join(', ')}]`;
  if (isMap(value)) return `{${Object.entries(value).map(([key, item]) => `'${key}': ${nested(item)}`).join(', ')}}`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? `'${value}'` : String(value);
}
