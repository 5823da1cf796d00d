const BEYOND_ASCII = /[^\0-\x7f]/;

/** A text in UTF-8, one character per byte. Joined with others and written, it costs a third of one with characters beyond Latin-1. */
export function utf8Text(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

export function textOfUtf8(utf8: string): string {
  return BEYOND_ASCII.test(utf8) ? Buffer.from(utf8, 'latin1').toString('utf8') : utf8;
}
