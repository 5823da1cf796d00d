import { decodeProtectedHeader, type JWTPayload } from 'jose';
import { GatewayError, type ErrorCode } from '../../errors';
import type { JwtAuthorizerSpec } from '../../spec';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileTokenSource } from './identity';
import { jwtIssuer } from './jwt';
import { checkToken, claimText, claimTexts, requireScope } from './verify-token';

/** HTTP APIs take signatures by RSA keys only. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

/**
 * JSON Web Tokens of an HTTP API: the token names its key, and its audience, or the client if it has none, is one of the authorizer's.
 * A caller that is refused is told why in `WWW-Authenticate`.
 * @throws by the returned function: IDENTITY_SOURCE_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_SCOPE_MISSING, KEY_SET_UNREACHABLE
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function compileHttpJwt(spec: JwtAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const { name, ports } = context;
  const { identitySource } = spec;
  const { issuer, keys, audience } = jwtIssuer(spec, context);
  const settings = { name, identitySource, issuers: new Map([[issuer, keys]]), now: ports.now, algorithms: ALGORITHMS };
  const tokenOf = compileTokenSource(identitySource);
  return async (request, { scopes }) => {
    try {
      const claims = await checkToken(namingItsKey(tokenOf(request), name), settings);
      if (claims.iat !== undefined && claims.iat * 1000 > ports.now()) throw invalid(name, 'the token was issued in the future');
      requireAudience(claims, audience, name);
      requireScope(claims.scope ?? claims.scp, scopes);
      return { type: 'jwt', claims: httpClaims(claims), scopes: scopes.length === 0 ? null : scopes };
    } catch (error) {
      throw challenged(error, scopes);
    }
  };
}

function namingItsKey(sent: string | undefined, authorizer: string): string | undefined {
  if (sent === undefined) return undefined;
  const token = sent.replace(/^bearer +/i, '');
  if (token.split('.').length !== 3) throw invalid(authorizer, 'token contains an invalid number of segments');
  try {
    if (typeof decodeProtectedHeader(token).kid === 'string') return sent;
  } catch {
    return sent; // the check says what is wrong with it
  }
  throw invalid(authorizer, 'its header names no key');
}

function invalid(authorizer: string, reason: string): GatewayError {
  return new GatewayError('TOKEN_INVALID', { authorizer, reason });
}

function requireAudience({ aud, client_id }: JWTPayload, audience: readonly string[], authorizer: string): void {
  const named = aud === undefined ? [client_id] : [aud].flat();
  if (named.some((one) => typeof one === 'string' && audience.includes(one))) return;
  throw invalid(authorizer, 'the token does not have a valid audience');
}

/** Claims as texts; lists in brackets, their items separated by spaces. */
function httpClaims(claims: JWTPayload): Record<string, string> {
  const texts = claimTexts(claims);
  for (const [claim, value] of Object.entries(claims)) if (Array.isArray(value)) texts[claim] = `[${value.map(claimText).join(' ')}]`;
  return texts;
}

/** The words of the challenge, by what is wrong (RFC 6750 §3.1). */
const CHALLENGES: Partial<Readonly<Record<ErrorCode, (details: GatewayError['details']) => string>>> = {
  TOKEN_INVALID: ({ reason }) => problem('invalid_token', String(reason)),
  TOKEN_EXPIRED: () => problem('invalid_token', 'the token has expired'),
  TOKEN_SCOPE_MISSING: () => problem('insufficient_scope', 'the token does not have a required scope'),
};

function problem(error: string, description: string): string {
  return ` error="${error}" error_description="${quotable(description)}"`;
}

/** A text without the characters that end a quoted one, or a header. */
function quotable(text: string): string {
  return text.replace(/[^ !#-[\]-~]/g, '');
}

function challenged(error: unknown, scopes: readonly string[]): unknown {
  if (!GatewayError.isGatewayError(error)) return error;
  const { code, details } = error;
  if (code === 'IDENTITY_SOURCE_MISSING') return new GatewayError(code, { ...details, challenge: 'Bearer' }, { cause: error.cause });
  const words = CHALLENGES[code]?.(details);
  return words === undefined ? error : new GatewayError(code, { ...details, challenge: `Bearer scope="${quotable(scopes.join(' '))}"${words}` }, { cause: error.cause });
}
