import { FIELD_NAME } from '../framing';

/*
 * The results of functions that are plain, on their way from the instance to the gateway: a head of lines, an empty line, and
 * the body. Such a result is neither written nor read as JSON. Both sides use this file.
 */

// Taken before user code runs, which may replace them in the instance.
const { keys, getPrototypeOf, prototype } = Object;
const { isInteger } = Number;

/** A plain result as the gateway has it. */
export interface PlainResult {
  readonly type: 'plain-result';
  /** The status, and below it the header lines `Name: value`, joined by line feeds; from the instance, so not to be trusted. */
  readonly head: string;
  /** A character for each byte. */
  readonly body: string;
}

/** What is longer goes as JSON, whose size is looked at. */
export const MAX_HEAD_CHARACTERS = 4_096;
const MAX_BODY_CHARACTERS = 65_536;
const MAX_BODY_BYTES = 3 * MAX_BODY_CHARACTERS;
const STATUS_CHARACTERS = 3;
export const MAX_HEADERS = 50;
const VALUE = /^[\t\x20-\x7e]*$/;

/**
 * The text of a plain result: of an object as a literal makes it, that JSON would give back as it is.
 * @returns undefined for all others; these go as JSON
 */
export function encodePlainResult(result: unknown): string | undefined {
  if (!isOrdinary(result)) return undefined;
  let status: unknown;
  let headers: unknown;
  let body: unknown = '';
  for (const key of keys(result)) {
    const value = result[key];
    if (key === 'statusCode') status = value;
    else if (key === 'headers') headers = value;
    else if (key === 'body') body = value;
    else if (key !== 'isBase64Encoded' || value !== false) return undefined;
  }
  if (typeof status !== 'number' || !isInteger(status) || status < 200 || status > 599) return undefined;
  if (typeof body !== 'string' || body.length > MAX_BODY_CHARACTERS) return undefined;
  const lines = headers === undefined ? '' : headerLines(headers);
  if (lines === undefined || lines.length > MAX_HEAD_CHARACTERS - STATUS_CHARACTERS) return undefined;
  return `${status}${lines}\n\n${body}`;
}

/** Cuts what encodePlainResult wrote. @param text - a character for each byte; whatever an instance sent */
export function decodePlainResult(text: string): PlainResult | undefined {
  const end = text.indexOf('\n\n');
  const isPlain = end !== -1 && end <= MAX_HEAD_CHARACTERS && text.length - end - 2 <= MAX_BODY_BYTES;
  return isPlain ? { type: 'plain-result', head: text.slice(0, end), body: text.slice(end + 2) } : undefined;
}

/** The same result as JSON text, for who takes no other. */
export function asJson({ head, body }: PlainResult): string {
  const [status = '', ...lines] = head.split('\n');
  const headers = Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  }));
  return JSON.stringify({ statusCode: Number(status), headers, body: Buffer.from(body, 'latin1').toString('utf8') });
}

/** Without getters of its own making, with nothing that says how it is written as JSON. */
function isOrdinary(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === prototype && !('toJSON' in value);
}

function headerLines(headers: unknown): string | undefined {
  if (!isOrdinary(headers)) return undefined;
  const names = keys(headers);
  if (names.length > MAX_HEADERS) return undefined;
  let lines = '';
  for (const name of names) {
    const value = headers[name];
    if (typeof value !== 'string' || !VALUE.test(value) || !FIELD_NAME.test(name)) return undefined;
    lines += `\n${name}: ${value}`;
  }
  return lines;
}
