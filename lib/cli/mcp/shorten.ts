/** A model reads everything that it is given: a body of 256 kB would displace everything else. */
export const SHOWN_CHARACTERS = 4_000;

/** The value with long texts cut at any depth; each cut text says how much is missing. */
export function shortened<Value>(value: Value, characters: number): Value {
  return changed(value, characters) as Value; // the same shape: texts stay texts
}

function changed(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return value.length <= characters ? value : `${value.slice(0, characters)}… (${value.length - characters} more characters)`;
  if (Array.isArray(value)) return value.map((element) => changed(element, characters));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changed(member, characters)]));
}
