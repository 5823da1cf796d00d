import { pathParts, readPathPart } from '../../spec';
import { nullRecord } from '../http/null-record';

/*
 * Hand-written because matching is the service's own behavior: raw segments, falling back to less specific resources if a
 * method is missing, trailing slashes. Public routers (find-my-way) decode paths and stop at the best path, which
 * contradicts the recorded cases routing-*.
 */

/**
 * A node in the tree of resources; each request visits it at most once. With thousands of them, each object that is looked at is
 * looked for in main memory: few have a map.
 */
interface Node<Target> {
  literals: Map<string, Node<Target>> | undefined;
  parameter: { readonly name: string; readonly node: Node<Target> } | undefined;
  greedy: { readonly name: string; readonly node: Node<Target> } | undefined;
  methods: NodeMethod<Target> | undefined;
}

/** The methods of a resource, including `ANY`, last declared first. */
interface NodeMethod<Target> {
  readonly method: string;
  readonly target: Target;
  readonly next: NodeMethod<Target> | undefined;
}

export interface Match<Target> {
  readonly target: Target;
  /** Without inherited members: names are the definition's, values the client's. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

export interface Router<Target> {
  /** The most specific resource that has the method: literal over parameter over greedy, own method over ANY. */
  readonly match: (method: string, path: string) => Match<Target> | undefined;
  /** Methods of the resources that match the path, for explanations. */
  readonly methodsAt: (path: string) => readonly string[];
}

export interface RouteEntry<Target> {
  readonly path: string;
  readonly method: string;
  readonly target: Target;
}

/** Builds the tree once per load. */
export function createRouter<Target>(entries: readonly RouteEntry<Target>[]): Router<Target> {
  const root = newNode<Target>();
  for (const { path, method, target } of entries) {
    const node = nodeAt(root, path);
    if (node !== undefined) node.methods = { method, target, next: node.methods };
  }
  return {
    match: (method, path) => find(root, { segments: segmentsOf(path), pick: (methods) => targetFor(methods, method), parameters: [] }, 0),
    methodsAt: (path) => {
      const names = new Set<string>();
      const pick = (methods: NodeMethod<Target> | undefined): undefined => {
        for (let entry = methods; entry !== undefined; entry = entry.next) names.add(entry.method);
      };
      find(root, { segments: segmentsOf(path), pick, parameters: [] }, 0);
      return [...names].sort();
    },
  };
}

/** The methods that ANY serves. @see aws-data-plane §3 */
const ANY_METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** The method's own target, or else that of ANY. `ANY` itself is not a method that clients can use. */
function targetFor<Target>(methods: NodeMethod<Target> | undefined, method: string): Target | undefined {
  let any: NodeMethod<Target> | undefined;
  for (let entry = methods; entry !== undefined; entry = entry.next) {
    if (entry.method === 'ANY') any ??= entry;
    else if (entry.method === method) return entry.target;
  }
  return any !== undefined && ANY_METHODS.has(method) ? any.target : undefined;
}

function newNode<Target>(): Node<Target> {
  return { literals: undefined, parameter: undefined, greedy: undefined, methods: undefined };
}

/** Undefined for paths that only a method may have that cannot be called: they would match what others match. */
function nodeAt<Target>(root: Node<Target>, path: string): Node<Target> | undefined {
  let node = root;
  for (const text of pathParts(path)) {
    const part = readPathPart(text);
    if (part?.type === 'parameter') {
      node.parameter ??= { name: part.name, node: newNode() };
      if (node.parameter.name !== part.name) return undefined;
      node = node.parameter.node;
    } else if (part?.type === 'greedy') node = (node.greedy ??= { name: part.name, node: newNode() }).node;
    else {
      const literals = (node.literals ??= new Map<string, Node<Target>>());
      const child = literals.get(text) ?? newNode<Target>();
      literals.set(text, child);
      node = child;
    }
  }
  return node;
}

/**
 * `/a/b/` → `['a', 'b']`: one trailing slash is ignored; empty segments inside count. A loop, because V8 remembers the last
 * texts that `split` has seen, which takes longer than cutting when all differ.
 */
function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (let at = 1; at < path.length;) {
    const slash = path.indexOf('/', at);
    const end = slash === -1 ? path.length : slash;
    segments.push(path.slice(at, end));
    at = end + 1;
  }
  return segments;
}

/** A search: the segments, and the target that a matching resource offers. */
interface Search<Target> {
  readonly segments: readonly string[];
  readonly pick: (methods: NodeMethod<Target> | undefined) => Target | undefined;
  /** Names and values of the parameters on the way down, alternating; backtracking removes them. */
  readonly parameters: string[];
}

function find<Target>(node: Node<Target>, search: Search<Target>, depth: number): Match<Target> | undefined {
  const { segments, pick, parameters } = search;
  const segment = segments[depth];
  if (segment === undefined) return matchOf(pick(node.methods), parameters);
  const literal = node.literals?.get(segment);
  const byLiteral = literal === undefined ? undefined : find(literal, search, depth + 1);
  if (byLiteral !== undefined) return byLiteral;
  if (node.parameter !== undefined && segment !== '') {
    parameters.push(node.parameter.name, segment);
    const byParameter = find(node.parameter.node, search, depth + 1);
    if (byParameter !== undefined) return byParameter;
    parameters.length -= 2;
  }
  const rest = node.greedy === undefined ? '' : segments.slice(depth).join('/');
  if (node.greedy === undefined || rest === '') return undefined;
  const target = pick(node.greedy.node.methods);
  return matchOf(target, target === undefined ? parameters : [...parameters, node.greedy.name, rest]);
}

const NO_PARAMETERS = Object.freeze(nullRecord<string>());

function matchOf<Target>(target: Target | undefined, parameters: readonly string[]): Match<Target> | undefined {
  if (target === undefined) return undefined;
  if (parameters.length === 0) return { target, pathParameters: NO_PARAMETERS };
  const pathParameters = nullRecord<string>();
  for (let index = 0; index + 1 < parameters.length; index += 2) pathParameters[parameters[index] ?? ''] = parameters[index + 1] ?? '';
  return { target, pathParameters };
}
