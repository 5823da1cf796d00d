import { DEFAULT_ROUTE_PATH, methodsOf, pathParts, protocolOf, readPathPart, type GatewaySpec, type LocatedMethod } from '../spec';

/** The methods that ANY serves. */
export const SERVED_BY_ANY = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

/** A table of routes that answers as the gateway does; `test/contracts/diff-routes.test.ts` compares the two. */
export interface RouteTable {
  readonly methods: readonly LocatedMethod[];
  /** The method that answers requests to a path. */
  readonly answer: (httpMethod: string, path: string) => LocatedMethod | undefined;
}

interface Entry {
  readonly located: LocatedMethod;
  readonly parts: readonly string[];
  /** In an HTTP API, any route without a greedy part wins over one with it. */
  readonly isGreedy: boolean;
}

export function routeTable(spec: GatewaySpec): RouteTable {
  const isHttp = protocolOf(spec) === 'http';
  const all = methodsOf(spec);
  // the default route of an HTTP API takes what no other takes
  const fallback = isHttp ? all.find(({ path }) => path === DEFAULT_ROUTE_PATH) : undefined;
  const entries = all.filter((located) => located !== fallback).map((located): Entry => ({ located, parts: pathParts(located.path), isGreedy: located.path.endsWith('+}') }));
  const byFirst = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = entry.parts[0]?.startsWith('{') === true ? '{}' : entry.parts[0] ?? '';
    byFirst.set(key, [...byFirst.get(key) ?? [], entry]);
  }
  return {
    methods: all,
    answer: (httpMethod, path) => {
      const segments = pathParts(path);
      const candidates = [...byFirst.get(segments[0] ?? '') ?? [], ...(segments.length === 0 ? [] : byFirst.get('{}') ?? [])];
      const fitting = candidates.flatMap((entry) => {
        const rank = rankOf(entry, segments, httpMethod);
        return rank === undefined ? [] : [{ rank: isHttp ? `${entry.isGreedy ? 1 : 0}${rank}` : rank, entry }];
      });
      return fitting.sort((left, right) => (left.rank < right.rank ? -1 : 1))[0]?.entry.located ?? fallback;
    },
  };
}

/** How specific a route is, as text that sorts: literal before parameter before greedy, segment by segment; own method before ANY. */
function rankOf({ parts, located }: Entry, segments: readonly string[], httpMethod: string): string | undefined {
  const isAny = located.httpMethod === 'ANY';
  if (located.httpMethod !== httpMethod && !(isAny && SERVED_BY_ANY.some((served) => served === httpMethod))) return undefined;
  let rank = '';
  for (const [index, text] of parts.entries()) {
    const part = readPathPart(text);
    const segment = segments[index];
    if (part === undefined || segment === undefined || segment === '') return undefined;
    if (part.type === 'greedy') return `${rank}2${isAny ? 1 : 0}`;
    if (part.type === 'literal' && part.text !== segment) return undefined;
    rank += part.type === 'literal' ? '0' : '1';
  }
  return parts.length === segments.length ? `${rank}${isAny ? 1 : 0}` : undefined;
}

/** Paths that stand for all that a route answers: parameters have values that no literal part can have. */
export function samplePaths(path: string): string[] {
  const parts = pathParts(path).map((text, index) => (text.startsWith('{') ? `~${index}` : text));
  const whole = `/${parts.join('/')}`;
  return path.endsWith('+}') ? [whole, `${whole}/~more`] : [whole];
}

/** `/pets/{}` of `/pets/{id}`: equal for paths that have the same requests. */
export function pathForm(path: string): string {
  return path.replaceAll(/\{[^}]*\+\}/g, '{+}').replaceAll(/\{[^}+]*\}/g, '{}');
}
