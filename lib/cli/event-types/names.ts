/** Words that cannot be names of types. */
const RESERVED: ReadonlySet<string> = new Set(['any', 'unknown', 'never', 'string', 'number', 'boolean', 'bigint', 'symbol', 'object', 'undefined', 'void', 'null', 'Record']);

/**
 * A name as one word with capitals.
 * @example typeName(['pets', '{petId}', 'GET', 'Event']) // 'PetsPetIdGetEvent'
 */
export function typeName(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split(/[^A-Za-z0-9]+/)).filter((word) => word !== '');
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${/^[A-Z]+$/.test(word) ? word.slice(1).toLowerCase() : word.slice(1)}`).join('');
  return /^[A-Z]/.test(name) ? name : `_${name}`;
}

/** The name, with a number if it is taken; it is taken from then on. */
export function freeTypeName(wanted: string, taken: Set<string>): string {
  const safe = /^[A-Za-z_]\w*$/.test(wanted) && !RESERVED.has(wanted) ? wanted : typeName([wanted]);
  let name = safe;
  for (let count = 2; taken.has(name); count += 1) name = `${safe}${count}`;
  taken.add(name);
  return name;
}
