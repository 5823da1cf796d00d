export { booleanOf, isMembers, memberOf, membersOf, numberOf, textOf, type Members } from '../openapi';

/** The items of a list; a single value is a list of one item, undefined and null are an empty list. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** The value of a JSON text, for which CloudFormation takes it; any other text or value as it is. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** `Function.Alias.Arn` as a resource and its attribute: a resource's name has no dots. */
export function splitOnce(text: string): string[] {
  const at = text.indexOf('.');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
