import type { JWTPayload } from 'jose';
import { GatewayError } from '../../errors';
import { isTrustworthyUrl, type JwtAuthorizerSpec } from '../../spec';
import { requireValue } from '../plan/resolve-tokens';
import type { Authorizer, AuthorizerContext, TokenCheckContext } from './compile-context';
import { compileTokenSource } from './identity';
import { givenFor, verifiedIssuer, type VerifiedIssuer } from './issuer-keys';
import { NO_SOURCES } from './issuer-sources';
import { createKeySet } from './key-set';
import { issuerOfJwt, unknownIn, type TokenIssuer } from './token-issuer';
import { checkToken, claimTexts, requireScope } from './verify-token';

/** JSON Web Tokens of an issuer: signature, issuer, audience, times and scopes are checked on every request. @see RFC 7519, RFC 8725 */
export function compileJwt(spec: JwtAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const check = checkOf({ ...jwtIssuer(spec, context), identitySource: spec.identitySource }, context);
  const tokenOf = compileTokenSource(spec.identitySource);
  return async (request, { scopes }) => ({ type: 'claims', claims: claimTexts(await check(tokenOf(request), scopes)) });
}

/** The issuer of an authorizer, its keys, and the clients whose tokens are taken. */
type JwtIssuer = VerifiedIssuer & Pick<TokenIssuer, 'audience'>;

/** @throws SPEC_INVALID, TOKEN_VALUE_MISSING */
export function jwtIssuer(spec: JwtAuthorizerSpec, context: AuthorizerContext): JwtIssuer {
  const { name, stage, values, sources = NO_SOURCES } = context;
  const tokenIssuer = issuerOfJwt(spec, { name, values, region: stage.region, accountId: stage.accountId });
  if (sources.local === undefined) {
    const isGiven = givenFor(tokenIssuer, sources) !== undefined;
    const needed = [...(isGiven ? [] : [spec.issuer, spec.jwksUri ?? '']), ...spec.audience];
    requireValue(needed.flatMap((text) => unknownIn(text, { values }))[0], `authorizer ${name}`);
  }
  if (tokenIssuer.jwksUri !== undefined) trustworthy(tokenIssuer.jwksUri, name);
  const verified = verifiedIssuer(tokenIssuer, context, (issuer) => (issuer === tokenIssuer.issuer ? tokenIssuer.jwksUri : undefined));
  return { ...verified, audience: tokenIssuer.audience };
}

/** The check of a token as it was sent and of the required scopes, used by the gateway and by the function on AWS. */
export type JwtCheck = (sent: string | undefined, scopes: readonly string[]) => Promise<JWTPayload>;

/**
 * Compiles the check; CDK tokens are already resolved.
 * @throws SPEC_INVALID; by the returned function: IDENTITY_SOURCE_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_SCOPE_MISSING,
 * KEY_SET_UNREACHABLE
 */
export function compileJwtCheck(
  { issuer, jwksUri, audience, identitySource }: Omit<JwtAuthorizerSpec, 'type'>, context: TokenCheckContext,
): JwtCheck {
  const { name } = context;
  const source = { issuer: trustworthy(issuer, name), jwksUri: jwksUri === undefined ? undefined : trustworthy(jwksUri, name) };
  return checkOf({ issuer, keys: createKeySet(source, context), audience, identitySource }, context);
}

function checkOf(
  { issuer, keys, audience, identitySource }: JwtIssuer & Pick<JwtAuthorizerSpec, 'identitySource'>, { name, ports }: TokenCheckContext,
): JwtCheck {
  const settings = { name, identitySource, issuers: new Map([[issuer, keys]]), now: ports.now };
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
