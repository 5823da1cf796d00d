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
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}
