import type { ThrottleSpec } from '../../spec';

export interface ThrottleClaim {
  readonly key: string;
  readonly throttle: ThrottleSpec;
  /** Tokens that are needed: 1 of a request, 0 to take only ahead. */
  readonly cost: number;
  /** Tokens wanted for later requests. */
  readonly ahead: number;
}

export interface QuotaClaim {
  readonly key: string;
  /** Start of the period, in ms since 1970. */
  readonly window: number;
  readonly limit: number;
  /** The requests granted of which this gateway knows: a store that lost data continues from there. */
  readonly known: number;
  /** Requests wanted for later, besides the present one. */
  readonly ahead: number;
  /** Gateways that may want as many: less than what is left for all, and none is given ahead. */
  readonly gateways: number;
  readonly lifeMs: number;
}

export interface StoreClaim {
  readonly throttles: readonly ThrottleClaim[];
  readonly quota: QuotaClaim | undefined;
}

export type ClaimReply =
  | {
    readonly isGranted: true; readonly time: number;
    /** Tokens of each throttle that are given ahead, and those that are left. */
    readonly throttles: readonly { readonly ahead: number; readonly left: number }[];
    readonly quota: QuotaReply;
  }
  | {
    readonly isGranted: false; readonly time: number;
    /** The throttle that refuses, by its index; that of the quota is one past the last. */
    readonly index: number;
    /** When it has a token; undefined if never, or if that is unknown. */
    readonly retryAfterMs: number | undefined;
    /** The quota, if it refuses. */
    readonly quota: QuotaReply;
  };

/** Requests of a quota that were granted, those that came back unused, and those given ahead. */
export interface QuotaReply {
  readonly granted: number;
  readonly returned: number;
  readonly ahead: number;
}

/** No limit is higher: in millionths of a token, integers are exact up to here. */
const HIGHEST = 1e9;

/** The arguments of the script. @param time - a time of tests, in microseconds; empty: that of the store */
export function claimArguments({ throttles, quota }: StoreClaim, time = ''): { readonly keys: readonly string[]; readonly values: readonly string[] } {
  const ofThrottles = throttles.flatMap(({ throttle: { rateLimit, burstLimit }, cost, ahead }) =>
    [Math.min(HIGHEST, rateLimit), Math.min(HIGHEST, burstLimit), cost, ahead]);
  const ofQuota = quota === undefined ? [] : [quota.limit, quota.known, quota.lifeMs, quota.ahead, quota.gateways];
  return {
    keys: [...throttles.map(({ key }) => key), ...(quota === undefined ? [] : [quota.key])],
    values: [time, ...[throttles.length, ...ofThrottles, ...ofQuota].map(String)],
  };
}

export function readClaimReply(reply: readonly unknown[], { throttles }: Pick<StoreClaim, 'throttles'>): ClaimReply {
  const [isGranted = 0, time = 0, ...rest] = reply.map(Number);
  if (isGranted !== 1) {
    const [position = 1, waitUs = -1, requests = 0, returned = 0] = rest;
    const quota = { granted: requests, returned, ahead: 0 };
    return { isGranted: false, time, index: position - 1, retryAfterMs: waitUs < 0 ? undefined : waitUs / 1_000, quota };
  }
  const [requests = 0, returned = 0, ahead = 0] = rest.slice(2 * throttles.length);
  return {
    isGranted: true, time,
    throttles: throttles.map((_, index) => ({ ahead: rest[2 * index] ?? 0, left: rest[2 * index + 1] ?? 0 })),
    quota: { granted: requests, returned, ahead },
  };
}
