import { GatewayError } from '../../errors';
import type { SystemPorts } from '../ports';
import type { Throttling } from './throttling';
import type { Claim, NamedLimit, NamedQuota } from '../plan/limits';

/**
 * Lets a request pass its limits, that of the account and its quota, in this order. A request that one of them refuses takes
 * nothing from any.
 * @throws RATE_EXCEEDED, QUOTA_EXCEEDED
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export function admit({ limits, quota }: Claim, { account, buckets, quotas }: Pick<Throttling, 'account' | 'buckets' | 'quotas'>, ports: Pick<SystemPorts, 'now' | 'monotonicNow'>): void {
  const now = ports.monotonicNow();
  for (const limit of limits) if (!buckets.of(limit, now).has(now)) throw rateExceeded(limit);
  if (account !== undefined && !account.bucket.has(now)) throw rateExceeded({ name: 'the account', owner: 'account', throttle: account.limit });
  if (quota !== undefined) {
    const today = ports.now();
    if (!quotas.has(quota, today)) throw quotaUsedUp(quota, quotas.nextAt(quota, today));
    quotas.count(quota, today);
  }
  for (const limit of limits) buckets.of(limit, now).take();
  account?.bucket.take();
}

export function rateExceeded({ name, owner, throttle: { rateLimit, burstLimit } }: NamedLimit): GatewayError {
  return new GatewayError('RATE_EXCEEDED', { limit: name, rate: rateLimit, burst: burstLimit, owner });
}

/** The error of a request whose quota is used up. @param next - start of the next period */
export function quotaUsedUp({ plan, key, quota }: NamedQuota, next: number): GatewayError {
  return new GatewayError('QUOTA_EXCEEDED', { plan, key, owner: 'key', limit: quota.limit, period: quota.period.toLowerCase(), next: new Date(next).toISOString().replace(':00.000Z', 'Z') });
}
