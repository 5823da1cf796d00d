import type { JWTPayload } from 'jose';
import { GatewayError } from '../../errors';
import { isTrustworthyUrl, type JwtAuthorizerSpec } from '../../spec';
import { localText } from '../plan/resolve-tokens';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileTokenSource } from './identity';
import { createKeySet } from './key-set';
import { checkToken, claimTexts, requireScope } from './verify-token';

/**
 * JSON Web Tokens of an OpenID Connect issuer: signature, issuer, audience, times and scopes are checked on every request.
 * @see RFC 7519, RFC 8725
 */
export function compileJwt(spec: JwtAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const { name, values } = context;
  const local = (text: string) => localText(text, values, `authorizer ${name}`);
  const jwksUri = spec.jwksUri === undefined ? undefined : local(spec.jwksUri);
  const check = compileJwtCheck({ ...spec, issuer: local(spec.issuer), jwksUri, audience: spec.audience.map(local) }, context);
  const tokenOf = compileTokenSource(spec.identitySource);
  return async (request, { scopes }) => ({ type: 'claims', claims: claimTexts(await check(tokenOf(request), scopes)) });
}

/** The check of a token as it was sent and of the required scopes, used by the gateway and by the function on AWS. */
export type JwtCheck = (sent: string | undefined, scopes: readonly string[]) => Promise<JWTPayload>;

/**
 * Compiles the check; CDK tokens are already resolved.
 * @throws SPEC_INVALID; by the returned function: IDENTITY_SOURCE_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_SCOPE_MISSING,
 * KEY_SET_UNREACHABLE
 */
export function compileJwtCheck(
  { issuer, jwksUri, audience, identitySource }: Omit<JwtAuthorizerSpec, 'type'>, context: Pick<AuthorizerContext, 'name' | 'http' | 'ports'>,
): JwtCheck {
  const { name, ports } = context;
  const source = { issuer: trustworthy(issuer, name), ...(jwksUri === undefined ? {} : { jwksUri: trustworthy(jwksUri, name) }) };
  const settings = { name, identitySource, issuers: new Map([[issuer, createKeySet(source, context)]]), now: ports.now };
  return async (sent, scopes) => {
    const claims = await checkToken(sent, settings);
    const named = [claims.aud ?? claims.client_id].flat();
    if (!named.some((one) => typeof one === 'string' && audience.includes(one))) {
      throw new GatewayError('TOKEN_INVALID', { authorizer: name, reason: 'it is for another audience' });
    }
    requireScope(claims.scope ?? claims.scp, scopes);
    return claims;
  };
}

/** @throws SPEC_INVALID: the value of a CDK token is not a valid issuer */
function trustworthy(url: string, name: string): string {
  if (!isTrustworthyUrl(url)) throw new GatewayError('SPEC_INVALID', { reason: `"${url}" is not a valid https address` }, { location: `authorizer ${name}` });
  return url;
}
