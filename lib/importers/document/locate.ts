import { isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import type { DocumentPath } from './document-path';
import { positionsInJson } from './locate-json';

/**
 * Finds lines in a JSON or YAML text. It is read for the first question only: most files are imported without one.
 * @param shown - the name of the file in messages
 * @param format - JSON is YAML as well, and read much faster as what it is
 * @returns `file:line:column` of the part with a path, or of the nearest part around it
 */
export function locateIn(shown: string, text: string, format: 'yaml' | 'json' = 'yaml'): (path: DocumentPath) => string {
  let positions: ((path: DocumentPath) => readonly [line: number, column: number]) | undefined;
  return (at) => {
    positions ??= format === 'json' ? positionsInJson(text.replace(/^\uFEFF/, '')) : positionsInYaml(text);
    const [line, column] = positions(at);
    return `${shown}:${line}:${column}`;
  };
}

function positionsInYaml(text: string): (path: DocumentPath) => readonly [number, number] {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { logLevel: 'silent', uniqueKeys: false, strict: false, lineCounter: lines });
  return (at) => {
    const { line, col } = lines.linePos(offsetOf(contents, at));
    return [line, col];
  };
}

/** The position of the key that names a part; for an item of a list, that of the item. */
function offsetOf(root: Node | null, at: DocumentPath): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of at) {
    const next = partOf(node, step);
    if (next === undefined) break;
    offset = next.offset;
    node = next.node;
  }
  return offset;
}

function partOf(node: unknown, step: string | number): { readonly node: unknown; readonly offset: number } | undefined {
  if (isAlias(node)) return undefined;
  if (isSeq(node)) return located(node.items[Number(step)], node.items[Number(step)]);
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && (key.value === step || key.source === String(step)));
  return isPair(pair) ? located(pair.key, pair.value) : undefined;
}

function located(position: unknown, node: unknown): { readonly node: unknown; readonly offset: number } | undefined {
  const start = isNode(position) ? position.range?.[0] : undefined;
  return start === undefined ? undefined : { node, offset: start };
}
