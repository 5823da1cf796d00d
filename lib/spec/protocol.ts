import * as z from 'zod';

/** The kinds of APIs. */
export const PROTOCOLS = ['rest', 'http'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** A spec that is read has no `rest`: it is what is not written, so the canonical text of a REST API has no such member. */
export const protocolSchema = z.enum(PROTOCOLS).optional().describe('Kind of the API: rest (the default), or http.');

/** The kind of an API. */
export function protocolOf({ protocol = 'rest' }: { readonly protocol?: Protocol | undefined }): Protocol {
  return protocol;
}

/** The path of the route that takes what no other route takes, and its key as people write it. */
export const DEFAULT_ROUTE_PATH = '/$default';
const DEFAULT_ROUTE_KEY = '$default';

/** The name of the stage that has no segment of its own in URLs. */
export const DEFAULT_STAGE = '$default';

/**
 * The key of a route of an HTTP API.
 * @example routeKeyOf('/pets', 'GET') // 'GET /pets'
 */
export function routeKeyOf(path: string, httpMethod: string): string {
  return path === DEFAULT_ROUTE_PATH ? DEFAULT_ROUTE_KEY : `${httpMethod} ${path}`;
}

/** The segment that names a stage in URLs; the default stage of an HTTP API has none. */
export function stageSegment(stage: string): string {
  return stage === DEFAULT_STAGE ? '' : `/${stage}`;
}

/** A path as it can be called: the default route takes every path, such as that of the root. */
export function callablePath(path: string): string {
  return path === DEFAULT_ROUTE_PATH ? '/' : path;
}
