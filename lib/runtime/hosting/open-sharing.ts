import type { SystemPorts } from '../ports';
import type { ResultSharing } from '../pipeline/result-sharing';
import type { EntryStore } from '../shared-results/entry-store';
import { shareResults, SHARED_RESULTS } from '../shared-results/share-results';
import { SERVE_DEFAULTS, type ServeOptions, type WorkerOptions } from './serve-options';
import { STORE_OPTIONS } from './store-options';

/** Things that a gateway shares with others besides its limits. */
export interface OpenSharing {
  /** Undefined without results that are shared. */
  readonly results: (ResultSharing & { readonly clear: () => Promise<void> }) | undefined;
  /** Answers for workers. */
  readonly entries: EntryStore | undefined;
  readonly close: () => void;
}

const WORDS = { away: 'this gateway caches responses alone and asks authorizers itself', back: 'results are shared' };

/** Opens what the option `storeShare` names. @throws STORE_CLIENT_MISSING */
export async function openSharing(options: ServeOptions, ports: SystemPorts): Promise<OpenSharing> {
  const { store, storeTimeoutMs: timeoutMs = STORE_OPTIONS.storeTimeoutMs.default.value } = options;
  if (store === undefined || sharedResults(options).length === 0) return { results: undefined, entries: undefined, close: () => undefined };
  const { openLink, storeEntries } = await import('./store-entry');
  const { connection, close } = await openLink({ store, timeoutMs, random: Math.random, log: ports.log, words: WORDS });
  const hasOwnClock = options.now !== undefined || options.monotonicNow !== undefined;
  const entries = storeEntries(connection, hasOwnClock ? ports.monotonicNow : undefined);
  return { results: resultSharing(options, entries), entries, close };
}

/** The results that a process shares through these entries; undefined if there are none. */
export function resultSharing(options: WorkerOptions, entries: EntryStore): OpenSharing['results'] {
  const shared = sharedResults(options);
  const { accountId = SERVE_DEFAULTS.accountId, region = SERVE_DEFAULTS.region } = options;
  return shared.length === 0 ? undefined : shareResults({ shared, entries, accountId, region });
}

function sharedResults({ storeShare = [] }: Pick<WorkerOptions, 'storeShare'>) {
  return SHARED_RESULTS.filter((kind) => storeShare.includes(kind));
}
