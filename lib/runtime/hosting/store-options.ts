import * as z from 'zod';
import { SHARED_RESULTS } from '../shared-results/share-results';
import { described, oneOf, wholeNumber, yesOrNo } from '../options/option';
import type { ServeOption } from '../options/serve-option';
import { isStoreClient, type StoreClient } from '../store/store-client';
import { readStoreUrl, STORE_URLS } from '../store/store-url';

/** A request that waits longer is no better than one that is refused. */
const LONGEST_TIMEOUT_MS = 5_000;

const SHARED = [...SHARED_RESULTS, 'deployments'] as const;

export const STORE_OPTIONS = {
  store: {
    ...described(STORE_URLS, (expected) => z.union([
      z.string(expected).refine((url) => readStoreUrl(url) !== undefined, expected), z.custom<StoreClient>(isStoreClient, expected),
    ], expected)),
    default: { without: 'limits are those of this gateway alone' },
    description: 'the Valkey or Redis server, 7.0 or later, in which several gateways share throttles and quotas; needs the package `ioredis`, or takes a client of yours',
    isSecret: true, workers: 'primary-only', tests: 'determined',
    flag: {
      flags: '--store <url>', reads: 'url',
      help: 'share throttles and quotas with other gateways in a Valkey or Redis server: valkey://user:password@host:6379; needs the package ioredis (default: limits are those of this gateway)',
    },
  },
  storeQuota: {
    ...oneOf(['open', 'closed']), default: { value: 'open' }, needs: 'store',
    description: 'requests with a quota while the store does not answer: they pass and are counted later, or get 503',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '--store-quota <policy>', reads: 'text', help: 'requests with a quota while the store does not answer: open (they pass and are counted later) or closed (503) (default: open)' },
  },
  storeExact: {
    ...yesOrNo(), default: { value: false }, needs: 'store',
    description: 'whether every request asks the store; otherwise a gateway takes tokens of limits of 100 requests a second or more ahead, 100 ms of its share at most, and requests of the quotas of busy keys',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '--store-exact', reads: 'switch', help: 'ask the store for every request, also of limits of 100 requests a second or more and of quotas of busy keys' },
  },
  storeShare: {
    ...described(`one or more of ${SHARED.map((kind) => `"${kind}"`).join(', ')}, each by itself`, (expected) => z.array(z.enum(SHARED, expected), expected).readonly()),
    default: { without: 'limits alone are shared' }, needs: 'store',
    description: 'further things that gateways share in the store: responses of stages with a cache (`cache`), results of authorizer functions (`authorizers`), deployments of stages (`deployments`)',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: {
      flags: '--store-share <what>', reads: 'list',
      help: 'share more than limits in the store: cache (responses of stages with a cache), authorizers (results of authorizer functions) or deployments (deploy and rollback reach all gateways); repeatable',
    },
  },
  storeTimeoutMs: {
    ...wholeNumber(1, LONGEST_TIMEOUT_MS), default: { value: 50 }, needs: 'store',
    description: 'how long a request waits for the store, in ms; after three failures in a row none waits until it answers again',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '--store-timeout <milliseconds>', reads: 'number', help: 'how long a request waits for the store, in milliseconds' },
  },
} as const satisfies Readonly<Record<string, ServeOption>>;
