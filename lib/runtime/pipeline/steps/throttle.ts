import { perObject } from '../../http/per-object';
import type { Admitted, Identified } from '../../plan/exchange';
import type { Claim, KeyLimits, NamedLimit } from '../../plan/limits';
import { planned, unneeded, type Planned } from '../../plan/step';
import { admit } from '../../throttling/admission';
import type { Throttling } from '../../throttling/throttling';
import type { MethodContext } from '../method-context';

const NO_LIMITS: readonly NamedLimit[] = [];
const ACCOUNT_ONLY: Claim = { limits: NO_LIMITS, quota: undefined };

/**
 * Lets a request pass the limits of its key on the method, of its key, of the method and of the account, in this order,
 * and then the quota of its key. A request that one of them refuses takes nothing from any.
 *
 * Hot path: a request without limits of its own takes a token of the account's bucket, with hardly any allocation; there is
 * a promise only if another process keeps the limits.
 * @throws RATE_EXCEEDED, QUOTA_EXCEEDED, PRIMARY_UNREACHABLE
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export function planThrottle(method: Pick<MethodContext, 'spec' | 'limit' | 'throttling' | 'ports'>): Planned<Identified, Admitted> {
  const { spec, limit, throttling, ports } = method;
  if (limit === undefined && !spec.apiKeyRequired) return throttling.account === undefined ? unneeded() : accountStep(throttling)(ports);
  const limitsOf = requestLimits(limit === undefined ? NO_LIMITS : [limit]);
  return planned('throttle', (identified) => pass({ limits: limitsOf(identified), quota: identified.apiKey?.limits.quota }, throttling, ports));
}

/** The step of all methods that only the account limits. */
const accountStep = perObject((throttling: Throttling) => perObject((ports: MethodContext['ports']) =>
  planned<Identified, Admitted>('throttle', () => pass(ACCOUNT_ONLY, throttling, ports))));

/** Here or, for what the tokens that are leased to this process do not cover, in the process that keeps the limits. */
function pass(claim: Claim, throttling: Throttling, ports: MethodContext['ports']): Promise<void> | undefined {
  const { admitRemotely, account } = throttling;
  const isForAccountOnly = claim.limits.length === 0 && claim.quota === undefined;
  const isAdmittedHere = isForAccountOnly && account?.bucket.has(ports.monotonicNow()) !== false;
  if (admitRemotely !== undefined && !isAdmittedHere) return admitRemotely(claim);
  admit(claim, throttling, ports);
  return undefined;
}

/** The limits of a request besides the account's. A key's limits are built once, because keys last as long as the load. */
function requestLimits(ofMethod: readonly NamedLimit[]): (identified: Pick<Identified, 'apiKey' | 'plan'>) => readonly NamedLimit[] {
  const ofKeys = new WeakMap<KeyLimits, readonly NamedLimit[]>();
  return ({ apiKey, plan }) => {
    if (apiKey === undefined) return ofMethod;
    const known = ofKeys.get(apiKey.limits);
    if (known !== undefined) return known;
    const ofKey = [apiKey.limits.ofMethod(plan.resourcePath, plan.httpMethod), apiKey.limits.throttle];
    const limits = [...ofKey.filter((limit) => limit !== undefined), ...ofMethod];
    ofKeys.set(apiKey.limits, limits);
    return limits;
  };
}
