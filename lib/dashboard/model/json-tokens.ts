export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'literal' | 'punctuation';
  readonly text: string;
}

/** Longer text is shown without colors: a page of a hundred thousand spans is slow. */
const LONGEST = 200_000;
/** A piece of JSON: a string, a bracket, a comma, a colon, or a number or literal; white space is skipped. */
const PIECE = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;
const TOKEN = /(?<string>"(?:[^"\\]|\\.)*")(?<colon>\s*:)?|(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<literal>true|false|null)|[^"\dtfn-]+|./gi;

/** Objects and arrays indented by two. `JSON.stringify` rounds long numbers and drops repeated names: what was sent must be seen. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  let depth = 0;
  return [...text.matchAll(PIECE)].map(([piece], index, pieces) => {
    if (/[[{]/.test(piece) && piece.length === 1) depth += 1;
    const next = pieces[index + 1]?.[0];
    const isEnd = next === ']' || next === '}';
    if (isEnd) depth -= 1;
    const isEmpty = isEnd && (piece === '[' || piece === '{');
    const breaks = !isEmpty && (piece === '[' || piece === '{' || piece === ',' || isEnd);
    return `${piece}${piece === ':' ? ' ' : ''}${breaks ? `\n${'  '.repeat(depth)}` : ''}`;
  }).join('');
}

/** Whether it is the text of an object or array. */
export function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The tokens of JSON text, which together are the text; undefined if there are too many. */
export function jsonTokens(text: string): readonly JsonToken[] | undefined {
  if (text.length > LONGEST) return undefined;
  return [...text.matchAll(TOKEN)].flatMap(({ 0: whole, groups = {} }): readonly JsonToken[] => {
    const { string, colon, number, literal } = groups;
    if (string !== undefined) {
      return colon === undefined ? [{ kind: 'string', text: string }] : [{ kind: 'key', text: string }, { kind: 'punctuation', text: colon }];
    }
    if (number !== undefined) return [{ kind: 'number', text: whole }];
    return [{ kind: literal === undefined ? 'punctuation' : 'literal', text: whole }];
  });
}
