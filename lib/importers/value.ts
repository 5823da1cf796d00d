import { isObject } from '../errors';

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

/** The items of a list; a single value is a list of one item, undefined and null are an empty list. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
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

/** `Function.Alias.Arn` as a resource and its attribute: a resource's name has no dots. */
export function splitOnce(text: string): string[] {
  const at = text.indexOf('.');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
