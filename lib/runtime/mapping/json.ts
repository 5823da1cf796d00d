import { isObject } from '../../errors';
import { isLimited, spend, stepsOfText } from '../sandbox/step-budget';
import { isBoxedNumber, isJavaNumber, numberJson, printsAlike, readNumber, type JavaNumber } from './java-number';

/*
 * JSON of bodies and templates, whose numbers keep their kind and digits. JSON.parse and JSON.stringify do the work; only
 * a body with numbers that JavaScript would change takes a second step. Libraries that keep digits have parsers of their own:
 * for an ordinary body of 4 KB lossless-json 4 takes five times as long as JSON.parse, and json-bigint six times; lossless-json
 * also refuses repeated names and loses `__proto__`.
 */

/** A number of JSON without its sign. */
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Shorter numbers without exponent are what JavaScript makes of them, unless they end like `.0`. */
const UNUSUAL_LENGTH = 16;
/**
 * Stands for a number while JSON.parse reads the rest: no number of a body is left that is so small, because every number
 * with an exponent or at least 18 characters has a stand-in itself.
 */
const STAND_IN = 1e-300;
const LARGEST_STAND_IN = 1e-290;

/** Lists and objects in each other: functions that write and compare values use the stack. */
export const MAX_LEVELS = 1_000;

/** Thrown for JSON that is nested too deeply. */
export class JsonDepthError extends Error {
  public constructor() {
    super(`JSON nested deeper than ${MAX_LEVELS} levels`);
  }
}

/** A value of JSON. @throws SyntaxError, JsonDepthError, StepLimitError */
export function readJson(text: string): unknown {
  spend(text.length);
  const { readable, numbers } = withStandIns(text);
  const root: { value: unknown } = { value: JSON.parse(readable) };
  if (numbers.length > 0) restoreNumbers(root, numbers);
  return root.value;
}

/** A value of JSON; undefined if it is not valid. @throws JsonDepthError, StepLimitError */
export function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The text with stand-ins for the numbers that JavaScript would change. A hot path: 1 ns for a character. @throws JsonDepthError */
function withStandIns(text: string): { readonly readable: string; readonly numbers: readonly JavaNumber[] } {
  const numbers: JavaNumber[] = [];
  let readable = '';
  let from = 0;
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if ((code | SMALL) === OPENING) {
      levels += 1;
      if (levels > MAX_LEVELS) throw new JsonDepthError();
    } else if ((code | SMALL) === CLOSING) levels -= 1;
    else if (isDigit(code)) {
      const end = endOfNumber(text, at);
      const number = isUsual(text, at, end) ? undefined : unusualNumber(text.slice(at, end), text.charCodeAt(at - 1) === MINUS);
      if (number !== undefined) {
        readable += `${text.slice(from, at)}${numbers.push(number)}e-300`;
        from = end;
      }
      at = end - 1;
    }
  }
  return { readable: from === 0 ? text : readable + text.slice(from), numbers };
}

const [QUOTE, BACKSLASH, MINUS, POINT, ZERO, NINE] = [0x22, 0x5c, 0x2d, 0x2e, 0x30, 0x39];
/** A brace; a bracket is one without the bit `SMALL`. */
const [OPENING, CLOSING, SMALL] = [0x7b, 0x7d, 0x20];

/** Position of the closing quote; that of the end of the text where there is none. */
function endOfString(text: string, opening: number): number {
  for (let end = text.indexOf('"', opening + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}

/** Position behind the digits, and the signs, point and exponent between them. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === POINT || code === MINUS || code === 0x2b || code === 0x65 || code === 0x45;
}

function isUsual(text: string, start: number, end: number): boolean {
  if (end - start >= UNUSUAL_LENGTH) return false;
  if (end - start === 1) return true;
  let hasPoint = false;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === POINT) hasPoint = true;
    else if (!isDigit(code)) return false;
  }
  return !hasPoint || text.charCodeAt(end - 1) !== ZERO;
}

/** Undefined for a number that JavaScript does not change, and for text that is no JSON number. */
function unusualNumber(text: string, isNegative: boolean): JavaNumber | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = readNumber(isNegative ? `-${text}` : text);
  return typeof number === 'number' && !/[eE]/.test(text) && text.length < 18 ? undefined : number;
}

/** Puts the numbers where their stand-ins are. */
function restoreNumbers(root: object, numbers: readonly JavaNumber[]): void {
  const open: Record<string, unknown>[] = [root as Record<string, unknown>]; // an object or list that JSON.parse made
  for (let owner = open.pop(); owner !== undefined; owner = open.pop()) {
    for (const name of Object.keys(owner)) {
      const member = owner[name];
      if (typeof member === 'object' && member !== null) open.push(member as Record<string, unknown>);
      else if (typeof member === 'number' && member !== 0 && Math.abs(member) < LARGEST_STAND_IN) owner[name] = numbers[Math.round(Math.abs(member) / STAND_IN) - 1];
    }
  }
}

/**
 * The same text as `jsonText(readJson(text))`, but for names: they keep their order, as in Java, while JSON.parse puts those
 * that are integers first, and repeated ones stay. @throws StepLimitError
 */
export function compactJson(text: string): string {
  spend(text.length);
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
    return /^\s/.test(token) ? '' : numberJson(readNumber(token));
  });
}

/** An object of JSON or a map of a template. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !isBoxedNumber(value);
}

/** A value as JSON, or undefined. @throws StepLimitError */
export function jsonText(value: unknown): string | undefined {
  return visit(value) ? JSON.stringify(value) : written(value);
}

/** Spends the steps of traversing a whole value, which may contain one list a million times. @throws StepLimitError */
export function spendOn(value: unknown): void {
  if (isLimited()) visit(value);
}

/** The number of characters that each value counts as, in addition to its own. */
const SIZE_OF_VALUE = 128;

/** Whether a value has more characters than that, each value in it counted as 128 more; a shared one counts each time. */
export function isLargerThan(value: unknown, characters: number): boolean {
  const open = [value];
  let left = characters;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') left -= next.length;
    const names = isMap(next) ? Object.keys(next) : [];
    const inside: readonly unknown[] = Array.isArray(next) ? next : names.map((name) => (next as Record<string, unknown>)[name]);
    left -= inside.length * SIZE_OF_VALUE + names.reduce((sum, name) => sum + name.length, 0);
    if (left < 0) return true;
    for (const item of inside) open.push(item);
  }
  return false;
}

/** Spends the steps of a value, and says whether JavaScript writes all of its numbers as Java does. */
function visit(value: unknown): boolean {
  const open = [value];
  let isOrdinary = true;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') spend(stepsOfText(next.length));
    else if (Array.isArray(next)) for (const item of next as unknown[]) open.push(item);
    else if (typeof next === 'number') isOrdinary &&= printsAlike(next);
    else if (isJavaNumber(next)) isOrdinary = false;
    else if (isMap(next)) {
      const names = Object.keys(next);
      spend(1 + names.length);
      for (const name of names) open.push(name, next[name]);
    }
    spend(2);
  }
  return isOrdinary;
}

/** As JSON.stringify, with numbers as Java writes them. */
function written(value: unknown): string | undefined {
  if (isJavaNumber(value)) return numberJson(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item) ?? 'null').join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const members = Object.keys(value).flatMap((name) => {
    const member = written(value[name]);
    return member === undefined ? [] : [`${JSON.stringify(name)}:${member}`];
  });
  return `{${members.join(',')}}`;
}
