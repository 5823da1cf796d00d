import { GatewayError } from '../../errors';
import { isTrustworthyUrl, type JwtAuthorizerSpec } from '../../spec';
import { localText } from '../local-text';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { createKeySet } from './key-set';
import { claimTexts, compileTokenCheck, requireScope } from './verify-token';

/**
 * JSON Web Tokens of an OpenID Connect issuer: signature, issuer, audience, times and scopes are checked on every request.
 * @see RFC 7519, RFC 8725
 */
export function compileJwt(spec: JwtAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const { name, ports, values } = context;
  const local = (text: string) => trustworthy(localText(text, values, `authorizer ${name}`), name);
  const issuer = local(spec.issuer);
  const keys = createKeySet({ issuer, ...(spec.jwksUri === undefined ? {} : { jwksUri: local(spec.jwksUri) }) }, context);
  const audience = spec.audience.map((text) => localText(text, values, `authorizer ${name}`));
  const check = compileTokenCheck({ name, identitySource: spec.identitySource, issuers: new Map([[issuer, keys]]), now: ports.now });
  return async (request, { scopes }) => {
    const claims = await check(request);
    const named = [claims.aud ?? claims.client_id].flat();
    if (!named.some((one) => typeof one === 'string' && audience.includes(one))) {
      throw new GatewayError('TOKEN_INVALID', { authorizer: name, reason: 'it is for another audience' });
    }
    requireScope(claims.scope ?? claims.scp, scopes);
    return { type: 'claims', claims: claimTexts(claims) };
  };
}

/** @throws SPEC_INVALID: what a token stands for is no issuer */
function trustworthy(url: string, name: string): string {
  if (!isTrustworthyUrl(url)) throw new GatewayError('SPEC_INVALID', { reason: `"${url}" is no https address` }, { place: `authorizer ${name}` });
  return url;
}
