import { LINE_ENDS, readClass, readEscapedSet } from './character-class';
import { charactersOf, classText, complement, withBothCases, type CharacterSet } from './character-set';
import { openPattern, type PatternText } from './pattern-text';

/** A Java expression translated to JavaScript. */
export interface JavaPattern {
  /** For `new RegExp(source)`, without flags. */
  readonly source: string;
  /** Number in JavaScript of each of Java's groups; the first is the whole match. */
  readonly groups: readonly number[];
}

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly u: boolean;
  readonly x: boolean;
}

/** Text and group markers; groups are numbered once everything is read. */
type Piece = string | { readonly opens: number | object } | { readonly refersTo: number | object };

interface Reader {
  readonly text: PatternText;
  /** Java's number of the last opened group. */
  groups: number;
}

const NO_FLAGS: Flags = { i: false, m: false, s: false, u: false, x: false };

/**
 * Translates a Java expression: inline flags, `\A`, `\z`, `\Q…\E`, `\h`, `\p{Alpha}`, possessive quantifiers, atomic groups,
 * intersections of classes. Hand-written because existing libraries translate other dialects (Oniguruma, RE2), in
 * which `^`, `(?s)`, `\h` and `{n}+` mean something else than in Java, or which have no backreferences.
 *
 * `$`, `\Z` and `\z` match the very end of the text. Anchors stay anchors, so that V8 may switch to its linear engine.
 * @throws Error that says what Java does not read, or what has no counterpart: `\G`, `\X`, `\N{…}`, `\b{g}`, the flags d and U
 * @see https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/regex/Pattern.html
 * @example readJavaPattern('(?i)not found.*+').source
 */
export function readJavaPattern(pattern: string, { isDotAll = false }: { readonly isDotAll?: boolean } = {}): JavaPattern {
  const reader: Reader = { text: openPattern(pattern), groups: 0 };
  const pieces = readAlternatives(reader, { ...NO_FLAGS, s: isDotAll });
  if (!reader.text.isAtEnd()) throw new Error('a group is closed that was not opened');
  return numbered(pieces);
}

/** Additional groups in JavaScript shift the numbers of the following groups. */
function numbered(pieces: readonly Piece[]): JavaPattern {
  const numbers = new Map<unknown, number>([[0, 0]]);
  let last = 0;
  for (const piece of pieces) if (typeof piece === 'object' && 'opens' in piece) numbers.set(piece.opens, last += 1);
  const source = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    if ('opens' in piece) return '';
    const number = numbers.get(piece.refersTo);
    if (number === undefined) throw new Error(`there is no group ${String(piece.refersTo)}`);
    return `(?:\\${number})`;
  }).join('');
  new RegExp(source); // what is still wrong: names of groups that are used twice or nowhere
  const own = [...numbers].filter(([key]) => typeof key === 'number').sort(([left], [right]) => Number(left) - Number(right));
  return { source, groups: own.map(([, number]) => number) };
}

