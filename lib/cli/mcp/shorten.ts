/** A model reads everything that it is given: a body of 256 kB would displace everything else. */
export const SHOWN_CHARACTERS = 4_000;

/** The value with its long texts cut, however deep they are; the text says what is missing where it was. */
export function shortened<Value>(value: Value, characters: number): Value {
  return changed(value, characters) as Value; // the same shape: texts stay texts
}

function changed(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return value.length <= characters ? value : `${value.slice(0, characters)}… (${value.length - characters} more characters)`;
  if (Array.isArray(value)) return value.map((one) => changed(one, characters));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, characters)]));
}
