import { nextWindow, windowStart } from '../../throttling/quota-window';
import type { ThrottleSpec } from '../../../spec';
import { keyThrottleName } from '../../throttling/limits';
import type { BucketState, CacheState, KeyUsage, LimitsState, ResetRequest } from '../../inspection/protocol';
import type { LoadedApi } from '../../plan/loaded';
import type { SystemPorts } from '../../ports';
import type { ResponseCache } from '../../response-cache/response-cache';
import type { SharedCaches } from '../../response-cache/shared-caches';
import type { Throttling } from '../../throttling/throttling';

/** The response caches of a single process, by the names of their stages. */
export interface NamedCaches extends SharedCaches {
  readonly all: () => ReadonlyMap<string, ResponseCache>;
}

/** Notes the caches of each load. */
export function createNamedCaches(): NamedCaches {
  let caches = new Map<string, ResponseCache>();
  let next = new Map<string, ResponseCache>();
  return {
    share: 1,
    adopt: (name, cache) => {
      next.set(name, cache);
      return cache;
    },
    loading: () => { next = new Map(); },
    loaded: () => {
      caches = next;
      next = new Map();
    },
    invalidate: () => undefined,
    all: () => caches,
  };
}

export interface LimitsParts {
  readonly apis: () => readonly LoadedApi[];
  readonly throttling: Throttling;
  readonly caches: NamedCaches;
  readonly ports: Pick<SystemPorts, 'now' | 'monotonicNow'>;
}

/** Returns the limits of API keys, buckets and caches, and their usage. */
export function limitsState({ apis, throttling, caches, ports }: LimitsParts): LimitsState {
  const buckets = throttling.buckets.list(ports.monotonicNow()).map(({ name, throttle, tokens }) => ({ name, ...throttle, tokens }));
  const keys = apis().flatMap((api) => keyUsages(api, { quotas: throttling.quotas, buckets, now: ports.now() }));
  const cached = [...caches.all()].map(([name, cache]): CacheState => {
    const [api = '', ...stage] = JSON.parse(name) as string[]; // as compileStage names them
    return { api, stage: stage.join(' '), ...cache.usage() };
  });
  return { keys, buckets, caches: cached };
}

interface UsageParts extends Pick<Throttling, 'quotas'> {
  readonly buckets: readonly BucketState[];
  readonly now: number;
}

function keyUsages({ name: api, definition }: LoadedApi, { quotas, buckets, now }: UsageParts): KeyUsage[] {
  return Object.entries(definition.usagePlans).flatMap(([plan, { keys, throttle, quota }]) => keys.map((key): KeyUsage => ({
    api, key, plan,
    ...(throttle === undefined ? {} : { throttle: throttleUsage(throttle, keyThrottleName({ plan, key }), buckets) }),
    ...(quota === undefined ? {} : {
      quota: {
        limit: quota.limit, period: quota.period,
        used: quotas.usedOf({ plan, key, quota }, now), nextAt: nextWindow(quota, windowStart(quota, now)),
      },
    }),
  })));
}

/** A bucket that was not used yet, or that was dropped because it is full, is not in the list. */
function throttleUsage(throttle: ThrottleSpec, bucket: string, buckets: readonly BucketState[]): NonNullable<KeyUsage['throttle']> {
  const { tokens = throttle.burstLimit } = buckets.find(({ name }) => name === bucket) ?? {};
  return { ...throttle, bucket, tokens };
}

/** Resets the quotas and buckets of a key, and the cached responses of a stage, as requested. */
export function resetSome({ key, cache }: ResetRequest, { throttling, caches }: LimitsParts): void {
  if (key !== undefined) {
    throttling.quotas.clear(key);
    throttling.buckets.clear((name) => name.includes(`API key ${JSON.stringify(key)}`));
  }
  if (cache === undefined) return;
  const stage = JSON.stringify([cache.api, cache.stage]).slice(0, -1); // its canary's begins so, too
  for (const [name, one] of caches.all()) if (name === `${stage}]` || name.startsWith(`${stage},`)) void one.clear();
}
