import type { Authorized, Received, RequestPath, Routed, ServedStage } from '../exchange';
import { policyRequest, requireAllow, signedQuery, type ResourcePolicy } from '../authorizers';
import type { HeaderList } from '../headers';
import { readQuery } from '../router/request-path';

/**
 * Finds out who calls, as the method's authorization says. What cannot be checked is refused. A signature is for the
 * gateway: nothing behind it sees one, and what is behind it sees the query as it was signed.
 * @throws IDENTITY_*, AUTHORIZER_*, TOKEN_*, KEY_SET_UNREACHABLE, SIGNATURE_*, CREDENTIAL_*, POLICY_*, METHOD_ARN_TOO_LONG
 */
export async function authorize(routed: Routed): Promise<Authorized> {
  const principal = await routed.plan.authorize(routed);
  const authorized = { ...routed, headers: withoutSignature(routed.headers), principal };
  return principal.type === 'iam' ? { ...authorized, ...asSigned(routed) } : authorized;
}

/**
 * Lets a preflight pass that the API's resource policy allows. It is answered without any other authorization.
 * @throws POLICY_DENIED, POLICY_NOT_ALLOWED, METHOD_ARN_TOO_LONG
 */
export function admitPreflight(path: RequestPath, { received, stage, resourcePolicy }: PreflightCaller): void {
  if (resourcePolicy === undefined) return;
  const asked = policyRequest({ ...path, received, stage });
  requireAllow(resourcePolicy(asked), asked, stage);
}

interface PreflightCaller {
  readonly received: Received;
  readonly stage: ServedStage;
  readonly resourcePolicy: ResourcePolicy | undefined;
}

function asSigned({ received, stage }: Routed): Pick<Routed, 'query' | 'queryParameters'> {
  const query = signedQuery(received, stage.vendor.shortPrefix);
  return { query, queryParameters: readQuery(query) };
}

function withoutSignature(headers: HeaderList): HeaderList {
  const isSignature = ({ name, value }: HeaderList[number]) => value.startsWith('AWS4-HMAC-SHA256') && name.toLowerCase() === 'authorization';
  return headers.some(isSignature) ? headers.filter((field) => !isSignature(field)) : headers;
}
