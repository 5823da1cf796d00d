import { readNumber } from '../java-number';
import { expectText, invalid, nested, readQuoted, skip, skipSpace, take, type PathReader } from './path-reader';

const NAMED: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** JSON, whose texts may be in single quotes. */
export function readValue(reader: PathReader): unknown {
  const quoted = readQuoted(reader);
  if (quoted !== undefined) return quoted;
  const number = take(reader, /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (number !== undefined) return readNumber(number);
  const name = take(reader, /true|false|null/y);
  if (name !== undefined) return NAMED[name];
  if (skip(reader, '[')) return nested(reader, () => readItems(reader, ']', () => readValue(reader)));
  if (skip(reader, '{')) return Object.fromEntries(nested(reader, () => readItems(reader, '}', () => readMember(reader))));
  throw invalid(reader, 'expected a path or a value');
}

function readMember(reader: PathReader): readonly [string, unknown] {
  const name = readQuoted(reader);
  if (name === undefined) throw invalid(reader, 'expected a name in quotes');
  expectText(reader, ':');
  skipSpace(reader);
  return [name, readValue(reader)];
}

function readItems<Item>(reader: PathReader, end: string, read: () => Item): Item[] {
  const items: Item[] = [];
  skipSpace(reader);
  if (skip(reader, end)) return items;
  do {
    skipSpace(reader);
    items.push(read());
    skipSpace(reader);
  } while (skip(reader, ','));
  expectText(reader, end);
  return items;
}
