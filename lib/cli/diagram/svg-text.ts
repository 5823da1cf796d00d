/** The width of a character of the font of diagrams, which is monospaced. */
const CHARACTER_WIDTH = 7.25;
/** East Asian and pictorial characters are as wide as two others. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u;
/** Characters that XML does not have, not even escaped. @see https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1) * CHARACTER_WIDTH, 0);
}

/** A text inside an element or attribute of SVG. */
export function escaped(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** The text without its middle where it is longer: paths and addresses differ at both ends. */
export function shortened(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  if (characters.length <= most) return characters.join('');
  const before = Math.ceil((most - 1) / 2);
  return `${characters.slice(0, before).join('')}…${characters.slice(characters.length - (most - 1 - before)).join('')}`;
}
