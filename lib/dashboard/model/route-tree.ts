import type { RouteState } from '../protocol';

/** One line of the tree: a part of a path, with the methods of the resource that it leads to. */
export interface TreeLine {
  /** The path of the resource: `/pets/{petId}`. */
  readonly path: string;
  /** The path below the parent line: `/{petId}`; a part without methods is joined with its only child: `/v1/admin`. */
  readonly label: string;
  readonly depth: number;
  readonly routes: readonly RouteState[];
}

interface Node {
  readonly path: string;
  readonly part: string;
  readonly routes: RouteState[];
  readonly children: Map<string, Node>;
}

/** The routes as the lines of a tree, parents first, siblings in the order of their names and variables last. */
export function routeTree(routes: readonly RouteState[]): readonly TreeLine[] {
  const root = emptyNode('/', '/');
  for (const route of routes) nodeFor(root, route.path).routes.push(route);
  const below = childrenOf(root).flatMap((node) => linesOf(node, root.routes.length > 0 ? 1 : 0));
  return root.routes.length > 0 ? [{ path: '/', label: '/', depth: 0, routes: root.routes }, ...below] : below;
}

function emptyNode(path: string, part: string): Node {
  return { path, part, routes: [], children: new Map() };
}

function nodeFor(root: Node, path: string): Node {
  return path.split('/').filter((part) => part !== '').reduce((node, part) => {
    const child = node.children.get(part) ?? emptyNode(`${node === root ? '' : node.path}/${part}`, part);
    node.children.set(part, child);
    return child;
  }, root);
}

function linesOf(node: Node, depth: number, prefix = ''): readonly TreeLine[] {
  const label = `${prefix}/${node.part}`;
  const [only, ...others] = childrenOf(node);
  if (node.routes.length === 0 && only !== undefined && others.length === 0) return linesOf(only, depth, label);
  const own: TreeLine = { path: node.path, label, depth, routes: node.routes };
  return [own, ...childrenOf(node).flatMap((child) => linesOf(child, depth + 1))];
}

function childrenOf({ children }: Node): readonly Node[] {
  return [...children.values()].sort((a, b) => Number(a.part.startsWith('{')) - Number(b.part.startsWith('{')) || a.part.localeCompare(b.part));
}
