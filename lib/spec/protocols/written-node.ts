/** A node of a spec before it is read. */
export type WrittenNode = Readonly<Record<string, unknown>>;

/** A record of nodes with each of them changed; nothing if it is not there, or malformed. */
export function mapped(parent: WrittenNode, name: string, change: (node: WrittenNode) => WrittenNode): WrittenNode {
  const nodes = parent[name];
  if (!isRecord(nodes)) return {};
  return { [name]: Object.fromEntries(Object.entries(nodes).map(([key, node]) => [key, isRecord(node) ? change(node) : node])) };
}

export function isRecord(value: unknown): value is WrittenNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
