import type { ParsedTemplate } from '../../spec';
import { preparePattern } from '../sandbox/pattern';
import { PATTERN_METHODS } from './velocity/string-methods';

/** Compiles the regular expressions that a template contains as literals: `.matches("…")`. */
export function preparePatterns({ nodes, texts }: ParsedTemplate): void {
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const pattern = writtenPattern(node, texts);
    if (pattern !== undefined) preparePattern(pattern.text, pattern.extent);
    Object.values(node).forEach(visit);
  };
  visit(nodes);
  for (const inside of texts.values()) visit(inside);
}

function writtenPattern(
  node: { readonly type?: unknown; readonly id?: unknown; readonly args?: unknown }, texts: ParsedTemplate['texts'],
): { readonly text: string; readonly extent: 'whole' | 'anywhere' } | undefined {
  const extent = node.type === 'method' && typeof node.id === 'string' && Object.hasOwn(PATTERN_METHODS, node.id) ? PATTERN_METHODS[node.id] : undefined;
  const argument: unknown = Array.isArray(node.args) ? node.args[0] : undefined;
  if (extent === undefined || typeof argument !== 'object' || argument === null || !('value' in argument)) return undefined;
  const { value } = argument;
  if (typeof value !== 'string') return undefined;
  const inside = texts.get(value) ?? [value];
  return inside.every((part) => typeof part === 'string') ? { text: inside.join(''), extent } : undefined;
}
