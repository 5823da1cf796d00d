import { JSONPath } from 'jsonpath-plus';

/** A path that can match several values: `*`, `..`, filters, slices, unions. Its result is always a list. */
const INDEFINITE = /\*|\.\.|\[\?|\[[^'"\]]*[:,]|\[\(/;

/** Paths may be made from a client's text; the library's cache of paths is emptied before that fills the memory. */
const MAX_CACHED_PATHS = 1_000;
let cachedPaths = 0;

/**
 * The value at a JSONPath; undefined when there is none. Scripts in filters run in the library's interpreter, never as code.
 * @see aws-data-plane §11, $input
 */
export function jsonPath(value: unknown, path: string): unknown {
  const wanted = path.trim();
  if (wanted === '$' || wanted === '') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  boundCache();
  const found: unknown = JSONPath({ path: wanted.startsWith('$') ? wanted : `$.${wanted}`, json: value, wrap: false, eval: 'safe' });
  return found === undefined && INDEFINITE.test(wanted) ? [] : found;
}

function boundCache(): void {
  cachedPaths += 1;
  if (cachedPaths < MAX_CACHED_PATHS) return;
  cachedPaths = 0;
  (JSONPath as unknown as { cache: object }).cache = Object.create(null) as object; // a static member that the types leave out
}

/** Parses JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON text without the white space between its tokens; numbers and escapes stay as written. */
export function compactJson(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? '');
}
