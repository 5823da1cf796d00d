import type { Admitted, Identified } from '../exchange';
import type { SystemPorts } from '../ports';
import { admit } from '../throttling/admission';
import type { NamedLimit } from '../throttling/buckets';
import type { Throttling } from '../throttling/throttling';

const NO_LIMITS: readonly NamedLimit[] = [];

/**
 * Lets a request pass the limits of its key on the method, of its key, of the method and of the account, in this order,
 * and then the quota of its key. A request that one of them refuses takes nothing from any.
 *
 * Hot path: without limits of its own a request costs the account's bucket, some additions and no allocation to speak of;
 * only where another process keeps the limits is there a promise.
 * @throws RATE_EXCEEDED, QUOTA_EXCEEDED, PRIMARY_UNREACHABLE
 * @see aws-data-plane §2, §15
 */
export function throttle(
  identified: Identified, throttling: Throttling, ports: Pick<SystemPorts, 'now' | 'monotonicNow'>,
): Admitted | Promise<Admitted> {
  const admitted: Admitted = { ...identified, admitted: true };
  const claim = { limits: limitsOf(identified), quota: identified.apiKey?.limits.quota };
  const isForAccountOnly = claim.limits.length === 0 && claim.quota === undefined;
  const { ask, account } = throttling;
  if (ask === undefined || (isForAccountOnly && account?.bucket.has(ports.monotonicNow()) !== false)) {
    admit(claim, throttling, ports);
    return admitted;
  }
  return ask(claim).then(() => admitted);
}

function limitsOf({ apiKey, plan }: Identified): readonly NamedLimit[] {
  if (apiKey === undefined) return plan.throttle === undefined ? NO_LIMITS : [plan.throttle];
  const { ofMethod, throttle: ofKey } = apiKey.limits;
  return [ofMethod(plan.resourcePath, plan.httpMethod), ofKey, plan.throttle].filter((limit) => limit !== undefined);
}
