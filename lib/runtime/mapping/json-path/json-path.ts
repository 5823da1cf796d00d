import { LRUCache } from 'lru-cache';
import { preparePattern } from '../../sandbox/pattern';
import { spend } from '../../sandbox/step-budget';
import { evaluatePath } from './evaluate';
import { MISSING } from './filter-operators';
import { parsePath } from './parse-path';
import type { JsonPath } from './path';

/** Parsed paths; a path may come from a client's text, so there are only so many. */
const known = new LRUCache<string, JsonPath>({ max: 1_000 });

/**
 * The value at a JSONPath, or undefined; a list for a path that may have several values. Filters are conditions, never code.
 * Written here because the service has Jayway's dialect (`.length()`, `=~`, `in`), which the libraries for JavaScript lack, and
 * because every step of a path counts towards the budget of its request.
 * @throws StepLimitError; Error if it is not a path, or a function has nothing to calculate with
 * @see https://github.com/json-path/JsonPath
 */
export function jsonPath(value: unknown, path: string): unknown {
  const wanted = path.trim();
  if (wanted === '$' || wanted === '') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const result = evaluatePath(parsed(wanted), { root: value, current: value });
  return result === MISSING ? undefined : result;
}

/** Parses a path that a definition has as it is written, with its expressions, so that no request has to. An invalid one fails requests. */
export function preparePath(path: string): void {
  let patterns: readonly string[];
  try {
    patterns = patternsIn(parsed(path.trim()));
  } catch {
    return;
  }
  for (const pattern of patterns) preparePattern(pattern, 'whole');
}

function parsed(path: string): JsonPath {
  const cached = known.get(path);
  if (cached !== undefined) return cached;
  spend(64 + path.length);
  const jsonPath = parsePath(path);
  known.set(path, jsonPath);
  return jsonPath;
}

/** Expressions of all filters. */
function patternsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(patternsIn);
  if (typeof node !== 'object' || node === null) return [];
  return 'pattern' in node && typeof node.pattern === 'string' ? [node.pattern] : Object.values(node).flatMap(patternsIn);
}
