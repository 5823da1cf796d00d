import { isObject } from '../../errors';

/** An object of a document, with members of any kind. */
export type Members = Readonly<Record<string, unknown>>;

export const isMembers: (value: unknown) => value is Members = isObject;

/** The members of an object; none for anything else. */
export function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

/** An own member. */
export function memberOf(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A scalar as text, as CloudFormation takes `true` and `200` for text properties; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A number, also one that is written as text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** A boolean, also one that is written as text. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  return /^true$/i.test(value) ? true : /^false$/i.test(value) ? false : undefined;
}

/** The members that are there. */
export function present<Value extends object>(value: Value): Value {
  // the type lets be absent what is left out
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}
