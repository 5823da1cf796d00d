import { LIMITS } from '../../spec';
import type { SystemPorts } from '../ports';
import type { SharedLimitsParts } from '../shared-limits/open-shared-limits';
import { openUsageStore } from '../state/usage-store';
import { createThrottling } from '../throttling/throttling';
import { SERVE_DEFAULTS, type AccountLimit, type ServeOptions } from './serve-options';
import { STORE_OPTIONS } from './store-options';

const { storeQuota, storeTimeoutMs } = STORE_OPTIONS;

/** Folder of the state directory with requests that the store has yet to count. */
const UNSETTLED = 'unsettled';

/** Limits in this process, or in the store that the options name. @throws STATE_NOT_WRITABLE, STORE_CLIENT_MISSING, STORE_REFUSED */
export async function openLimits(
  options: ServeOptions & { readonly stateDirectory: string }, ports: SystemPorts, meterOf?: SharedLimitsParts['meterOf'],
) {
  const { store, stateDirectory } = options;
  const account = accountLimit(options);
  if (store === undefined) {
    const usage = openUsageStore(stateDirectory, ports.log);
    return { throttling: createThrottling(account, usage, ports), store: undefined, close: usage.close };
  }
  const { storeQuota: whenAway = storeQuota.default.value, storeTimeoutMs: timeoutMs = storeTimeoutMs.default.value } = options;
  const isExact = options.storeExact === true;
  const { accountId = SERVE_DEFAULTS.accountId, region = SERVE_DEFAULTS.region, now, monotonicNow } = options;
  const unsettled = openUsageStore(stateDirectory, ports.log, UNSETTLED);
  const clock = now === undefined && monotonicNow === undefined ? undefined : ports.monotonicNow;
  const parts = { ports, random: Math.random, unsettled, clock, meterOf };
  const { openSharedLimits } = await import('./store-entry');
  const shared = await openSharedLimits({ store, whenAway, timeoutMs, isExact, account, accountId, region }, parts);
  return {
    throttling: shared.throttling,
    store: shared.state,
    close: async (): Promise<void> => {
      await shared.close();
      await unsettled.close();
    },
  };
}

/** The account's limit; none if both numbers are infinite. */
function accountLimit({ accountLimit: given }: ServeOptions): AccountLimit | undefined {
  const { rateLimit, burstLimit } = given ?? { rateLimit: LIMITS.accountRate.default, burstLimit: LIMITS.accountBurst.default };
  return rateLimit === Infinity && burstLimit === Infinity ? undefined : { rateLimit, burstLimit };
}
