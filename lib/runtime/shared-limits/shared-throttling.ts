import type { ThrottleSpec } from '../../spec';
import type { Claim, NamedLimit } from '../plan/limits';
import type { SystemPorts } from '../ports';
import { admit, rateExceeded } from '../throttling/admission';
import { createBuckets, type NamedBucket } from '../throttling/buckets';
import type { Lender, OwnThrottling } from '../throttling/throttling';
import { TokenBucket } from '../throttling/token-bucket';
import { claimArguments, readClaimReply, type ClaimReply, type StoreClaim } from './claim';
import { Denials } from './denials';
import type { Gateways } from './gateways';
import { LocalShares } from './local-shares';
import { CLAIM, FORGET } from './scripts';
import type { SharedQuotas } from './shared-quotas';
import { StoreFailure, type StoreConnection } from './store-connection';

export interface SharedThrottlingParts {
  readonly connection: StoreConnection;
  readonly gateways: Pick<Gateways, 'count' | 'isSettled'>;
  readonly quotas: SharedQuotas;
  /** The beginning of all keys. */
  readonly prefix: string;
  readonly account: ThrottleSpec | undefined;
  readonly ports: Pick<SystemPorts, 'now' | 'monotonicNow'>;
  /** A time of tests instead of the store's, in microseconds. */
  readonly time?: (() => number) | undefined;
}

/** The limit of the account, for people: `admit` says the same. */
const ACCOUNT = 'the account';

/**
 * The limits that several gateways share. The store decides about all limits of a request at once; a gateway decides alone what it knows
 * for sure, and while the store is away by its share of each throttle.
 */
export class SharedThrottling implements OwnThrottling {
  public readonly account: OwnThrottling['account'];
  public readonly quotas: SharedQuotas;
  readonly #parts: SharedThrottlingParts;
  readonly #accountLimit: NamedLimit | undefined;
  readonly #denials = new Denials();
  readonly #shares = new LocalShares();
  readonly #localBuckets = createBuckets();
  readonly #localAccount: TokenBucket | undefined;
  readonly #left = new Map<string, NamedBucket>();

  public constructor(parts: SharedThrottlingParts) {
    const { account, quotas, ports: { monotonicNow } } = parts;
    this.#parts = parts;
    this.quotas = quotas;
    this.#accountLimit = account && { name: ACCOUNT, owner: 'account', throttle: account };
    this.#localAccount = account && new TokenBucket(account, monotonicNow());
    this.account = account && { limit: account, bucket: NO_TOKENS };
  }

  /** The buckets of the store, as it last said; those of this gateway are for times without it. */
  public readonly buckets: OwnThrottling['buckets'] = {
    of: (limit, now) => this.#localBuckets.of(limit, now),
    size: () => this.#left.size,
    list: () => [...this.#left.values()],
    clear: (includes = () => true) => this.#forget([...this.#left.keys()].filter(includes)),
  };

  /** Starts anew: the limits that this gateway used, for all gateways. */
  public readonly reset = (now: number): void => {
    this.buckets.clear();
    this.quotas.clear();
    this.#localBuckets.clear();
    this.#localAccount?.refill(now);
  };

  /** @throws RATE_EXCEEDED, QUOTA_EXCEEDED, QUOTA_UNAVAILABLE */
  public readonly admitRemotely = async (claim: Claim): Promise<void> => {
    const { connection, quotas, ports: { monotonicNow } } = this.#parts;
    const sentAt = monotonicNow();
    const limits = this.#limitsOf(claim);
    const refusing = this.#denials.refusing(limits, sentAt);
    if (refusing !== undefined) throw rateExceeded(refusing);
    if (claim.quota !== undefined) quotas.requireNotRefused(claim.quota);
    if (!connection.isThere) return this.#admitAlone(claim, sentAt);
    const reply = await this.#ask(claim, limits);
    if (reply === undefined) return this.#admitAlone(claim, monotonicNow());
    this.#note(claim, limits, reply);
    if (!reply.isGranted) throw this.#refusal(claim, { limits, reply, sentAt });
    return undefined;
  };

  #limitsOf({ limits }: Claim): readonly NamedLimit[] {
    return this.#accountLimit === undefined ? limits : [...limits, this.#accountLimit];
  }

  /** The answer of the store; undefined if it fails, which its connection notes. */
  async #ask({ quota }: Claim, limits: readonly NamedLimit[]): Promise<ClaimReply | undefined> {
    const { connection, gateways, quotas, prefix, time } = this.#parts;
    try {
      if (quota !== undefined && quotas.isUnsettled(quota)) await quotas.settle();
      const asked: StoreClaim = {
        throttles: limits.map(({ name, throttle }) => ({ key: `${prefix}throttle:${name}`, throttle, cost: 1, ahead: 0 })),
        quota: quota && quotas.claim(quota, gateways.count),
      };
      const { keys, values } = claimArguments(asked, time === undefined ? '' : String(Math.round(time())));
      return readClaimReply(await connection.run(CLAIM, keys, values), asked);
    } catch (error) {
      if (error instanceof StoreFailure) return undefined;
      throw error;
    }
  }

  #note({ quota }: Claim, limits: readonly NamedLimit[], reply: ClaimReply): void {
    if (!reply.isGranted) return;
    for (const [index, { name, throttle }] of limits.entries()) {
      this.#left.set(name, { name, throttle, tokens: reply.throttles[index]?.left ?? 0 });
    }
    if (quota !== undefined && reply.quota !== undefined) this.quotas.told(quota, reply.quota.used, false);
  }

  /** The store's time is between sending and receiving: counted from sending, a denial never lasts too long. */
  #refusal({ quota }: Claim, { limits, reply, sentAt }: Refused): Error {
    const limit = limits[reply.index];
    if (limit !== undefined) {
      if (reply.retryAfterMs !== undefined) this.#denials.note(limit, sentAt + reply.retryAfterMs);
      return rateExceeded(limit);
    }
    if (quota === undefined) return new Error(`the store refused limit ${reply.index} of ${limits.length}`);
    this.quotas.told(quota, reply.used, true);
    return this.quotas.exceeded(quota);
  }

  /** Decides by the shares of this gateway. They fill all the time, so several absences of the store are no reason for more requests. */
  #admitAlone({ limits, quota }: Claim, now: number): void {
    const { gateways: { count }, ports } = this.#parts;
    const share = this.#accountLimit && this.#shares.of(this.#accountLimit, count).throttle;
    if (share !== undefined) this.#localAccount?.adopt(share, now);
    const account = this.#parts.account !== undefined && this.#localAccount !== undefined
      ? { limit: this.#parts.account, bucket: this.#localAccount } : undefined;
    const own = { limits: limits.map((limit) => this.#shares.of(limit, count)), quota };
    admit(own, { account, buckets: this.#localBuckets, quotas: this.quotas }, { ...ports, monotonicNow: () => now });
  }

  #forget(names: readonly string[]): void {
    const { connection, prefix } = this.#parts;
    this.#denials.clear();
    for (const name of names) this.#left.delete(name);
    const keys = names.map((name) => `${prefix}throttle:${name}`);
    if (keys.length > 0) void connection.run(FORGET, keys, []).catch(() => undefined); // noted by the connection
  }
}

interface Refused {
  readonly limits: readonly NamedLimit[];
  readonly reply: Extract<ClaimReply, { readonly isGranted: false }>;
  readonly sentAt: number;
}

/** All tokens are in the store. */
const NO_TOKENS: Lender = { has: () => false, take: () => undefined, lend: () => 0, settle: () => undefined };
