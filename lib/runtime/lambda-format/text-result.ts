import { isFinalStatus } from '../http/final-status';
import { FIELD_NAME } from '../http/framing';
import type { TextResult } from '../ports';

/*
 * Results of functions as text, on their way to the gateway: a head of lines, an empty line, and the body. Most results fit
 * this form and skip JSON on both sides. Both sides use this file.
 */

// Taken before user code runs, which may replace them in the instance.
const { keys, getPrototypeOf, prototype } = Object;

/** Longer heads are sent as JSON, whose size is checked. */
export const MAX_HEAD_CHARACTERS = 4_096;
const MAX_BODY_CHARACTERS = 65_536;
const MAX_BODY_BYTES = 3 * MAX_BODY_CHARACTERS;
const STATUS_CHARACTERS = 3;
export const MAX_HEADERS = 50;
const VALUE = /^[\t\x20-\x7e]*$/;

/** The text of a result that is an ordinary object which survives JSON unchanged; undefined for all others, which are sent as JSON. */
export function encodeTextResult(result: unknown): string | undefined {
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
  if (!isFinalStatus(status)) return undefined;
  if (typeof body !== 'string' || body.length > MAX_BODY_CHARACTERS) return undefined;
  const lines = headers === undefined ? '' : headerLines(headers);
  if (lines === undefined || lines.length > MAX_HEAD_CHARACTERS - STATUS_CHARACTERS) return undefined;
  return `${status}${lines}\n\n${body}`;
}

/** Splits what encodeTextResult wrote. @param text - one character per byte; may be anything that an instance sent */
export function decodeTextResult(text: string): TextResult | undefined {
  const end = text.indexOf('\n\n');
  const isWhole = end !== -1 && end <= MAX_HEAD_CHARACTERS && text.length - end - 2 <= MAX_BODY_BYTES;
  return isWhole ? { type: 'text-result', head: text.slice(0, end), body: text.slice(end + 2) } : undefined;
}

export function textResultJson({ head, body }: TextResult): string {
  const [status = '', ...lines] = head.split('\n');
  const headers = Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  }));
  return JSON.stringify({ statusCode: Number(status), headers, body: Buffer.from(body, 'latin1').toString('utf8') });
}

/** An object without getters and without its own JSON form. */
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
