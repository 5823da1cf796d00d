/** Members whose own order counts: the first response template answers an Accept that none of them matches. */
const ORDERED: ReadonlySet<string> = new Set(['responseTemplates']);

/**
 * The canonical text of a value: keys sorted by code unit, except for the media types of response templates; two spaces, one
 * line feed at the end; `undefined` members are omitted. The same value is the same bytes on every machine.
 */
export function canonicalText(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), undefined, 2)}\n`;
}

/** The value with the keys of every object sorted; arrays and response templates keep their order, which is significant. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return membersInOrder(value, sortKeys);
}

/** A copy of an object with sorted keys, mapped members and without undefined ones. */
export function membersInOrder(value: object, change: (member: unknown) => unknown): Record<string, unknown> {
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[key]; // one of its own keys
    if (member === undefined) continue;
    const changed = ORDERED.has(key) ? inDeclaredOrder(change(member), member) : change(member);
    // `__proto__` must be defined: assigning it would change the prototype.
    if (key === '__proto__') Object.defineProperty(sorted, key, { value: changed, enumerable: true, configurable: true, writable: true });
    else sorted[key] = changed;
  }
  return sorted;
}

function inDeclaredOrder(changed: unknown, declared: unknown): unknown {
  if (typeof changed !== 'object' || changed === null || typeof declared !== 'object' || declared === null) return changed;
  const members = new Map(Object.entries(changed));
  return Object.fromEntries(Object.keys(declared).filter((key) => members.has(key)).map((key) => [key, members.get(key)]));
}
