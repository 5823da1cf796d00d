import { cachingOf, describeAuthorizer, describeIntegration, type CachingSpec, type GatewaySpec, type LocatedMethod,
  type MethodSettingSpec } from '../../spec';
import { own, sharedEntries, without } from '../compare-values';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Pair, Sides } from '../sides';
import { authorizerOf } from './authorization';

type Code = 'cache-on-authorized' | 'cache-key-removed' | 'cache-changed' | 'cache-flush-open' | 'cache-flush-closed' | 'cache-encryption-removed'
  | 'cache-encryption-added';

/** Response caches of stages. */
export const caching = family<Code>({
  'cache-on-authorized': {
    level: 'security', when: 'Responses of a method with authorization are cached, and the cache key has nothing of the caller.',
    why: 'A caller may get the response of another.', noticedBy: ['http'], instead: 'Add the header with the token to cacheKeyParameters.',
  },
  'cache-key-removed': {
    level: 'security', otherLevels: ['behavior'], when: 'A parameter left the cache key; behavior where nothing is cached.',
    why: 'Requests that differ in it get the same response.', noticedBy: ['http'],
    instead: 'Flush and disable the cache of the method first.',
  },
  'cache-changed': {
    level: 'behavior', when: 'A response is cached or no longer, for another time, with another key, or in a cache of another size.',
    why: 'Responses are older or newer than before.', noticedBy: ['http', 'handler'], instead: 'Choose a TTL that callers can live with.',
  },
  'cache-flush-open': {
    level: 'security', when: 'Anybody may invalidate cached responses.', why: 'A caller can send every request to the backend.',
    noticedBy: ['handler'], instead: 'Leave requireAuthorizationForCacheControl on.',
  },
  'cache-flush-closed': {
    level: 'behavior', when: 'Invalidating cached responses needs a permission, or is answered differently without it.',
    why: 'Cache-Control: max-age=0 of callers without it is ignored or gets 403.', noticedBy: ['http'],
    instead: 'Grant execute-api:InvalidateCache first.',
  },
  'cache-encryption-removed': {
    level: 'security', when: 'Cached responses are no longer encrypted.', why: 'Responses are stored in plain text.',
    noticedBy: ['handler'], instead: 'Leave cacheDataEncrypted on.',
  },
  'cache-encryption-added': { level: 'cosmetic', when: 'Cached responses are encrypted.', why: 'Nobody sees it.', noticedBy: ['handler'] },
}, (sides) => [...clusters(sides), ...sides.pairs.flatMap((pair) => methodHits(pair, sides))]);

function clusters({ before, after }: Sides): Hit<Code>[] {
  return sharedEntries(before.stages, after.stages).flatMap(({ name, before: then, after: now }): Hit<Code>[] => {
    const [was, is] = [then, now]
      .map(({ cacheClusterEnabled, cacheClusterSize }) => (cacheClusterEnabled ? `${cacheClusterSize} GB` : 'off'));
    return hitIfChanged({ rule: 'cache-changed', subject: `stage ${name}`, part: 'cache', before: was, after: is });
  });
}

function cachedOn(spec: GatewaySpec, stage: string, settings: MethodSettingSpec): CachingSpec | undefined {
  return own(spec.stages, stage)?.cacheClusterEnabled === true ? cachingOf(settings) : undefined;
}

function keyOf({ method: { integration } }: LocatedMethod): readonly string[] {
  return describeIntegration(integration).cacheKeyParameters;
}

/** Whether a cached response may reach another caller. */
function mixesCallers(located: LocatedMethod, spec: GatewaySpec, caching: CachingSpec | undefined): boolean {
  if (caching === undefined || located.method.authorization.type === 'NONE') return false;
  const authorizer = authorizerOf(located, spec);
  const sources = authorizer === undefined ? ['method.request.header.Authorization'] : describeAuthorizer(authorizer).identitySources;
  return !keyOf(located).some((parameter) => sources.some((source) => source.toLowerCase() === parameter.toLowerCase()));
}

function methodHits(pair: Pair, sides: Sides): Hit<Code>[] {
  const isCached = pair.stages.some(({ name, after }) => cachedOn(sides.after, name, after) !== undefined);
  return [...keys(pair, isCached), ...pair.stages.flatMap((stage) => stageHits(pair, stage, sides))];
}

function keys({ subject, before, after }: Pair, isCached: boolean): Hit<Code>[] {
  const [then, now] = [keyOf(before), keyOf(after)];
  const [namespace, next] = [before, after].map(({ method }) => describeIntegration(method.integration).cacheNamespace);
  const hit = { subject, part: 'cache key', before: then, after: now };
  return [
    ...hitIf(without(then, now).length > 0, { ...hit, rule: 'cache-key-removed', level: isCached ? undefined : 'behavior' }),
    ...hitIf(without(now, then).length > 0, { ...hit, rule: 'cache-changed' }),
    ...hitIfChanged({ rule: 'cache-changed', subject, part: 'cache namespace', before: namespace, after: next }),
  ];
}

function stageHits(pair: Pair, { name, before, after }: Pair['stages'][number], sides: Sides): Hit<Code>[] {
  const { subject } = pair;
  const part = `cache of stage ${name}`;
  const [then, now] = [cachedOn(sides.before, name, before), cachedOn(sides.after, name, after)];
  const isMixed = mixesCallers(pair.after, sides.after, now) && !mixesCallers(pair.before, sides.before, then);
  const [wasEncrypted, isEncrypted] = [before.cacheDataEncrypted === true, after.cacheDataEncrypted === true];
  const encryption = isEncrypted ? 'cache-encryption-added' : 'cache-encryption-removed';
  const ttlText = (caching: CachingSpec | undefined): string => (caching === undefined ? 'off' : `${caching.ttlSeconds} s`);
  return [
    ...hitIf(isMixed, { rule: 'cache-on-authorized', subject, part, before: then ?? 'off', after: now }),
    ...hitIfChanged({ rule: 'cache-changed', subject, part, before: ttlText(then), after: ttlText(now) }),
    ...(then === undefined || now === undefined ? [] : flushing({ subject, part }, then, now)),
    ...(now === undefined ? [] : hitIfChanged({ rule: encryption, subject, part, before: wasEncrypted, after: isEncrypted })),
  ];
}

function flushing(hit: { readonly subject: string; readonly part: string }, before: CachingSpec, after: CachingSpec): Hit<Code>[] {
  const [then, now] = [before, after]
    .map(({ requiresAuthorization, unauthorizedStrategy }) => (requiresAuthorization ? unauthorizedStrategy : 'open'));
  return hitIfChanged({ ...hit, rule: now === 'open' ? 'cache-flush-open' : 'cache-flush-closed', before: then, after: now });
}
