import { GatewayError } from '../../errors';
import type { CachingSpec } from '../../spec';
import type { Reply, Validated } from '../exchange';
import { headerValues } from '../headers';
import type { CacheKey } from '../response-cache/cache-key';
import type { ResponseCache } from '../response-cache/response-cache';

/** How the responses of one method are cached. */
export interface MethodCache {
  readonly caching: CachingSpec;
  readonly cache: ResponseCache;
  readonly keyOf: CacheKey;
}

/** The service's words to a client that asked to invalidate and may not. */
const IGNORED = { name: 'Warning', value: '199 Cache-control headers were ignored because the caller was unauthorized.' };

/**
 * Answers from the cache where there is a fresh response, and keeps what the integration answers: successes and
 * redirections, neither failed ones nor errors of the gateway nor streams. `Cache-Control: max-age=0` drops the entry and asks anew.
 * @throws CACHE_INVALIDATION_REFUSED
 * @see aws-data-plane §19, Cache
 */
export async function throughCache(validated: Validated, call: () => Promise<Reply>): Promise<Reply> {
  const method = validated.plan.cache;
  if (method === undefined) return await call();
  const key = method.keyOf(validated);
  const wish = invalidation(validated, method.caching);
  if (wish === 'granted') method.cache.delete(key);
  const kept = method.cache.get(key);
  const reply = kept ?? await call();
  const isKept = kept === undefined && reply.status < 400 && reply.stream === undefined;
  if (isKept) method.cache.set(key, reply, method.caching.ttlSeconds * 1_000);
  return wish === 'warned' ? { ...reply, headers: [...reply.headers, IGNORED] } : reply;
}

/** What becomes of a client's wish to invalidate. @throws CACHE_INVALIDATION_REFUSED */
function invalidation(validated: Validated, { requiresAuthorization, unauthorizedStrategy }: CachingSpec): 'none' | 'granted' | 'warned' {
  const directives = headerValues(validated.headers, 'cache-control').flatMap((value) => value.toLowerCase().split(','));
  if (!directives.some((directive) => directive.trim() === 'max-age=0')) return 'none';
  if (!requiresAuthorization || mayInvalidate(validated)) return 'granted';
  if (unauthorizedStrategy === 'FAIL_WITH_403') throw new GatewayError('CACHE_INVALIDATION_REFUSED');
  return unauthorizedStrategy === 'SUCCEED_WITH_RESPONSE_HEADER' ? 'warned' : 'none';
}

/** Whether a policy gives the caller execute-api:InvalidateCache: an authorizer's, the credential's or the API's. */
function mayInvalidate({ principal }: Validated): boolean {
  return 'mayInvalidateCache' in principal && principal.mayInvalidateCache === true;
}
