import type { QuotaSpec, ThrottleSpec } from '../../spec';

/** Owners of limits. */
export type LimitOwner = 'account' | 'method' | 'key' | 'key_method';

/** A limit with the name of its owner. Buckets are identified by this name, so they survive reloads. */
export interface NamedLimit {
  readonly name: string;
  /** The kind of its owner. */
  readonly owner: LimitOwner;
  readonly throttle: ThrottleSpec;
}

/** A quota and its owner. */
export interface NamedQuota {
  readonly plan: string;
  readonly key: string;
  readonly quota: QuotaSpec;
}

/** The limits that a usage plan sets for one key on one stage. */
export interface KeyLimits {
  readonly throttle: NamedLimit | undefined;
  readonly quota: NamedQuota | undefined;
  /** The plan's own limit of a method. */
  readonly ofMethod: (path: string, httpMethod: string) => NamedLimit | undefined;
}

/** The limits of a request besides the account's. */
export interface Claim {
  /** In the order in which they are checked. */
  readonly limits: readonly NamedLimit[];
  readonly quota: NamedQuota | undefined;
}
