/** The members that a JSON pointer names: `#/pets/0` → `pets`, `0`. */
export function pointerMembers(pointer: string): string[] {
  return pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a JSON pointer leads to; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let node = root;
  for (const member of pointerMembers(pointer)) node = isNode(node) && Object.hasOwn(node, member) ? node[member] : undefined;
  return node;
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
