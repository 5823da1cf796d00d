import { GatewayError } from '../../errors';
import type { SystemPorts } from '../ports';
import type { ResultSharing } from '../pipeline/result-sharing';
import type { EntryStore } from '../shared-results/entry-store';
import { shareResults, SHARED_RESULTS } from '../shared-results/share-results';
import { readAssembly } from '../state/assembly';
import { deploymentsDirectory } from '../state/deployment-store';
import { selectApis } from '../state/load';
import type { StoreConnection } from '../store/store-connection';
import { signatureOf } from '../system/watch';
import { watchedFiles } from './server-handle';
import { SERVE_DEFAULTS, type ServeOptions, type WorkerOptions } from './serve-options';
import { STORE_OPTIONS } from './store-options';

export interface OpenSharing {
  /** Undefined without results that are shared. */
  readonly results: (ResultSharing & { readonly clear: () => Promise<void> }) | undefined;
  readonly entries: EntryStore | undefined;
  readonly close: () => Promise<void>;
}

const WORDS = { away: 'this gateway keeps to itself what it could share', back: 'what it can share is shared' };

type SharingOptions = ServeOptions & { readonly stateDirectory: string };

/** Opens what the option `storeShare` names. @throws STORE_CLIENT_MISSING, OPTION_INVALID, and the errors of an assembly */
export async function openSharing(options: SharingOptions, ports: SystemPorts): Promise<OpenSharing> {
  const { store, storeShare = [], storeTimeoutMs: timeoutMs = STORE_OPTIONS.storeTimeoutMs.default.value } = options;
  if (store === undefined || storeShare.length === 0) return { results: undefined, entries: undefined, close: () => Promise.resolve() };
  const sharesDeployments = storeShare.includes('deployments');
  if (sharesDeployments) requireWatched(options);
  const { openLink, storeEntries } = await import('./store-entry');
  const { connection, close } = await openLink({ store, timeoutMs, random: Math.random, log: ports.log, words: WORDS });
  const hasOwnClock = options.now !== undefined || options.monotonicNow !== undefined;
  const entries = storeEntries(connection, hasOwnClock ? ports.monotonicNow : undefined);
  const deployments = sharesDeployments ? await openDeployments(options, connection, ports) : undefined;
  return {
    results: resultSharing(options, entries),
    entries,
    close: async () => {
      await deployments?.close();
      close();
    },
  };
}

/** Keeps the stages of the state directory in step with those of other gateways, from before they are loaded. */
async function openDeployments(options: SharingOptions, connection: StoreConnection, { log, now, newId }: SystemPorts) {
  const { source, stateDirectory, accountId = SERVE_DEFAULTS.accountId, region = SERVE_DEFAULTS.region } = options;
  const apis = selectApis(readAssembly(source), options.apis).map(({ name }) => name);
  const { files, directories } = watchedFiles(source, stateDirectory);
  const watched = { files: [...files, deploymentsDirectory(stateDirectory)], directories };
  const { openSharedDeployments } = await import('./store-entry');
  return openSharedDeployments({
    connection, source, stateDirectory, apis, accountId, region, log, now, newId, random: Math.random,
    signature: () => signatureOf(watched),
  });
}

/** A deployment of another gateway is served like one of this one: when the state directory has it. @throws OPTION_INVALID */
function requireWatched({ watch, ignoreDeployments }: ServeOptions): void {
  if (watch !== false && ignoreDeployments !== true) return;
  const allowed = 'cache and authorizers with a gateway that follows no deployments';
  throw new GatewayError('OPTION_INVALID', { option: 'storeShare', given: 'deployments', allowed });
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
