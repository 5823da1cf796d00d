import * as z from 'zod';
import { LIMITS } from './limits';

/**
 * Sizes of a cache cluster in GB, as the service writes them.
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_CreateStage.html
 */
export const CACHE_CLUSTER_SIZES = ['0.5', '1.6', '6.1', '13.5', '28.4', '58.2', '118', '237'] as const;

/** The response to a request that may not invalidate a cache entry. */
export const UNAUTHORIZED_CACHE_CONTROL_STRATEGIES = ['FAIL_WITH_403', 'SUCCEED_WITH_RESPONSE_HEADER', 'SUCCEED_WITHOUT_RESPONSE_HEADER'] as const;

/** The members of method settings for response caching. */
export const CACHING_MEMBERS = {
  cachingEnabled: z.boolean().optional().describe('In settings of several methods it applies to GET only.'),
  cacheTtlSeconds: z.int().min(LIMITS.cacheTtlSeconds.min).max(LIMITS.cacheTtlSeconds.max).optional()
    .describe(`How long a response is kept; 0: not at all. Without it ${LIMITS.cacheTtlSeconds.default}.`),
  cacheDataEncrypted: z.boolean().optional().describe('For AWS; entries in this process are not written anywhere.'),
  requireAuthorizationForCacheControl: z.boolean().optional()
    .describe('Whether `Cache-Control: max-age=0` needs the permission execute-api:InvalidateCache. Default: true.'),
  unauthorizedCacheControlHeaderStrategy: z.enum(UNAUTHORIZED_CACHE_CONTROL_STRATEGIES).optional()
    .describe('The response to such a request without the permission. Default: SUCCEED_WITH_RESPONSE_HEADER.'),
};

type CachingMembers = z.output<z.ZodObject<typeof CACHING_MEMBERS>>;

/** How the responses of a method are cached on a stage. */
export interface CachingSpec {
  readonly ttlSeconds: number;
  readonly requiresAuthorization: boolean;
  readonly unauthorizedStrategy: (typeof UNAUTHORIZED_CACHE_CONTROL_STRATEGIES)[number];
}

/** The caching of a method with the service's defaults; undefined if it is off. @param settings - of this method */
export function cachingOf(settings: CachingMembers): CachingSpec | undefined {
  const ttlSeconds = settings.cacheTtlSeconds ?? LIMITS.cacheTtlSeconds.default;
  if (settings.cachingEnabled !== true || ttlSeconds === 0) return undefined;
  return {
    ttlSeconds,
    requiresAuthorization: settings.requireAuthorizationForCacheControl ?? true,
    unauthorizedStrategy: settings.unauthorizedCacheControlHeaderStrategy ?? 'SUCCEED_WITH_RESPONSE_HEADER',
  };
}

/** The cache key parameters of an integration. */
const cacheKeyParametersSchema = z
  .array(z.string().regex(
    /^(method\.request\.(header|querystring|path|multivalueheader|multivaluequerystring)|integration\.request\.(header|querystring|path))\..+$/,
    'method.request.{header|querystring|path}.<name> or integration.request.{header|querystring|path}.<name>',
  ))
  .default([])
  .describe('Parameters in the cache key, in addition to the path.');

/** The members of every integration for response caching. */
export const CACHE_KEY_MEMBERS = {
  cacheKeyParameters: cacheKeyParametersSchema,
  cacheNamespace: z.string().min(1).max(256).optional()
    .describe('Resources with the same namespace share responses, distinguished only by cacheKeyParameters. Default: each resource has its own.'),
};
