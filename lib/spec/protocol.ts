import * as z from 'zod';

/** The kinds of APIs. */
export const PROTOCOLS = ['rest', 'http', 'function-url', 'websocket'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** A spec that is read has no `rest`: it is what is not written, so the canonical text of a REST API has no such member. */
export const protocolSchema = z.enum(PROTOCOLS).optional().describe('Kind of the API: rest (the default), http, websocket, or function-url, which has one function.');

/** The kind of an API. */
export function protocolOf({ protocol = 'rest' }: { readonly protocol?: Protocol | undefined }): Protocol {
  return protocol;
}

/** The path of the route that takes what no other route takes, and its key as people write it. */
export const DEFAULT_ROUTE_PATH = '/$default';
export const DEFAULT_ROUTE_KEY = '$default';

/** The name of the stage that has no segment of its own in URLs. */
export const DEFAULT_STAGE = '$default';

/**
 * The key of a route of an HTTP API.
 * @example routeKeyOf('/pets', 'GET') // 'GET /pets'
 */
export function routeKeyOf(path: string, httpMethod: string): string {
  return path === DEFAULT_ROUTE_PATH ? DEFAULT_ROUTE_KEY : `${httpMethod} ${path}`;
}

/** The routes of a WebSocket API that the service itself chooses. */
export const CONNECT_ROUTE = '$connect';
export const DISCONNECT_ROUTE = '$disconnect';

/**
 * The path of a route of a WebSocket API: its key as one segment.
 * @example routePathOf('chat/join') // '/chat%2Fjoin'
 */
export function routePathOf(routeKey: string): string {
  return `/${routeKey.replace(/[^A-Za-z0-9\-._:,$]/gu, encodeURIComponent)}`;
}

/** The key of a route of a WebSocket API. */
export function messageRouteKey(path: string): string {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    return path.slice(1); // not UTF-8: no path of a route
  }
}

/** Whether a path is the one of a route key. */
export function isRoutePath(path: string): boolean {
  return path !== '/' && routePathOf(messageRouteKey(path)) === path;
}

/** The segment that names a stage in URLs; the default stage of an HTTP API has none. */
export function stageSegment(stage: string): string {
  return stage === DEFAULT_STAGE ? '' : `/${stage}`;
}

/** A path as it can be called: the default route takes every path, such as that of the root. */
export function callablePath(path: string): string {
  return path === DEFAULT_ROUTE_PATH ? '/' : path;
}
