import { GatewayError } from '../../../errors';
import type { CachingSpec } from '../../../spec';
import { headerValues } from '../../http/headers';
import { replyOf, type Reply } from '../../http/reply';
import type { Cached, CacheChecked, Responded, RoutedRequest, Validated } from '../../plan/exchange';
import { planned, unneeded, type Planned } from '../../plan/step';
import type { CacheKey } from '../../response-cache/cache-key';
import type { ResponseCache } from '../../response-cache/response-cache';

/** How the responses of one method are cached. */
export interface MethodCache {
  readonly caching: CachingSpec;
  readonly cache: ResponseCache;
  readonly keyOf: CacheKey;
}

/** The two steps of a method with a cache, around its integration. */
export interface CacheSteps {
  readonly fromCache: Planned<Validated, CacheChecked>;
  readonly toCache: Planned<Responded, Cached>;
}

/** The results of `fromCache` for a request. */
interface CacheVisit {
  readonly key: string;
  readonly isHit: boolean;
  readonly isWarned: boolean;
}

/** The service's message to a client that may not invalidate the cache. */
const IGNORED = { name: 'Warning', value: '199 Cache-control headers were ignored because the caller was unauthorized.' };

/**
 * Answers from the cache if it has a fresh response, and caches what the integration answers, whatever its status, but not
 * errors of the gateway or streams. `Cache-Control: max-age=0` drops the entry and calls the integration again.
 * @throws CACHE_INVALIDATION_REFUSED, PARAMETER_BODY_NOT_JSON, SANDBOX_BUSY
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-caching.html; errors are cached too: Stack Overflow, "Prevent caching of non 200 responses in AWS API Gateway"
 */
export function planCache(method: MethodCache | undefined): CacheSteps {
  if (method === undefined) return { fromCache: unneeded(), toCache: unneeded() };
  const { caching, cache, keyOf } = method;
  const visits = new WeakMap<RoutedRequest, CacheVisit>();
  return {
    fromCache: planned('fromCache', (validated, results) => {
      const look = (key: string): undefined | Promise<void> => {
        const outcome = invalidation(validated, caching);
        const answerWith = (kept: Reply | undefined): undefined => {
          visits.set(validated, { key, isHit: kept !== undefined, isWarned: outcome === 'warned' });
          if (kept !== undefined) results.replied(kept);
        };
        const kept = outcome === 'granted' ? dropped(cache, key) : cache.get(key);
        return kept instanceof Promise ? kept.then(answerWith) : answerWith(kept);
      };
      const key = keyOf(validated);
      return key instanceof Promise ? key.then(look) : look(key);
    }),
    toCache: planned('toCache', (responded, results) => {
      const visit = visits.get(responded);
      if (visit === undefined || results.reply === undefined) return;
      const reply = replyOf(results.reply);
      if (!visit.isHit && reply.stream === undefined) void cache.set(visit.key, reply, caching.ttlSeconds * 1_000);
      if (visit.isWarned) results.replied({ ...reply, headers: [...reply.headers, IGNORED] });
    }),
  };
}

/** The client wants a response that was not kept. */
function dropped(cache: ResponseCache, key: string): undefined | Promise<undefined> {
  const done = cache.delete(key);
  return done instanceof Promise ? done.then(() => undefined) : undefined;
}

/** Handles a client's request to invalidate the cache. @throws CACHE_INVALIDATION_REFUSED */
function invalidation(validated: Validated, { requiresAuthorization, unauthorizedStrategy }: CachingSpec): 'none' | 'granted' | 'warned' {
  const directives = headerValues(validated.headers, 'cache-control').flatMap((value) => value.toLowerCase().split(','));
  if (!directives.some((directive) => directive.trim() === 'max-age=0')) return 'none';
  if (!requiresAuthorization || mayInvalidate(validated)) return 'granted';
  if (unauthorizedStrategy === 'FAIL_WITH_403') throw new GatewayError('CACHE_INVALIDATION_REFUSED');
  return unauthorizedStrategy === 'SUCCEED_WITH_RESPONSE_HEADER' ? 'warned' : 'none';
}

/** Whether a policy of the authorizer, the credential or the API grants the caller execute-api:InvalidateCache. */
function mayInvalidate({ principal }: Validated): boolean {
  return 'mayInvalidateCache' in principal && principal.mayInvalidateCache === true;
}
