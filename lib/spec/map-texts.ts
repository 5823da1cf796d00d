/** The value with every text in it changed. Names of members stay. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const visit = (node: unknown): unknown => {
    if (typeof node === 'string') return change(node);
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, visit(member)]));
  };
  return visit(value) as Value; // texts become texts and everything else stays, so the type does
}
