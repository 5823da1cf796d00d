import { DEFAULT_ROUTE_PATH, methodsOf, pathParts, protocolOf, readPathPart, type GatewaySpec, type LocatedMethod } from '../spec';

/** The methods that ANY serves. */
export const SERVED_BY_ANY = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

/** A table of routes that answers as the gateway does; `test/contracts/diff-routes.test.ts` compares the two. */
export interface RouteTable {
  readonly methods: readonly LocatedMethod[];
  /** Paths that stand for all that a route answers. @param deepest - parts of the longest path of any route */
  readonly samples: (path: string, deepest: number) => string[];
  readonly answer: (httpMethod: string, path: string) => LocatedMethod | undefined;
}

/** The part of a table below a prefix of its paths. */
interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  /** Methods of the greedy part that begins here. */
  readonly greedy: Map<string, LocatedMethod>;
  readonly methods: Map<string, LocatedMethod>;
}

export function routeTable(spec: GatewaySpec): RouteTable {
  return protocolOf(spec) === 'websocket' ? keyTable(spec) : pathTable(spec);
}

/** Keys of messages are compared as they are: a slash or a brace in one means nothing. */
function keyTable(spec: GatewaySpec): RouteTable {
  const methods = methodsOf(spec);
  const byKey = new Map(methods.map((located) => [located.path, located]));
  return { methods, samples: (path) => [path], answer: (_, path) => byKey.get(path) ?? byKey.get(DEFAULT_ROUTE_PATH) };
}

function pathTable(spec: GatewaySpec): RouteTable {
  const isHttp = protocolOf(spec) !== 'rest';
  const all = methodsOf(spec);
  // the default route of an HTTP API takes what no other takes
  const fallback = isHttp ? all.find(({ path }) => path === DEFAULT_ROUTE_PATH) : undefined;
  const root = newNode();
  for (const located of all) if (located !== fallback) insert(root, located);
  return {
    methods: all,
    samples: samplePaths,
    answer: (httpMethod, path) => {
      const request = { httpMethod, segments: pathParts(path) };
      // in an HTTP API, any route without a greedy part wins over one with it
      const passes: readonly Pass[] = isHttp ? [{ exact: true, greedy: false }, { exact: false, greedy: true }]
        : [{ exact: true, greedy: true }];
      for (const pass of passes) {
        const answer = answerBelow(root, 0, { ...request, ...pass });
        if (answer !== undefined) return answer;
      }
      return fallback;
    },
  };
}

function newNode(): Node {
  return { literals: new Map(), parameter: undefined, greedy: new Map(), methods: new Map() };
}

function insert(root: Node, located: LocatedMethod): void {
  let node = root;
  for (const text of pathParts(located.path)) {
    const part = readPathPart(text);
    if (part === undefined) return;
    if (part.type === 'greedy') {
      if (!node.greedy.has(located.httpMethod)) node.greedy.set(located.httpMethod, located);
      return;
    }
    const next = (part.type === 'literal' ? node.literals.get(part.text) : node.parameter) ?? newNode();
    if (part.type === 'literal') node.literals.set(part.text, next);
    else node.parameter = next;
    node = next;
  }
  if (!node.methods.has(located.httpMethod)) node.methods.set(located.httpMethod, located);
}

/** The routes that are looked at. */
interface Pass {
  readonly exact: boolean;
  readonly greedy: boolean;
}

interface Request extends Pass {
  readonly httpMethod: string;
  readonly segments: readonly string[];
}

/** The most specific route: literal before parameter before greedy, segment by segment; own method before ANY. */
function answerBelow(node: Node, depth: number, request: Request): LocatedMethod | undefined {
  const segment = request.segments[depth];
  if (segment === undefined) return request.exact ? ofMethod(node.methods, request) : undefined;
  if (segment === '') return undefined;
  for (const next of [node.literals.get(segment), node.parameter]) {
    const answer = next === undefined ? undefined : answerBelow(next, depth + 1, request);
    if (answer !== undefined) return answer;
  }
  return request.greedy ? ofMethod(node.greedy, request) : undefined;
}

function ofMethod(methods: ReadonlyMap<string, LocatedMethod>, { httpMethod }: Request): LocatedMethod | undefined {
  return methods.get(httpMethod) ?? (SERVED_BY_ANY.some((served) => served === httpMethod) ? methods.get('ANY') : undefined);
}

/** Parameters have values that no literal part can have, and greedy ones every length up to one that no other route has. */
export function samplePaths(path: string, deepest: number): string[] {
  const parts = pathParts(path).map((text, index) => (text.startsWith('{') ? `~${index}` : text));
  const more = path.endsWith('+}') ? Math.max(1, deepest + 1 - parts.length) : 0;
  return Array.from({ length: more + 1 }, (_, count) => `/${[...parts, ...Array<string>(count).fill('~more')].join('/')}`);
}

/** Parts of the longest path of tables. */
export function deepestOf(tables: readonly RouteTable[]): number {
  return tables.flatMap(({ methods }) => methods).reduce((most, { path }) => Math.max(most, pathParts(path).length), 0);
}

/** `/pets/{}` of `/pets/{id}`: equal for paths that have the same requests. */
export function pathForm(path: string): string {
  return path.replaceAll(/\{[^}]*\+\}/g, '{+}').replaceAll(/\{[^}+]*\}/g, '{}');
}
