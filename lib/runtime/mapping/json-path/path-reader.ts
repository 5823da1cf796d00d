/** Reads a text from the left to the right. */
export interface PathReader {
  readonly text: string;
  at: number;
  /** Parentheses, brackets and filters that are open. */
  depth: number;
}

/** Deeper nesting is refused before it fills the stack. */
const MAX_DEPTH = 100;

export function openPath(text: string): PathReader {
  return { text, at: 0, depth: 0 };
}

/** Reads the match of a sticky expression at the position, and moves behind it; undefined without a match. */
export function take(reader: PathReader, expression: RegExp): string | undefined {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.text)?.[0];
  if (match !== undefined) reader.at += match.length;
  return match;
}

export function skip(reader: PathReader, text: string): boolean {
  const isThere = reader.text.startsWith(text, reader.at);
  if (isThere) reader.at += text.length;
  return isThere;
}

export function skipSpace(reader: PathReader): void {
  take(reader, /\s*/y);
}

/** @throws Error where the text does not go on like that */
export function expectText(reader: PathReader, text: string): void {
  skipSpace(reader);
  if (!skip(reader, text)) throw invalid(reader, `expected ${text}`);
}

export function invalid({ text, at }: PathReader, what: string): Error {
  return new Error(`the JSONPath ${text.slice(0, 200)} is not valid: ${what} at character ${at + 1}`);
}

/** Reads a nested part. @throws Error if the nesting is too deep */
export function nested<Value>(reader: PathReader, read: () => Value): Value {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw invalid(reader, `more than ${MAX_DEPTH} levels`);
  const value = read();
  reader.depth -= 1;
  return value;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A text in single or double quotes; undefined if there is none. */
export function readQuoted(reader: PathReader): string | undefined {
  const quoted = take(reader, /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/sy);
  return quoted?.slice(1, -1).replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, character: string) =>
    (code === undefined ? ESCAPES[character] ?? character : String.fromCharCode(parseInt(code, 16))));
}
