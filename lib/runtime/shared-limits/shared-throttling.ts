import type { ThrottleSpec } from '../../spec';
import type { Claim, NamedLimit } from '../plan/limits';
import type { StoreMeter } from '../plan/meter';
import type { SystemPorts } from '../ports';
import { admit, rateExceeded } from '../throttling/admission';
import { createBuckets, type NamedBucket } from '../throttling/buckets';
import type { Lender, OwnThrottling } from '../throttling/throttling';
import { TokenBucket } from '../throttling/token-bucket';
import { claimArguments, readClaimReply, type ClaimReply, type StoreClaim, type ThrottleClaim } from './claim';
import { Denials } from './denials';
import type { Gateways } from './gateways';
import type { Lease } from './lease';
import { Leases } from './leases';
import { LocalShares } from './local-shares';
import { CLAIM, FORGET } from './scripts';
import type { SharedQuotas } from './shared-quotas';
import { StoreFailure, type StoreConnection } from '../store/store-connection';

export interface SharedThrottlingParts {
  readonly connection: StoreConnection;
  readonly gateways: Pick<Gateways, 'count' | 'isSettled'>;
  readonly quotas: SharedQuotas;
  readonly prefix: string;
  readonly account: ThrottleSpec | undefined;
  /** Whether no tokens are taken ahead of requests. */
  readonly isExact: boolean;
  readonly ports: Pick<SystemPorts, 'now' | 'monotonicNow'>;
  /** Told of each request that is decided without the store, if somebody looks at metrics. */
  readonly fellBack?: StoreMeter['fellBack'] | undefined;
  /** A time of tests instead of the store's, in microseconds. */
  readonly time?: (() => number) | undefined;
}

/** The limit of the account, for people: `admit` says the same. */
const ACCOUNT = 'the account';

/** Shared limits: the store decides about all of a request at once, a gateway what it knows for sure, or while the store is away. */
export class SharedThrottling implements OwnThrottling {
  public readonly account: OwnThrottling['account'];
  public readonly quotas: SharedQuotas;
  readonly #accountLimit: NamedLimit | undefined;
  readonly #denials = new Denials();
  readonly #leases: Leases;
  readonly #shares = new LocalShares();
  readonly #localBuckets = createBuckets();
  readonly #localAccount: TokenBucket | undefined;
  readonly #left = new Map<string, NamedBucket>();

  public constructor(private readonly parts: SharedThrottlingParts) {
    const { account, quotas, ports: { monotonicNow } } = parts;
    this.#leases = new Leases(parts);
    this.quotas = quotas;
    this.#accountLimit = account && { name: ACCOUNT, owner: 'account', throttle: account };
    this.#localAccount = account && new TokenBucket(account, monotonicNow());
    this.account = account && { limit: account, bucket: this.#accountBucket({ name: ACCOUNT, owner: 'account', throttle: account }) };
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
    const { quotas, ports: { monotonicNow } } = this.parts;
    const sentAt = monotonicNow();
    const limits = this.#limitsOf(claim);
    const refusing = this.#denials.refusing(limits, sentAt);
    if (refusing !== undefined) throw rateExceeded(refusing);
    if (claim.quota !== undefined) quotas.requireNotRefused(claim.quota);
    const isReserved = claim.quota !== undefined && quotas.take(claim.quota);
    try {
      await this.#admitRest(isReserved ? { ...claim, quota: undefined } : claim, limits, sentAt);
    } catch (error) {
      if (isReserved) quotas.putBack(claim.quota);
      throw error;
    }
  };

  /** Decides about what is not in reserve. */
  async #admitRest(claim: Claim, limits: readonly NamedLimit[], sentAt: number): Promise<void> {
    const { connection, ports: { monotonicNow } } = this.parts;
    if (!connection.isThere) return this.#admitAlone(claim, sentAt);
    const { taken, asked } = this.#takeLeased(limits, sentAt);
    if (asked.length === 0 && claim.quota === undefined) return undefined;
    const reply = await this.#ask(claim, asked, sentAt);
    if (reply?.isGranted === true) return this.#note(asked, reply);
    for (const lease of taken) lease.putBack();
    if (reply === undefined) return this.#admitAlone(claim, monotonicNow());
    throw this.#refusal(claim, { limits: asked, reply, sentAt });
  }

