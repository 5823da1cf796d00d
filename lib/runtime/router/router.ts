import { CONNECT_ROUTE, DEFAULT_ROUTE_PATH, DISCONNECT_ROUTE, messageRouteKey, pathParts, readPathPart } from '../../spec';
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
  greedy: Node<Target> | undefined;
  methods: NodeMethod<Target> | undefined;
}

/** The methods of a resource, including `ANY`, last declared first. */
interface NodeMethod<Target> {
  readonly method: string;
  readonly target: Target;
  /** Names of the parameters in the method's path. */
  readonly names: readonly string[];
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

/** How the kinds of APIs match paths. */
interface RouterRules {
  /** Whether parameters at one place have one name; a route with another one is not reached. */
  readonly sharesParameterNames: boolean;
  /** Whether a route without a greedy part wins over one with it, however specific both are. */
  readonly prefersFullMatch: boolean;
  /** Whether a slash at the end of a path is ignored. */
  readonly ignoresTrailingSlash: boolean;
}

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-set-up-simple-proxy.html */
const REST_ROUTES: RouterRules = { sharesParameterNames: true, prefersFullMatch: false, ignoresTrailingSlash: true };

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html */
const HTTP_ROUTES: RouterRules = { sharesParameterNames: false, prefersFullMatch: true, ignoresTrailingSlash: false };

/** The router of a REST API. */
export function createRouter<Target>(entries: readonly RouteEntry<Target>[]): Router<Target> {
  return buildRouter(entries, REST_ROUTES);
}

/** The router of an HTTP API: its default route takes whatever no other route takes. */
export function createHttpRouter<Target>(entries: readonly RouteEntry<Target>[]): Router<Target> {
  const fallback = entries.find(({ path, method }) => path === DEFAULT_ROUTE_PATH && method === 'ANY');
  const router = buildRouter(entries.filter((entry) => entry !== fallback), HTTP_ROUTES);
  if (fallback === undefined) return router;
  return {
    match: (method, path) => router.match(method, path) ?? { target: fallback.target, pathParameters: NO_PARAMETERS },
    methodsAt: router.methodsAt,
  };
}

/** The router of a WebSocket API: a path is a slash and a route key, and messages that no other route takes go to the default one. */
export function createMessageRouter<Target>(entries: readonly RouteEntry<Target>[]): Router<Target> {
  const targets = new Map(entries.map(({ path, target }) => [`/${messageRouteKey(path)}`, target]));
  const fallback = targets.get(DEFAULT_ROUTE_PATH);
  const find = (path: string): Target | undefined => targets.get(path) ?? (OWN_EVENTS.has(path) ? undefined : fallback);
  return {
    match: (_, path) => {
      const target = find(path);
      return target === undefined ? undefined : { target, pathParameters: NO_PARAMETERS };
    },
    methodsAt: (path) => (targets.has(path) ? ['ANY'] : []),
  };
}

/** Routes that only the service itself chooses. */
const OWN_EVENTS: ReadonlySet<string> = new Set([`/${CONNECT_ROUTE}`, `/${DISCONNECT_ROUTE}`]);

/** Builds the tree once per load. */
function buildRouter<Target>(entries: readonly RouteEntry<Target>[], rules: RouterRules): Router<Target> {
  const root = newNode<Target>();
  for (const { path, method, target } of entries) {
    const node = nodeAt(root, path, rules);
    if (node !== undefined) node.methods = { method, target, names: parameterNames(path), next: node.methods };
  }
  const search = <Found>(path: string, pick: Search<Target, Found>['pick']): Found | undefined => {
    const segments = segmentsOf(path, rules);
    const match = find(root, { segments, pick, values: [], takesGreedy: !rules.prefersFullMatch }, 0);
    return match !== undefined || !rules.prefersFullMatch ? match : find(root, { segments, pick, values: [], takesGreedy: true }, 0);
  };
  return {
    match: (method, path) => search(path, (methods, values) => matchOf(entryFor(methods, method), values)),
    methodsAt: (path) => {
      const names = new Set<string>();
      search(path, (methods): undefined => {
        for (let entry = methods; entry !== undefined; entry = entry.next) names.add(entry.method);
      });
      return [...names].sort();
    },
  };
}

const NO_NAMES: readonly string[] = [];

/** Names of the path parameters, in the order of the path. */
export function parameterNames(path: string): readonly string[] {
  const names = pathParts(path).flatMap((text) => {
    const part = readPathPart(text);
    return part?.type === 'parameter' || part?.type === 'greedy' ? [part.name] : [];
  });
  return names.length === 0 ? NO_NAMES : names;
}

/** The methods that ANY serves. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-set-up-simple-proxy.html */
const ANY_METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** The method's own entry, or else that of ANY. `ANY` itself is not a method that clients can use. */
function entryFor<Target>(methods: NodeMethod<Target> | undefined, method: string): NodeMethod<Target> | undefined {
  let any: NodeMethod<Target> | undefined;
  for (let entry = methods; entry !== undefined; entry = entry.next) {
    if (entry.method === 'ANY') any ??= entry;
    else if (entry.method === method) return entry;
  }
  return any !== undefined && ANY_METHODS.has(method) ? any : undefined;
}

function newNode<Target>(): Node<Target> {
  return { literals: undefined, parameter: undefined, greedy: undefined, methods: undefined };
}

/** Undefined for paths that only a method may have that cannot be called: they would match what others match. */
function nodeAt<Target>(root: Node<Target>, path: string, { sharesParameterNames }: RouterRules): Node<Target> | undefined {
  let node = root;
  for (const text of pathParts(path)) {
    const part = readPathPart(text);
    if (part?.type === 'parameter') {
      node.parameter ??= { name: part.name, node: newNode() };
      if (sharesParameterNames && node.parameter.name !== part.name) return undefined;
      node = node.parameter.node;
    } else if (part?.type === 'greedy') node = (node.greedy ??= newNode());
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
 * `/a/b/` → `['a', 'b']`, if a trailing slash is ignored; empty segments inside count. A loop, because V8 remembers the last
 * texts that `split` has seen, which takes longer than cutting when all differ.
 */
function segmentsOf(path: string, { ignoresTrailingSlash }: RouterRules): string[] {
  const segments: string[] = [];
  for (let at = 1; at < path.length;) {
    const slash = path.indexOf('/', at);
    const end = slash === -1 ? path.length : slash;
    segments.push(path.slice(at, end));
    at = end + 1;
  }
  if (!ignoresTrailingSlash && path.length > 1 && path.endsWith('/')) segments.push('');
  return segments;
}

/** A search: the segments, and the result that the methods of a matching resource give. */
interface Search<Target, Found> {
  readonly segments: readonly string[];
  readonly pick: (methods: NodeMethod<Target> | undefined, values: readonly string[]) => Found | undefined;
  /** Values of the parameters on the way down; backtracking removes them. */
  readonly values: string[];
  readonly takesGreedy: boolean;
}

function find<Target, Found>(node: Node<Target>, search: Search<Target, Found>, depth: number): Found | undefined {
  const { segments, pick, values, takesGreedy } = search;
  const segment = segments[depth];
  if (segment === undefined) return pick(node.methods, values);
  const literal = node.literals?.get(segment);
  const byLiteral = literal === undefined ? undefined : find(literal, search, depth + 1);
  if (byLiteral !== undefined) return byLiteral;
  if (node.parameter !== undefined && segment !== '') {
    values.push(segment);
    const byParameter = find(node.parameter.node, search, depth + 1);
    if (byParameter !== undefined) return byParameter;
    values.length -= 1;
  }
  const rest = node.greedy === undefined || !takesGreedy ? '' : segments.slice(depth).join('/');
  return node.greedy === undefined || rest === '' ? undefined : pick(node.greedy.methods, [...values, rest]);
}

const NO_PARAMETERS = Object.freeze(nullRecord<string>());

function matchOf<Target>(entry: NodeMethod<Target> | undefined, values: readonly string[]): Match<Target> | undefined {
  if (entry === undefined) return undefined;
  const { target, names } = entry;
  if (names.length === 0) return { target, pathParameters: NO_PARAMETERS };
  const pathParameters = nullRecord<string>();
  for (let index = 0; index < names.length; index += 1) pathParameters[names[index] ?? ''] = values[index] ?? '';
  return { target, pathParameters };
}
