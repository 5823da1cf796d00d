/**
 * The canonical text of a value: keys sorted by code unit, two spaces, one line feed at the end; `undefined` members are
 * omitted. The same value is the same bytes on every machine.
 */
export function canonicalText(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), undefined, 2)}\n`;
}

/** The value with the keys of every object sorted; arrays keep their order, which is significant. */
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
    // `__proto__` must be defined: assigning it would change the prototype.
    if (key === '__proto__') Object.defineProperty(sorted, key, { value: change(member), enumerable: true, configurable: true, writable: true });
    else sorted[key] = change(member);
  }
  return sorted;
}
