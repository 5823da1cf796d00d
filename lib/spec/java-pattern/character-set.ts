/** Characters (UTF-16 code units) as sorted, non-adjacent ranges: `[[97, 122]]` is a to z. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

const LAST = 0xffff;

/** The ranges sorted, with adjacent ones merged. */
export function characterSet(ranges: CharacterSet): CharacterSet {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((left, right) => left[0] - right[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The characters of a text. */
export function charactersOf(text: string): CharacterSet {
  return characterSet(Array.from({ length: text.length }, (_, index) => [text.charCodeAt(index), text.charCodeAt(index)] as const));
}

function union(...sets: readonly CharacterSet[]): CharacterSet {
  return characterSet(sets.flat());
}

export function complement(set: CharacterSet): CharacterSet {
  const starts = [0, ...set.map(([, to]) => to + 1)];
  const ends = [...set.map(([from]) => from - 1), LAST];
  return starts.map((from, index) => [from, ends[index] ?? LAST] as const).filter(([from, to]) => from <= to);
}

/** The set with both cases of its letters: ASCII letters only, or all letters with one code unit per case. */
export function withBothCases(set: CharacterSet, letters: 'ascii' | 'unicode'): CharacterSet {
  const bound = letters === 'ascii' ? 0x7f : LAST;
  const added = set.flatMap(([from, to]) => {
    const ranges: (readonly [number, number])[] = [];
    for (let code = from; code <= Math.min(to, bound); code += 1) {
      const text = String.fromCharCode(code);
      for (const letter of [text.toLowerCase(), text.toUpperCase()]) {
        if (letter !== text && letter.length === 1) ranges.push([letter.charCodeAt(0), letter.charCodeAt(0)]);
      }
    }
    return ranges;
  });
  return union(set, added.filter(([code]) => code <= bound));
}

const PROPERTIES = new Map<string, CharacterSet>();

/** The characters that a JavaScript property, such as `Lu` or `Script=Greek`, has; undefined if there is no such property. */
export function propertySet(name: string): CharacterSet | undefined {
  const known = PROPERTIES.get(name);
  if (known !== undefined) return known;
  let expression: RegExp;
  try {
    expression = new RegExp(`\\p{${name}}`, 'u');
  } catch {
    return undefined;
  }
  const ranges: (readonly [number, number])[] = [];
  for (let code = 0; code <= LAST; code += 1) if (expression.test(String.fromCharCode(code))) ranges.push([code, code]);
  const set = characterSet(ranges);
  PROPERTIES.set(name, set);
  return set;
}

/** The set as a character class of a JavaScript expression; a single letter or digit stays itself. */
export function classText(set: CharacterSet): string {
  const [[first, last] = [0, LAST]] = set;
  if (set.length === 1 && first === last && /[0-9A-Za-z ]/.test(String.fromCharCode(first))) return String.fromCharCode(first);
  const code = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
  if (set.length === 0) return '[]';
  return `[${set.map(([from, to]) => (from === to ? code(from) : `${code(from)}-${code(to)}`)).join('')}]`;
}
