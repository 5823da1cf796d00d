import { JSONPath } from 'jsonpath-plus';
import { requireDeadline, spend } from '../sandbox/step-budget';

/** A path that can match several values: `*`, `..`, filters, slices, unions. Its result is always a list. */
const INDEFINITE = /\*|\.\.|\[\?|\[[^'"\]]*[:,]|\[\(/;
/** A call in a filter, which could be of any JavaScript method: parentheses after a name, a string or another value. */
const CALL = /[\w$\])'"`/]\s*\(/;

/** Paths may come from a client's text, so the library's cache of paths is cleared before it fills the memory. */
const MAX_CACHED_PATHS = 1_000;
let cachedPaths = 0;

/** Internals of the library that its types omit. */
interface Walker {
  cache: object;
  readonly prototype: {
    _trace(...given: [expression: readonly unknown[], value: unknown, path: readonly unknown[], ...unknown[]]): unknown;
    _eval(code: string, ...given: readonly unknown[]): unknown;
  };
}

const LIBRARY = JSONPath as unknown as Walker & (new (options: object) => { evaluate(): unknown } & Walker['prototype']); // see Walker

/** The library's own traversal, which spends steps: a path with several `..` visits a value more often than any power of its depth. */
class SteppingPath extends LIBRARY {
  public override _trace(...given: Parameters<Walker['prototype']['_trace']>): unknown {
    const [expression, value, path] = given;
    spend(12 + (expression.length + path.length) / 2 + (Array.isArray(value) ? value.length / 8 : 0));
    const found = super._trace(...given);
    if (Array.isArray(found)) spend(found.length / 2);
    return found;
  }

  public override _eval(code: string, ...given: readonly unknown[]): unknown {
    spend(32 + 4 * code.length);
    return super._eval(code, ...given);
  }
}

/**
 * The value at a JSONPath, or undefined. Scripts in filters run in the library's interpreter, never as code.
 * @throws StepLimitError
 * @see aws-data-plane §11, $input
 */
export function jsonPath(value: unknown, path: string): unknown {
  const wanted = path.trim();
  if (wanted === '$' || wanted === '') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  spend(64 + (wanted.length * wanted.length) / 64); // the library parses a path with expressions that backtrack
  if (CALL.test(wanted)) requireDeadline();
  boundCache();
  const found = new SteppingPath({ path: wanted.startsWith('$') ? wanted : `$.${wanted}`, json: value, wrap: false, eval: 'safe', autostart: false }).evaluate();
  return found === undefined && INDEFINITE.test(wanted) ? [] : found;
}

function boundCache(): void {
  cachedPaths += 1;
  if (cachedPaths < MAX_CACHED_PATHS) return;
  cachedPaths = 0;
  LIBRARY.cache = Object.create(null) as object;
}

/** Parses JSON; undefined if it is not valid. @throws StepLimitError */
export function parseJson(text: string): unknown {
  spend(text.length);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON text without white space between tokens; numbers and escapes are kept as written. */
export function compactJson(text: string): string {
  spend(text.length);
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? '');
}
