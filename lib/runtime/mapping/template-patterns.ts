import type { ParsedTemplate } from '../../spec';
import { preparePattern } from '../sandbox/pattern';
import { preparePath } from './json-path/json-path';
import { PATTERN_METHODS } from './velocity/string-methods';

/** Methods of `$input` that take a JSONPath. */
const PATH_METHODS: ReadonlySet<string> = new Set(['path', 'json']);

/** Compiles the regular expressions and JSONPaths that a template contains as literals: `.matches("…")`, `$input.path("…")`. */
export function preparePatterns({ nodes, texts }: ParsedTemplate): void {
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const call = writtenCall(node, texts);
    const extent = call !== undefined && Object.hasOwn(PATTERN_METHODS, call.method) ? PATTERN_METHODS[call.method] : undefined;
    if (call !== undefined && extent !== undefined) preparePattern(call.text, extent);
    if (call !== undefined && PATH_METHODS.has(call.method)) preparePath(call.text);
    Object.values(node).forEach(visit);
  };
  visit(nodes);
  for (const inside of texts.values()) visit(inside);
}

/** A call of a method with a literal text. */
function writtenCall(
  node: { readonly type?: unknown; readonly id?: unknown; readonly args?: unknown }, texts: ParsedTemplate['texts'],
): { readonly method: string; readonly text: string } | undefined {
  const argument: unknown = node.type === 'method' && Array.isArray(node.args) ? node.args[0] : undefined;
  if (typeof node.id !== 'string' || typeof argument !== 'object' || argument === null || !('value' in argument)) return undefined;
  const { value } = argument;
  if (typeof value !== 'string') return undefined;
  const inside = texts.get(value) ?? [value];
  return inside.every((part) => typeof part === 'string') ? { method: node.id, text: inside.join('') } : undefined;
}
