import { compileAuthorization, signedQuery } from '../../authorizers';
import type { Authorized, Recorded } from '../../plan/exchange';
import type { Principal, RefusedCaller } from '../../plan/principal';
import { planned, unneeded, type Planned } from '../../plan/step';
import type { MethodContext } from '../method-context';

/**
 * Finds out who calls, as the method's authorization says. What cannot be checked is refused. A signature is for the
 * gateway: nothing behind this step sees one, and what is behind it sees the query as it was signed.
 * @throws IDENTITY_*, AUTHORIZER_*, TOKEN_*, KEY_SET_UNREACHABLE, SIGNATURE_*, CREDENTIAL_*, POLICY_*, METHOD_ARN_TOO_LONG
 */
export function planAuthorize({ spec, authorization }: Pick<MethodContext, 'spec' | 'authorization'>): Planned<Recorded, Authorized> {
  const authorize = compileAuthorization(spec.authorization, authorization);
  if (authorize === undefined) return unneeded();
  return planned('authorize', (recorded, results) => {
    const decided = (principal: Principal | RefusedCaller): void => {
      if (principal.type === 'refused') {
        results.refused(principal.principal);
        throw principal.error;
      }
      results.authorized(principal);
      if (principal.type === 'iam') results.signed(signedQuery(recorded.received, recorded.stage.vendor.shortPrefix));
    };
    const outcome = authorize(recorded);
    if (outcome instanceof Promise) return outcome.then(decided);
    decided(outcome);
    return undefined;
  });
}
