import { types } from 'node:util';
import { GatewayError } from '../../errors';
import type { ThrottleSpec } from '../../spec';
import type { LogEntry, SystemPorts } from '../ports';
import type { StoreMeter } from '../plan/meter';
import type { UsageStore } from '../throttling/quota-ledger';
import type { StoreState } from '../throttling/throttling';
import { Gateways } from './gateways';
import { LEASED_PART } from './leases';
import { QuotaJournal } from './quota-journal';
import { SharedQuotas, type QuotaWhenAway } from './shared-quotas';
import { SharedThrottling } from './shared-throttling';
import { isRefusal, openClient } from '../store/open-client';
import { awayEntry } from '../store/open-link';
import type { StoreClient } from '../store/store-client';
import { StoreConnection } from '../store/store-connection';

export interface SharedLimitsOptions {
  readonly store: string | StoreClient;
  readonly whenAway: QuotaWhenAway;
  readonly timeoutMs: number;
  /** Whether every request asks the store, also for limits of which tokens could be taken ahead. */
  readonly isExact: boolean;
  readonly account: ThrottleSpec | undefined;
  /** Gateways of an account and region share limits, as on AWS. */
  readonly accountId: string;
  readonly region: string;
}

export interface SharedLimitsParts {
  readonly ports: Pick<SystemPorts, 'now' | 'monotonicNow' | 'newId' | 'log'>;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** Keeps requests that the store has yet to count. */
  readonly unsettled: UsageStore;
  readonly meterOf?: ((isThere: () => boolean) => StoreMeter) | undefined;
  /** Clock of tests, in ms, instead of the store's. */
  readonly clock?: (() => number) | undefined;
  /** How often the store is told that this gateway is there. @default - every second */
  readonly beatMs?: number | undefined;
}

export type SharedLimits = Awaited<ReturnType<typeof openSharedLimits>>;

/** Opens the store. While it does not answer, limits are those of this gateway. @throws STORE_CLIENT_MISSING, STORE_REFUSED */
export async function openSharedLimits(options: SharedLimitsOptions, parts: SharedLimitsParts) {
  const { store, accountId, region, account, whenAway, isExact } = options;
  const { ports, clock } = parts;
  const { client, label, connect, lastError } = openClient(store);
  // all keys in one slot of a cluster: a script may use those of one slot only
  const prefix = `synthgate:{${accountId}/${region}}:`;
  let offsetMs = 0;
  const meter = parts.meterOf?.(() => connection.isThere);
  const { timeoutMs } = options;
  const connection = new StoreConnection({ client, timeoutMs, changed: (reason) => changed(reason), asked: meter?.asked });
  const gateways = new Gateways({
    connection, key: `${prefix}gateways`, id: ports.newId(), random: parts.random, beatMs: parts.beatMs,
    told: (time) => {
      if (clock === undefined) offsetMs = time / 1_000 - ports.now();
      void quotas.giveBack();
    },
  });
  const journal = new QuotaJournal(parts.unsettled);
  const now = (): number => ports.now() + offsetMs;
  const quotas = new SharedQuotas({ connection, journal, whenAway, prefix, now, monotonicNow: ports.monotonicNow, gateways, isExact });
  const changed = (reason: string | undefined): void => {
    ports.log(reason === undefined ? answersEntry(label) : awayEntry(label, lastError()?.message ?? reason, MEANWHILE[whenAway]));
    if (reason === undefined) void quotas.settle().catch(() => undefined); // the next request of a quota settles it, or the next return
  };
  const close = async (): Promise<void> => {
    await quotas.giveBack(true);
    await gateways.close();
    client.close?.();
  };
  await connect();
  const failure = await gateways.open().then(() => undefined, (error: unknown) => error);
  const reason = lastError() ?? failure;
  if (isRefusal(reason)) {
    await close();
    throw new GatewayError('STORE_REFUSED', { store: label, reason: messageOf(reason) }, { cause: reason });
  }
  if (failure !== undefined) connection.leave(messageOf(reason));
  ports.log(boundEntry(label, { account, isExact }));
  const time = clock && (() => clock() * 1_000);
  const { fellBack } = meter ?? {};
  const throttling = new SharedThrottling({ connection, gateways, quotas, prefix, account, isExact, ports, time, fellBack });
  const state = (): StoreState => ({ store: label, state: connection.isThere ? 'connected' : 'away', gateways: gateways.count });
  return { throttling, state, close };
}

function messageOf(reason: unknown): string {
  return types.isNativeError(reason) ? reason.message : String(reason);
}

/** The most that may pass beyond limits, said at the start. */
function boundEntry(store: string, { account, isExact }: Pick<SharedLimitsOptions, 'account' | 'isExact'>): LogEntry {
  const ahead = account === undefined || account.rateLimit === Infinity ? 0 : Math.floor(account.rateLimit * LEASED_PART);
  const ofAccount = ahead < 1 || isExact ? '' : `, ${ahead} of the account's`;
  const bound = isExact ? 'none is exceeded'
    : `those of 100 requests a second or more may be exceeded by ${LEASED_PART * 100} % of a second's requests${ofAccount}, all others by none`;
  return { level: 'info', message: `limits are shared in the store ${store}: ${bound}; while it does not answer, each gateway passes its share` };
}

const MEANWHILE: Readonly<Record<QuotaWhenAway, string>> = {
  open: 'this gateway passes its share of each throttle, and requests with a quota pass and are counted later',
  closed: 'this gateway passes its share of each throttle, and requests with a quota get 503',
};

function answersEntry(store: string): LogEntry {
  return { level: 'info', message: `the store ${store} answers again: limits are shared` };
}
