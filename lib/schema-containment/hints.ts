import { walk, type Library } from './library';
import { schemaPattern } from './pattern';

/** Values that may tell two schemas apart: everything that either mentions, and what is next to it. */
export interface Hints {
  readonly numbers: readonly number[];
  readonly lengths: readonly number[];
  readonly texts: readonly string[];
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly values: readonly unknown[];
}

const MAX_NODES = 3_000;
const NUMBERS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']);
const LENGTHS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']);
/** Longer texts and lists are not made. */
const MAX_LENGTH = 20_000;

export function hintsOf(libraries: readonly Library[]): Hints {
  const hints = { numbers: new Set<number>([0, 1, -1, 0.5]), lengths: new Set<number>([0, 1, 2]), texts: new Set<string>(['', 'a']),
    names: new Set<string>(['other']), patterns: new Set<string>(), formats: new Set<string>(),
    values: new Set<unknown>([null, true, false]) };
  let count = 0;
  const documents = libraries.flatMap(({ documents: all, spend }) => [...all.values()].map((document) => ({ document, spend })));
  for (const { document, spend } of documents) {
    walk(document, '', (node) => {
      count += 1;
      if (count > MAX_NODES) return;
      for (const [keyword, value] of Object.entries(node)) {
        if (typeof value === 'number'
          && NUMBERS.has(keyword)) for (const near of [value, value - 1, value + 1, value + 0.5, value * 2]) hints.numbers.add(near);
        if (typeof value === 'number' && LENGTHS.has(keyword)) {for (const near of [value, value - 1, value + 1]) {if (near >= 0
          && near <= MAX_LENGTH) hints.lengths.add(near);}}
        if (keyword === 'pattern') hints.patterns.add(String(value));
        if (keyword === 'format') hints.formats.add(String(value));
        if (keyword === 'required' && Array.isArray(value)) for (const name of value) hints.names.add(String(name));
        if ((keyword === 'properties' || keyword === 'dependencies' || keyword === 'dependentRequired') && typeof value === 'object'
          && value !== null) for (const name of Object.keys(value)) hints.names.add(name);
        if (keyword === 'patternProperties' && typeof value === 'object'
          && value !== null) {for (const pattern of Object.keys(value)) {for (const name of ['x', 'x-a', 'a1', 'A', '_',
          '0']) if (schemaPattern(pattern)(name, spend)) hints.names.add(name);}}
        if (keyword === 'enum' && Array.isArray(value)) for (const member of value as readonly unknown[]) hints.values.add(member);
        if (keyword === 'const') hints.values.add(value);
      }
    });
  }
  for (const value of hints.values) {
    if (typeof value === 'string') hints.texts.add(value);
    if (typeof value === 'number') hints.numbers.add(value);
  }
  const lists = Object.entries(hints).map(([name, values]) => [name, [...values as Set<unknown>]]);
  return Object.fromEntries(lists) as Hints; // the same members, as lists
}
