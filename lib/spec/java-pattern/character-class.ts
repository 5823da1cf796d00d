import { characterSet, charactersOf, complement, propertySet, type CharacterSet } from './character-set';
import type { PatternText } from './pattern-text';

const DIGITS: CharacterSet = [[0x30, 0x39]];
const LOWER: CharacterSet = [[0x61, 0x7a]];
const UPPER: CharacterSet = [[0x41, 0x5a]];
const ALPHA = characterSet([...LOWER, ...UPPER]);
const ALNUM = characterSet([...ALPHA, ...DIGITS]);
const SPACE = charactersOf(' \t\n\u000b\f\r');
export const LINE_ENDS = charactersOf('\n\r\u0085\u2028\u2029');

/** `\d`, `\w` and so on, ASCII as in Java; the upper-case letter is the complement. */
const BY_LETTER: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  w: characterSet([...ALNUM, [0x5f, 0x5f]]),
  s: SPACE,
  h: characterSet([...charactersOf(' \t\u00a0\u1680\u180e\u202f\u205f\u3000'), [0x2000, 0x200a]]),
  v: characterSet([...charactersOf('\u000b\f'), ...LINE_ENDS]),
};

/** `\p{…}` by Java's names; all other names are Unicode's. */
const BY_NAME: Readonly<Record<string, CharacterSet>> = {
  Lower: LOWER, Upper: UPPER, Alpha: ALPHA, Digit: DIGITS, Alnum: ALNUM, Space: SPACE,
  ASCII: [[0, 0x7f]], Cntrl: [[0, 0x1f], [0x7f, 0x7f]], Blank: charactersOf(' \t'), Graph: [[0x21, 0x7e]], Print: [[0x20, 0x7e]],
  Punct: [[0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]],
  XDigit: [[0x30, 0x39], [0x41, 0x46], [0x61, 0x66]],
};

const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', a: '\u0007', e: '\u001b' };

/**
 * Reads a character escape after a backslash; undefined if the backslash means something else, which
 * remains unread.
 * @throws Error for an escape that Java does not know
 */
export function readEscapedSet(text: PatternText): CharacterSet | undefined {
  const letter = text.peek();
  const byLetter = BY_LETTER[letter.toLowerCase()];
  if (byLetter !== undefined && /[a-z]/i.test(letter)) {
    text.next();
    return letter === letter.toLowerCase() ? byLetter : complement(byLetter);
  }
  if (letter === 'p' || letter === 'P') {
    text.next();
    const set = readProperty(text);
    return letter === 'p' ? set : complement(set);
  }
  const code = readCode(text);
  return code === undefined ? undefined : charactersOf(code);
}

/** `{Lower}`, `{IsGreek}`, `{Lu}` or `L`. */
function readProperty(text: PatternText): CharacterSet {
  const name = text.match(/\{(\w+(?:=\w+)?)\}|[A-Z]/y)?.replace(/[{}]/g, '') ?? '';
  const own = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  const plain = name.replace(/^Is/, '');
  const set = own ?? propertySet(plain) ?? propertySet(`Script=${plain.replace(/^(script|sc)=/i, '')}`);
  if (set === undefined) throw new Error(`unknown property \\p{${name}}`);
  return set;
}

/** A character escape by letter or code, or an escaped literal. */
function readCode(text: PatternText): string | undefined {
  const hex = text.match(/x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x\{[0-9A-Fa-f]{1,6}\}/y);
  if (hex !== undefined) return String.fromCodePoint(parseInt(hex.replace(/[xu{}]/g, ''), 16));
  const octal = text.match(/0(?:[0-3]?[0-7]{1,2})/y);
  if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
  const control = text.match(/c[@-_]/y);
  if (control !== undefined) return String.fromCharCode(control.charCodeAt(1) ^ 64);
  const letter = text.peek();
  const named = CONTROLS[letter];
  if (named === undefined && (letter === '' || /[0-9A-Za-z]/.test(letter))) return undefined;
  text.next();
  return named ?? letter;
}

/** Reads a class after its `[`: ranges, escapes, classes inside it, `&&`, a negation. @throws Error if it is invalid */
export function readClass(text: PatternText, bothCases: (set: CharacterSet) => CharacterSet): CharacterSet {
  const isNegated = text.skip('^');
  let kept: CharacterSet | undefined;
  let members: CharacterSet = [];
  const intersect = (): void => {
    kept = kept === undefined ? members : complement(characterSet([...complement(kept), ...complement(members)]));
    members = [];
  };
  for (let isFirst = true; isFirst || text.peek() !== ']'; isFirst = false) {
    if (text.isAtEnd()) throw new Error('a character class is not closed');
    if (text.skip('&&')) intersect();
    else members = characterSet([...members, ...(text.skip('[') ? readClass(text, bothCases) : bothCases(readMember(text)))]);
  }
  text.next();
  if (kept !== undefined) intersect();
  const all = kept ?? members;
  return isNegated ? complement(all) : all;
}

function readMember(text: PatternText): CharacterSet {
  const from = readSingle(text);
  if (text.peek() !== '-' || /^-(\]|\[|&&)/.test(text.rest())) return from;
  text.next();
  const to = readSingle(text);
  const [[first, firstEnd] = [0, -1], ...more] = from;
  const [[lastStart, last] = [0, -1], ...others] = to;
  if (more.length + others.length > 0 || first !== firstEnd || lastStart !== last || first > last) throw new Error('a range in a character class goes backwards');
  return [[first, last]];
}

function readSingle(text: PatternText): CharacterSet {
  if (!text.skip('\\')) return charactersOf(text.next());
  if (text.skip('Q')) return charactersOf(text.quotation());
  const set = readEscapedSet(text);
  if (set === undefined) throw new Error(`\\${text.peek()} means nothing in a character class`);
  return set;
}
