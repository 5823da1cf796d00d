import { utf8Text } from './utf8-text';

/**
 * Characters that a terminal interprets instead of showing: controls (C0 without tab, DEL, C1), line and paragraph
 * separators, and those that change the direction of text.
 * @see https://trojansource.codes for the last
 */
const OBEYED = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' };

/** Escapes every character that a terminal would interpret, so that clients cannot forge log lines. */
export function printable(text: string): string {
  return isPrintable(text) ? text : text.replace(OBEYED, (character) => SHORT[character] ?? escape(character));
}

/** The same in UTF-8, one character per byte. */
export function printableUtf8(text: string): string {
  return isPrintable(text) ? text : utf8Text(printable(text));
}

const SHORT_CHARACTERS = 64;

/** Most texts are short and need no escapes: checking each character costs half as much as a regular expression. */
function isPrintable(text: string): boolean {
  if (text.length > SHORT_CHARACTERS) return false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** The JSON text with the same characters escaped as JSON does: its value stays the same. */
export function printableJson(json: string): string {
  return json.replace(OBEYED, escape);
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
