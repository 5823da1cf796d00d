import { sameName, type HeaderField } from './headers';

const CR = 13;
const SPACE = 32;

/**
 * The header lines of a head whose form is known: names, values and line ends as readSimpleHead takes them. One pass, whatever
 * the names are: one pattern for each sequence of names was faster for the sequences that it knew, and 300 to 700 µs slower
 * with clients that send many (bench/workloads/names.lua).
 * @param from - where the first line begins; the lines end with an empty one
 */
export function headerFields(text: string, from: number): HeaderField[] {
  const fields: HeaderField[] = [];
  for (let at = from; text.charCodeAt(at) !== CR;) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r', colon);
    fields.push({ name: sameName(text.slice(at, colon)), value: trimmed(text, colon + 1, end) });
    at = end + 2;
  }
  return fields;
}

/** The part between two positions without the spaces around it: nearly always one in front and none behind. */
function trimmed(text: string, from: number, end: number): string {
  const start = text.charCodeAt(from) === SPACE ? from + 1 : from;
  const isTrimmed = text.charCodeAt(start) !== SPACE && text.charCodeAt(end - 1) !== SPACE;
  return isTrimmed ? text.slice(start, end) : text.slice(start, end).trim();
}
