import { visit } from 'jsonc-parser';
import type { DocumentPath } from './document-path';

/** A place in a text; line and column from 0. */
interface TextPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A member of an object or an item of a list: the positions of its name and of its value. */
interface Part {
  readonly named: TextPosition;
  readonly value: TextPosition;
}

/**
 * Finds lines in a JSON text that can be parsed. Only the objects and lists on the way to a part are read, and those once: a tree of a
 * document of 13 MB takes 1 s, and a YAML document 3 s.
 * @returns line and column, from 1, of the part with a path, or of the nearest part around it
 */
export function positionsInJson(text: string): (path: DocumentPath) => readonly [line: number, column: number] {
  const known = new Map<number, ReadonlyMap<string, Part>>();
  const partsAt = (place: TextPosition): ReadonlyMap<string, Part> => {
    const parts = known.get(place.offset) ?? partsOf(text, place);
    known.set(place.offset, parts);
    return parts;
  };
  const root = { offset: 0, line: 0, column: 0 };
  return (path) => {
    let nearest: Part = { named: root, value: root };
    for (const step of path) {
      const part = partsAt(nearest.value).get(String(step));
      if (part === undefined) break;
      nearest = part;
    }
    return [nearest.named.line + 1, nearest.named.column + 1];
  };
}

/** A position as the parser reports it; lines count from where it begins to read. */
type Position = readonly [offset: number, length: number, line: number, column: number, ...others: unknown[]];

/** The parts of the value at a place; what is inside them is skipped. */
function partsOf(text: string, start: TextPosition): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  let depth = 0;
  let isList = false;
  let member: { readonly key: string; readonly named: TextPosition } | undefined;
  const at = ([offset, , line, column]: Position): TextPosition => (
    { offset: start.offset + offset, line: start.line + line, column: line === 0 ? start.column + column : column }
  );
  const add = (value: TextPosition): void => {
    const { key, named } = member ?? { key: String(parts.size), named: value };
    if (isList || member !== undefined) parts.set(key, { named, value });
    member = undefined;
  };
  /** @returns whether its parts are visited, too */
  const begin = (list: boolean, position: Position): boolean => {
    depth += 1;
    if (depth === 1) isList = list;
    else add(at(position));
    return depth === 1;
  };
  visit(text.slice(start.offset), {
    onObjectBegin: (...position) => begin(false, position),
    onArrayBegin: (...position) => begin(true, position),
    onObjectProperty: (key, ...position) => { member = { key, named: at(position) }; },
    onLiteralValue: (_value, ...position) => { if (depth === 1) add(at(position)); },
    onObjectEnd: () => { depth -= 1; },
    onArrayEnd: () => { depth -= 1; },
  });
  return parts;
}
