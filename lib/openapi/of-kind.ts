/** Calls the entry of a table of kinds that the type of a node names, which the compiler cannot follow. */
export function ofKind<Node extends { readonly type: string }, Context, Result>(
  table: Readonly<Record<string, (node: never, context: Context) => Result>>, node: Node, context: Context,
): Result {
  const entry = table[node.type] as (node: Node, context: Context) => Result; // tables are typed over all kinds
  return entry(node, context);
}
