import type { Admitted, Identified, Routed } from '../../plan/exchange';
import type { NamedLimit } from '../../plan/limits';
import { planned, unneeded, type Planned } from '../../plan/step';
import { admit } from '../../throttling/admission';
import type { MethodContext } from '../method-context';

const NO_LIMITS: readonly NamedLimit[] = [];

/**
 * Lets a request pass the limits of its key on the method, of its key, of the method and of the account, in this order,
 * and then the quota of its key. A request that one of them refuses takes nothing from any.
 *
 * Hot path: a request without limits of its own takes a token of the account's bucket, with hardly any allocation; there is
 * a promise only if another process keeps the limits.
 * @throws RATE_EXCEEDED, QUOTA_EXCEEDED, PRIMARY_UNREACHABLE
 * @see aws-data-plane §2, §15
 */
export function planThrottle({ spec, limit, throttling, ports }: Pick<MethodContext, 'spec' | 'limit' | 'throttling' | 'ports'>): Planned<Identified, Admitted> {
  const { admitRemotely, account } = throttling;
  if (limit === undefined && account === undefined && !spec.apiKeyRequired) return unneeded();
  const ofMethod: readonly NamedLimit[] = limit === undefined ? NO_LIMITS : [limit];
  return planned('throttle', (identified) => {
    const { apiKey } = identified;
    const limits = apiKey === undefined ? ofMethod : [...limitsOfKey(identified), ...ofMethod];
    const claim = { limits, quota: apiKey?.limits.quota };
    const isForAccountOnly = limits.length === 0 && claim.quota === undefined;
    const isAdmittedHere = isForAccountOnly && account?.bucket.has(ports.monotonicNow()) !== false;
    if (admitRemotely !== undefined && !isAdmittedHere) return admitRemotely(claim);
    admit(claim, throttling, ports);
    return undefined;
  });
}

function limitsOfKey({ apiKey, plan }: Pick<Routed, 'apiKey' | 'plan'>): readonly NamedLimit[] {
  if (apiKey === undefined) return NO_LIMITS;
  const { ofMethod, throttle } = apiKey.limits;
  return [ofMethod(plan.resourcePath, plan.httpMethod), throttle].filter((limit) => limit !== undefined);
}
