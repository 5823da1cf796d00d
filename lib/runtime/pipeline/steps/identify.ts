import { GatewayError } from '../../../errors';
import { headerValue } from '../../http/headers';
import type { Authorized, Identified } from '../../plan/exchange';
import { planned, unneeded, type Planned } from '../../plan/step';
import type { StageKeys } from '../../throttling/stage-keys';
import type { MethodContext } from '../method-context';

/** Finds the API key if the method requires one. @throws API_KEY_REFUSED */
export function planIdentify({ spec: { apiKeyRequired }, keys }: Pick<MethodContext, 'spec' | 'keys'>): Planned<Authorized, Identified> {
  if (!apiKeyRequired) return unneeded();
  return planned('identify', (authorized, results) => {
    const sent = sentKey(authorized, keys);
    const apiKey = keys.find(sent);
    if (apiKey === undefined) throw new GatewayError('API_KEY_REFUSED', { problem: keys.problemOf(sent) });
    results.identified(apiKey);
  });
}

/** The key in the request, or, depending on the source, the one that the authorizer named; X-Api-Key is then ignored. */
function sentKey({ headers, principal }: Authorized, { source }: StageKeys): string {
  const named = 'usageIdentifierKey' in principal ? principal.usageIdentifierKey : undefined;
  const sent = source === 'HEADER' ? headerValue(headers, 'x-api-key') : named;
  if (sent !== undefined && sent !== '') return sent;
  throw new GatewayError('API_KEY_REFUSED', { problem: source === 'HEADER' ? 'missing' : 'not named by the authorizer' });
}
