import { GatewayError } from '../../errors';
import type { ThrottleSpec } from '../../spec';
import type { Admitted, Identified } from '../exchange';
import type { SystemPorts } from '../ports';
import type { NamedLimit } from '../throttling/buckets';
import type { NamedQuota } from '../throttling/quota-ledger';
import type { Throttling } from '../throttling/throttling';

const NO_LIMITS: readonly NamedLimit[] = [];

/**
 * Lets a request pass the limits of its key on the method, of its key, of the method and of the account, in this order,
 * and then the quota of its key. A request that one of them refuses takes nothing from any.
 *
 * Hot path: without limits of its own a request costs the account's bucket, some additions and no allocation.
 * @throws RATE_EXCEEDED, QUOTA_USED_UP
 * @see aws-data-plane §2, §15
 */
export function throttle(identified: Identified, { account, buckets, quotas }: Throttling, ports: Pick<SystemPorts, 'now' | 'monotonicNow'>): Admitted {
  const now = ports.monotonicNow();
  const limits = limitsOf(identified);
  for (const limit of limits) if (!buckets.of(limit, now).has(now)) throw rateExceeded(limit.name, limit.throttle);
  if (account !== undefined && !account.bucket.has(now)) throw rateExceeded('the account', account.limit);
  const quota = identified.apiKey?.limits.quota;
  if (quota !== undefined) {
    const today = ports.now();
    if (!quotas.has(quota, today)) throw quotaUsedUp(quota, quotas.nextAt(quota, today));
    quotas.count(quota, today);
  }
  for (const limit of limits) buckets.of(limit, now).take();
  account?.bucket.take();
  return { ...identified, admitted: true };
}

function limitsOf({ apiKey, plan }: Identified): readonly NamedLimit[] {
  if (apiKey === undefined) return plan.throttle === undefined ? NO_LIMITS : [plan.throttle];
  const { ofMethod, throttle: ofKey } = apiKey.limits;
  return [ofMethod(plan.resourcePath, plan.httpMethod), ofKey, plan.throttle].filter((limit) => limit !== undefined);
}

function rateExceeded(limit: string, { rateLimit, burstLimit }: ThrottleSpec): GatewayError {
  return new GatewayError('RATE_EXCEEDED', { limit, rate: rateLimit, burst: burstLimit });
}

function quotaUsedUp({ plan, key, quota }: NamedQuota, next: number): GatewayError {
  return new GatewayError('QUOTA_USED_UP', { plan, key, limit: quota.limit, period: quota.period, next: new Date(next).toISOString() });
}
