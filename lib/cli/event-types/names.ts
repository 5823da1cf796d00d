/** Types of the language that begin with a capital. */
const RESERVED: ReadonlySet<string> = new Set(['Record']);

/**
 * A name as one word with capitals.
 * @example typeName(['pets', '{petId}', 'GET', 'Event']) // 'PetsPetIdGetEvent'
 */
export function typeName(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split(/[^A-Za-z0-9]+/)).filter((word) => word !== '');
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${/^[A-Z]+$/.test(word) ? word.slice(1).toLowerCase() : word.slice(1)}`).join('');
  return /^[A-Z]/.test(name) ? name : `_${name}`;
}

/** The name with a capital, which no reserved word has, and with a number if it is taken; it is taken from then on. */
export function freeTypeName(wanted: string, taken: Set<string>): string {
  const safe = /^[A-Z_]\w*$/.test(wanted) && !RESERVED.has(wanted) ? wanted : typeName([wanted, RESERVED.has(wanted) ? 'Model' : '']);
  let name = safe;
  for (let count = 2; taken.has(name); count += 1) name = `${safe}${count}`;
  taken.add(name);
  return name;
}