  /** Takes what was leased, and returns the limits of which nothing is. */
  #takeLeased(limits: readonly NamedLimit[], now: number): { readonly taken: readonly Lease[]; readonly asked: readonly NamedLimit[] } {
    const taken: Lease[] = [];
    const asked = limits.filter((limit) => {
      const lease = this.#leases.of(limit);
      lease?.noteRequest(now);
      if (lease?.has(now) !== true) return true;
      this.#takeOf(lease, limit, now);
      taken.push(lease);
      return false;
    });
    return { taken, asked };
  }

  /** Takes a token, and fetches more before the last is used. */
  #takeOf(lease: Lease, limit: NamedLimit, now: number): void {
    lease.take();
    if (lease.isLow(now, this.#leases.most(limit.throttle))) void this.#refill(limit, now);
  }

  async #refill(limit: NamedLimit, now: number): Promise<void> {
    const throttles = [this.#throttleClaim(limit, 0, now)];
    const reply = await this.#run({ throttles, quota: undefined });
    this.#settleLeases([limit], throttles, { reply, sentAt: now });
  }

  /** The tokens of the account that are leased. Hot path: a request without limits of its own asks nothing else. */
  #accountBucket(limit: NamedLimit): Lender {
    const { ports: { monotonicNow } } = this.parts;
    const lease = this.#leases.of(limit);
    if (lease === undefined) return NO_TOKENS;
    const take = (): void => {
      const now = monotonicNow();
      lease.noteRequest(now);
      this.#takeOf(lease, limit, now);
    };
    return { ...NO_TOKENS, has: (now) => lease.has(now), take };
  }

  #limitsOf({ limits }: Claim): readonly NamedLimit[] {
    return this.#accountLimit === undefined ? limits : [...limits, this.#accountLimit];
  }

  /** The answer of the store; undefined if it fails, which its connection notes. */
  async #ask({ quota }: Claim, limits: readonly NamedLimit[], now: number): Promise<ClaimReply | undefined> {
    const { quotas } = this.parts;
    if (quota !== undefined && quotas.isUnsettled(quota) && !await quotas.settle().then(() => true, () => false)) return undefined;
    const throttles = limits.map((limit) => this.#throttleClaim(limit, 1, now));
    const ofQuota = quota && quotas.claim(quota);
    const reply = await this.#run({ throttles, quota: ofQuota });
    this.#settleLeases(limits, throttles, { reply, sentAt: now });
    if (quota === undefined || ofQuota === undefined) return reply;
    quotas.arrive(quota, ofQuota, reply?.isGranted === true ? reply.quota.ahead : 0);
    const hasUsage = reply?.isGranted === true || reply?.index === limits.length;
    if (hasUsage) quotas.told(quota, ofQuota.window, { reply: reply.quota, isRefused: !reply.isGranted });
    return reply;
  }

  #throttleClaim(limit: NamedLimit, cost: number, now: number): ThrottleClaim {
    const ahead = this.#leases.of(limit)?.expect(now, this.#leases.most(limit.throttle)) ?? 0;
    return { key: `${this.parts.prefix}throttle:${limit.name}`, throttle: limit.throttle, cost, ahead };
  }

  /** Tokens that came ahead count from sending: they are used for 100 ms at most. */
  #settleLeases(limits: readonly NamedLimit[], asked: readonly ThrottleClaim[], { reply, sentAt }: Answered): void {
    const now = this.parts.ports.monotonicNow();
    for (const [index, limit] of limits.entries()) {
      const came = reply?.isGranted === true ? reply.throttles[index]?.ahead ?? 0 : 0;
      this.#leases.of(limit)?.arrive(asked[index]?.ahead ?? 0, came, { sentAt, now });
    }
  }

  async #run(asked: StoreClaim): Promise<ClaimReply | undefined> {
    const { connection, time } = this.parts;
    const { keys, values } = claimArguments(asked, time === undefined ? '' : String(Math.round(time())));
    try {
      return readClaimReply(await connection.run(CLAIM, keys, values), asked);
    } catch (error) {
      if (error instanceof StoreFailure) return undefined;
      throw error;
    }
  }

  #note(limits: readonly NamedLimit[], { throttles }: Extract<ClaimReply, { readonly isGranted: true }>): void {
    for (const [index, limit] of limits.entries()) this.#left.set(limit.name, { ...limit, tokens: throttles[index]?.left ?? 0 });
  }

  /** The store's time is between sending and receiving: counted from sending, a denial never lasts too long. */
  #refusal({ quota }: Claim, { limits, reply, sentAt }: Refused): Error {
    const limit = limits[reply.index];
    if (limit !== undefined) {
      if (reply.retryAfterMs !== undefined) this.#denials.note(limit, sentAt + Math.min(reply.retryAfterMs, DENIED_MS));
      return rateExceeded(limit);
    }
    if (quota === undefined) return new Error(`the store refused limit ${reply.index} of ${limits.length}`);
    return this.quotas.exceeded(quota);
  }

  /** Decides by the shares of this gateway. They fill all the time, so several absences of the store are no reason for more requests. */
  #admitAlone({ limits, quota }: Claim, now: number): void {
    const { gateways: { count }, ports, fellBack } = this.parts;
    fellBack?.();
    const share = this.#accountLimit && this.#shares.of(this.#accountLimit, count).throttle;
    if (share !== undefined) this.#localAccount?.adopt(share, now);
    const account = this.parts.account !== undefined && this.#localAccount !== undefined
      ? { limit: this.parts.account, bucket: this.#localAccount } : undefined;
    const own = { limits: limits.map((limit) => this.#shares.of(limit, count)), quota };
    admit(own, { account, buckets: this.#localBuckets, quotas: this.quotas }, { ...ports, monotonicNow: () => now });
  }

  #forget(names: readonly string[]): void {
    const { connection, prefix } = this.parts;
    this.#denials.clear();
    this.#leases.clear();
    for (const name of names) this.#left.delete(name);
    const keys = names.map((name) => `${prefix}throttle:${name}`);
    if (keys.length > 0) void connection.run(FORGET, keys, []).catch(() => undefined); // noted by the connection
  }
}

interface Answered {
  readonly reply: ClaimReply | undefined;
  readonly sentAt: number;
}

/** After this time the store is asked again: another gateway may have reset the limit. */
const DENIED_MS = 1_000;

interface Refused {
  readonly limits: readonly NamedLimit[];
  readonly reply: Extract<ClaimReply, { readonly isGranted: false }>;
  readonly sentAt: number;
}

/** All tokens are in the store. */
const NO_TOKENS: Lender = { has: () => false, take: () => undefined, lend: () => 0, settle: () => undefined };
