import type { HttpMethodSpec } from './http-method';
import { pathParts, readPathPart, withParents } from './path';
import { DEFAULT_ROUTE_PATH, type Protocol } from './protocol';
import { describeProtocol } from './protocols';

/** A route that a source declares and that a spec cannot have: the requests for it must not reach another one. */
export interface LostRoute {
  /** As far as it is known. Parts that are not valid may be anything. */
  readonly path: string;
  /** Whether it is at this path, somewhere below it, or either. */
  readonly extent: 'at' | 'below' | 'at-or-below';
  /** @default - it may be any */
  readonly method?: HttpMethodSpec | undefined;
  /** For the log, and for the report of an import. */
  readonly reason: string;
}

/** A method where a spec has it. */
export interface RoutePlace {
  readonly path: string;
  readonly httpMethod: HttpMethodSpec;
}

/**
 * Whether a method could answer requests for a lost route, which it is not itself. A literal part is as specific as a route can be
 * there; the default route of an HTTP API takes whatever has no other.
 */
export function mayAnswerFor({ path, httpMethod }: RoutePlace, lost: LostRoute): boolean {
  if (lost.extent === 'at' && lost.path === path && lost.method === httpMethod) return false;
  const isSameMethod = httpMethod === 'ANY' || lost.method === undefined || lost.method === 'ANY' || lost.method === httpMethod;
  return isSameMethod && (path === DEFAULT_ROUTE_PATH || hasRequestsOf({ path, httpMethod }, lost));
}

function hasRequestsOf({ path, httpMethod }: RoutePlace, lost: LostRoute): boolean {
  const own = pathParts(path);
  const parts = pathParts(lost.path);
  let isVariable = false;
  for (const [index, text] of parts.entries()) {
    const part = own[index];
    if (part === undefined) return false;
    const kind = kindOf(part);
    const lostKind = kindOf(text);
    if (kind === 'greedy' || lostKind === 'greedy') return kind !== 'literal' || isVariable;
    if (kind === 'literal' && part !== text) return false;
    isVariable ||= kind === 'any' && part !== text;
  }
  const rest = own.slice(parts.length);
  if (lost.extent === 'at') return rest.length === 0;
  if (lost.extent === 'below' && rest.length === 0) return false;
  return isVariable || httpMethod === 'ANY' || rest.some((part) => kindOf(part) !== 'literal');
}

function kindOf(part: string): 'literal' | 'any' | 'greedy' {
  const read = readPathPart(part);
  return read === undefined || read.type === 'parameter' ? 'any' : read.type;
}

/**
 * The routes of a table that no request reaches: a part is not valid, or a variable has another name than that of its sibling, where an
 * API has one variable at a place.
 */
export function unreachableRoutes(places: readonly RoutePlace[], api: { readonly protocol?: Protocol | undefined } = {}): LostRoute[] {
  const { hasOneVariableChild, paths } = describeProtocol(api);
  if (paths === 'route-keys') return []; // messages name them
  const clashes = hasOneVariableChild ? clashingVariables(places.map(({ path }) => path)) : new Set<string>();
  return places.filter(({ path }) => isUnreachable(path, clashes)).map(({ path, httpMethod }) => (
    { path, extent: 'at' as const, method: httpMethod, reason: `no request reaches ${httpMethod} ${path}, and this one could answer for it` }
  ));
}

/** The position of variables with several names: `/pets/{}` and `/{+}`. */
function clashingVariables(paths: readonly string[]): ReadonlySet<string> {
  const names = new Map<string, Set<string>>();
  for (const path of withParents(paths)) {
    const at = placeOfVariable(path);
    if (at !== undefined) names.set(at.place, (names.get(at.place) ?? new Set()).add(at.name));
  }
  return new Set([...names].flatMap(([place, known]) => (known.size > 1 ? [place] : [])));
}

function isUnreachable(path: string, clashes: ReadonlySet<string>): boolean {
  const parts = pathParts(path);
  const isInvalid = parts.some((text, index) => {
    const part = readPathPart(text);
    return part === undefined || (part.type === 'greedy' && index < parts.length - 1);
  });
  return isInvalid || (clashes.size > 0 && [...withParents([path])].some((above) => clashes.has(placeOfVariable(above)?.place ?? '')));
}

function placeOfVariable(path: string): { readonly place: string; readonly name: string } | undefined {
  const text = path.slice(path.lastIndexOf('/') + 1);
  const part = readPathPart(text);
  if (part === undefined || part.type === 'literal') return undefined;
  return { place: `${path.slice(0, -text.length)}${part.type === 'greedy' ? '{+}' : '{}'}`, name: part.name };
}
