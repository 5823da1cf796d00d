import { createHash } from 'node:crypto';
import { LIMITS } from '../../spec';
import type { ResultSharing } from '../pipeline/result-sharing';
import type { EntryPlace, EntryStore } from './entry-store';
import { SharedResponseCache } from './shared-response-cache';
import { sharedResultCache } from './shared-result-cache';

export const SHARED_RESULTS = ['cache', 'authorizers'] as const;
export type SharedResult = typeof SHARED_RESULTS[number];

/** Bytes of an API's authorizer results in the store. */
const RESULTS_BYTES = 33_554_432;
/** A response takes more room in the store, as its body is base64. */
const BASE64 = 4 / 3;

export interface ResultSharingParts {
  readonly shared: readonly SharedResult[];
  readonly entries: EntryStore;
  readonly accountId: string;
  readonly region: string;
}

interface SharedContent {
  readonly name: readonly string[];
  readonly content: readonly string[];
  readonly maxBytes: number;
}

export function shareResults(
  { shared, entries, accountId, region }: ResultSharingParts,
): ResultSharing & { readonly clear: () => Promise<void> } {
  const places = new Map<string, EntryPlace>();
  const placeOf = (kind: SharedResult, { name, content, maxBytes }: SharedContent): EntryPlace => {
    const digest = createHash('sha256').update(JSON.stringify([accountId, region, name, content])).digest('hex').slice(0, 32);
    const place = { name: `synthgate:{${digest}}:${kind}`, maxBytes: Math.max(LIMITS.cacheEntryBytes.max, Math.floor(maxBytes)) };
    places.set(JSON.stringify([kind, name]), place);
    return place;
  };
  return {
    responses: (stage, own) => (shared.includes('cache')
      ? new SharedResponseCache(placeOf('cache', { ...stage, maxBytes: stage.maxBytes * BASE64 }), entries, own) : own),
    authorizers: (api, own) => (shared.includes('authorizers')
      ? sharedResultCache(placeOf('authorizers', { name: [api], content: [], maxBytes: RESULTS_BYTES }), entries, own) : own),
    clear: async () => {
      await Promise.all([...places.values()].map(async (place) => entries({ type: 'clear', place })));
    },
  };
}
