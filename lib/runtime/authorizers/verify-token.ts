import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { GatewayError } from '../../errors';
import type { FindKey } from './issuer-sources';

/** Signatures by a private key only: with a shared secret, anyone who verifies a token could issue one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];

export interface TokenSettings {
  readonly name: string;
  /** Where tokens are sent, for messages. */
  readonly identitySource: string;
  readonly issuers: ReadonlyMap<string, FindKey>;
  readonly now: () => number;
  /** Default: all with a private key. */
  readonly algorithms?: readonly string[];
}

/** Checks a token, with or without `Bearer`. @throws IDENTITY_SOURCE_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, KEY_SET_UNREACHABLE */
export async function checkToken(sent: string | undefined, settings: TokenSettings): Promise<JWTPayload> {
  const { name, identitySource } = settings;
  if (sent === undefined) throw new GatewayError('IDENTITY_SOURCE_MISSING', { authorizer: name, source: identitySource });
  try {
    return await verify(sent.replace(/^bearer +/i, ''), settings);
  } catch (cause) {
    throw tokenError(cause, name);
  }
}

async function verify(token: string, { issuers, now, algorithms = ALGORITHMS }: TokenSettings): Promise<JWTPayload> {
  // decoders skip padding, unknown characters and spare bits, so one token could be written in many ways (RFC 7515 §2)
  const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
  if (!token.split('.').every(isCanonical)) throw new Error('it is not encoded as tokens are');
  if ('crit' in decodeProtectedHeader(token)) throw new Error('it has critical extensions');
  const issuer = decodeJwt(token).iss;
  const findKey = issuer === undefined ? undefined : issuers.get(issuer);
  if (issuer === undefined || findKey === undefined) throw new Error('it was issued by another issuer');
  const options = { algorithms: [...algorithms], issuer, currentDate: new Date(now()), requiredClaims: ['exp'] };
  const { payload } = await jwtVerify(token, findKey, options);
  for (const [claim, value] of [['exp', payload.exp], ['nbf', payload.nbf], ['iat', payload.iat]] as const) {
    if (value !== undefined && !Number.isFinite(value)) throw new Error(`its ${claim} is not a valid number`);
  }
  return payload;
}

/** jose's messages name what is wrong, never the token. */
function tokenError(cause: unknown, authorizer: string): GatewayError {
  if (GatewayError.isGatewayError(cause)) return cause;
  if (cause instanceof errors.JWTExpired && cause.claim === 'exp' && cause.reason === 'check_failed') {
    return new GatewayError('TOKEN_EXPIRED', { authorizer, expiredAt: String(cause.payload.exp) }, { cause });
  }
  return new GatewayError('TOKEN_INVALID', { authorizer, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
}

/** Refuses a token with none of the scopes that the method wants. @throws TOKEN_SCOPE_MISSING */
export function requireScope(granted: unknown, scopes: readonly string[]): void {
  if (scopes.length === 0) return;
  const own = Array.isArray(granted) ? granted : typeof granted === 'string' ? granted.split(' ') : [];
  if (!scopes.some((scope) => own.includes(scope))) throw new GatewayError('TOKEN_SCOPE_MISSING', { scopes: scopes.join(', ') });
}

/**
 * Claims as templates and functions see them: texts; the items of a list joined by commas, objects among them as JSON.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html: `identities` of federated users
 */
export function claimTexts(claims: JWTPayload): Record<string, string> {
  const texts = Object.create(null) as Record<string, string>; // null prototype: names are the issuer's
  for (const [name, value] of Object.entries(claims)) {
    if (value !== null && value !== undefined) texts[name] = claimText(value);
  }
  return texts;
}

export function claimText(value: unknown): string {
  if (Array.isArray(value)) return value.map(claimText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