function readAlternatives(reader: Reader, initial: Flags): Piece[] {
  const { text } = reader;
  const pieces: Piece[] = [];
  let flags = initial;
  while (!text.isAtEnd() && text.peek() !== ')') {
    const switched = text.match(/\(\?[a-zA-Z]+(?:-[a-zA-Z]*)?\)|\(\?-[a-zA-Z]+\)/y);
    if (switched !== undefined) flags = withFlags(flags, switched);
    else if (text.skip('|')) pieces.push('|');
    else if (!flags.x || text.match(/\s+|#[^\n]*/y) === undefined) pieces.push(...quantified(readAtom(reader, flags), text));
  }
  return pieces;
}

function withFlags(flags: Flags, text: string): Flags {
  const [on = '', off = ''] = text.replace(/[(?:)]/g, '').split('-');
  const unknown = /[^imsux]/.exec(on + off)?.[0];
  if (unknown !== undefined) throw new Error(`the flag ${unknown} has no counterpart`);
  const change = (letters: string, value: boolean) => Object.fromEntries([...letters].map((letter) => [letter, value]));
  return { ...flags, ...change(on, true), ...change(off, false) };
}

/** A possessive quantifier never backtracks: a lookahead finds the text, and a backreference consumes it. */
function quantified(atom: readonly Piece[], text: PatternText): Piece[] {
  const quantifier = text.match(/[*+?]|\{\d+(?:,\d*)?\}/y);
  if (quantifier === undefined) return [...atom];
  if (text.skip('+')) return atomic([...atom, quantifier]);
  return [...atom, quantifier + (text.skip('?') ? '?' : '')];
}

function atomic(pieces: readonly Piece[]): Piece[] {
  const group = {};
  return ['(?:(?=(', { opens: group }, ...pieces, '))', { refersTo: group }, ')'];
}

function readAtom(reader: Reader, flags: Flags): Piece[] {
  const { text } = reader;
  const bothCases = (set: CharacterSet) => (flags.i ? withBothCases(set, flags.u ? 'unicode' : 'ascii') : set);
  const character = text.next();
  switch (character) {
    case '(': return readGroup(reader, flags);
    case '[': return [classText(readClass(text, bothCases))];
    case '.': return [flags.s ? '[^]' : classText(complement(LINE_ENDS))];
    case '^': return [flags.m ? `(?:^|(?<=${classText(LINE_ENDS)}))` : '^'];
    case '$': return [flags.m ? `(?:$|(?=${classText(LINE_ENDS)}))` : '$'];
    case '\\': return readBackslash(text, bothCases);
    case '*': case '+': case '?': case '{': throw new Error(`${character} has nothing before it to repeat`);
    default: return [classText(bothCases(charactersOf(character)))];
  }
}

/** Anchors, backreferences and quotations; all other escapes are characters. */
function readBackslash(text: PatternText, bothCases: (set: CharacterSet) => CharacterSet): Piece[] {
  if (text.skip('Q')) return [...text.quotation()].map((character) => quotedText(character, bothCases));
  if (text.skip('A')) return ['^'];
  if (text.skip('z') || text.skip('Z')) return ['$'];
  if (text.skip('R')) return [`(?:\\r\\n|${classText(charactersOf('\n\u000b\f\r\u0085\u2028\u2029'))})`];
  const word = text.match(/[bB](?!\{)/y);
  if (word !== undefined) return [`\\${word}`];
  const name = text.match(/k<[A-Za-z]\w*>/y);
  if (name !== undefined) return [`\\${name}`];
  const number = text.match(/[1-9]/y);
  if (number !== undefined) return [{ refersTo: Number(number) }];
  const set = readEscapedSet(text);
  if (set === undefined) throw new Error(`\\${text.peek()} means nothing, or has no counterpart`);
  return [classText(bothCases(set))];
}

/** A surrogate pair is one atom. */
function quotedText(character: string, bothCases: (set: CharacterSet) => CharacterSet): string {
  return character.length === 1 ? classText(bothCases(charactersOf(character))) : `(?:${character})`;
}

/** After `(`. */
function readGroup(reader: Reader, flags: Flags): Piece[] {
  const { text } = reader;
  const look = text.match(/\?(?:=|!|<=|<!|:)/y);
  const inner = look === undefined ? text.match(/\?[a-zA-Z]*(?:-[a-zA-Z]*)?:/y) : undefined;
  const isAtomic = text.skip('?>');
  const name = text.match(/\?<[A-Za-z][A-Za-z0-9]*>/y);
  const isOwn = look === undefined && inner === undefined && !isAtomic;
  if (isOwn && name === undefined && text.peek() === '?') throw new Error('a group begins with (? and what Java does not know');
  const number = isOwn ? (reader.groups += 1) : 0;
  const pieces = readAlternatives(reader, inner === undefined ? flags : withFlags(flags, inner));
  if (!text.skip(')')) throw new Error('a group is not closed');
  if (isAtomic) return atomic(pieces);
  if (!isOwn) return [`(${look ?? '?:'}`, ...pieces, ')'];
  return [`(${name ?? ''}`, { opens: number }, ...pieces, ')'];
}
