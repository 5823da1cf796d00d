const SPACE = 32;

/** The part of a head between two positions, without the spaces around it: nearly always one in front and none behind. */
export function trimmedValue(head: string, from: number, end: number): string {
  const start = head.charCodeAt(from) === SPACE ? from + 1 : from;
  const isTrimmed = head.charCodeAt(start) !== SPACE && head.charCodeAt(end - 1) !== SPACE;
  return isTrimmed ? head.slice(start, end) : head.slice(start, end).trim();
}
