/**
 * The canonical text of a value: keys sorted by code unit, two spaces, one line feed at the end; what is `undefined` is
 * left out. Same value, same bytes, on every machine.
 */
export function canonicalText(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), undefined, 2)}\n`;
}

/** The value with the keys of every object in order; arrays keep theirs, which has meaning. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return membersInOrder(value, sortKeys);
}

/** A copy of an object with its keys in order, its members changed, and without those that are undefined. */
export function membersInOrder(value: object, change: (member: unknown) => unknown): Record<string, unknown> {
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[key]; // one of its own keys
    if (member === undefined) continue;
    // Set as a name is, which would change what the object inherits, this one must be defined.
    if (key === '__proto__') Object.defineProperty(sorted, key, { value: change(member), enumerable: true, configurable: true, writable: true });
    else sorted[key] = change(member);
  }
  return sorted;
}
