import type { HeaderField } from '../http/headers';
import { trimmedValue } from '../http/trimmed-value';

/*
 * The header lines of a simple head. Clients send few sequences of names, and what a line means depends on its name alone:
 * that is decided once per sequence. Values are cut out when they are asked for.
 */

/** What is known about heads with the same names, in the same order and spelling. */
export interface NameSequence {
  /** What each line begins with: `Accept:`. */
  readonly starts: readonly string[];
  /** Where each name is, in lower case; the last line wins. */
  readonly positions: ReadonlyMap<string, number>;
  /** Whether Node's parser must read such a head. */
  readonly isUnusual: boolean;
  readonly hostAt: number;
  readonly connectionAt: number;
  readonly lengthAt: number;
  /** How many heads were found to have it without its pattern. */
  finds: number;
  /** Finds it in a head, which costs less than taking the head apart; simple-head.ts makes it. */
  pattern: HeadPattern | undefined;
}

/** What heads with one sequence of names look like. Its first group is the target; the numbers of the others, 0 if there is none. */
export interface HeadPattern {
  readonly expression: RegExp;
  readonly host: number;
  readonly connection: number;
  readonly length: number;
}

/** Maximum number of remembered sequences, and the length of one. */
const MAX_SEQUENCES = 500;
const MAX_SEQUENCE_CHARACTERS = 1_000;
const sequences = new Map<string, NameSequence>();

/** Header lines that may occur once in a simple head. */
const ONCE = new Set(['host', 'connection', 'content-length', 'content-type', 'origin', 'authorization', 'x-api-key', 'content-encoding']);
/** Header lines that a simple head cannot have. */
const FOR_OTHERS = new Set([
  'expect', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade',
  'x-http-method-override', // the gateway warns of it
]);

/** The sequence of the lines between two positions: where the first line begins, and where the empty line does. */
export function nameSequence(text: string, from: number, to: number): NameSequence {
  return sequenceOf(namesOf(text, from, to).join('\n'));
}

function namesOf(text: string, from: number, to: number): string[] {
  const names: string[] = [];
  for (let at = from; at < to; at = text.indexOf('\n', at) + 1) names.push(text.slice(at, text.indexOf(':', at)));
  return names;
}

/** @param key - the names; a sequence is made of pieces of it, not of the request, which would stay in memory */
function sequenceOf(key: string): NameSequence {
  const known = sequences.get(key);
  if (known !== undefined) return known;
  const names = key.split('\n');
  const lower = names.map((name) => name.toLowerCase());
  const made: NameSequence = {
    starts: names.map((name) => `${name}:`),
    positions: new Map(lower.map((name, index) => [name, index])),
    isUnusual: lower.some((name, index) => FOR_OTHERS.has(name) || (ONCE.has(name) && lower.indexOf(name) !== index)),
    hostAt: lower.indexOf('host'),
    connectionAt: lower.indexOf('connection'),
    lengthAt: lower.indexOf('content-length'),
    finds: 0,
    pattern: undefined,
  };
  if (sequences.size >= MAX_SEQUENCES) sequences.clear();
  if (key.length <= MAX_SEQUENCE_CHARACTERS) sequences.set(key, made);
  return made;
}

/** The lines of one head. */
export interface HeaderLines {
  readonly text: string;
  /** Where the first line begins. */
  readonly from: number;
  readonly names: NameSequence;
}

/** The value of one line. */
export function lineValue({ text, from, names: { starts } }: HeaderLines, position: number): string {
  let at = from;
  for (let index = 0; index < position; index++) at = text.indexOf('\n', at + (starts[index] ?? '').length) + 1;
  const start = at + (starts[position] ?? '').length;
  return trimmedValue(text, start, text.indexOf('\r', start));
}

/** All lines as names and values. */
export function headerFields({ text, from, names: { starts } }: HeaderLines): HeaderField[] {
  const fields: HeaderField[] = [];
  let at = from;
  for (const start of starts) {
    const end = text.indexOf('\r', at);
    fields.push({ name: start.slice(0, -1), value: trimmedValue(text, at + start.length, end) });
    at = end + 2;
  }
  return fields;
}
