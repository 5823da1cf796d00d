import type { LocalTokenRequest, TokenClaims } from '../plan/local-token-request';
import type { SystemPorts } from '../ports';
import type { TokenIssuer } from './token-issuer';

const HOUR_SECONDS = 3_600;
/** The client of a pool whose authorizer takes those of all. */
const ANY_CLIENT = 'local';

/**
 * The claims of a token as Cognito issues them; with another issuer, the same without meaning there.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
export function localClaims(
  issuer: Pick<TokenIssuer, 'audience'> & { readonly issuer: string }, request: LocalTokenRequest,
  { now, newId }: Pick<SystemPorts, 'now' | 'newId'>,
): TokenClaims {
  const { claims = {}, groups, scopes, clientId = issuer.audience[0] ?? ANY_CLIENT, expiresInSeconds = HOUR_SECONDS } = request;
  const use = request.use ?? (scopes === undefined ? 'id' : 'access');
  const issuedAt = Math.floor(now() / 1000);
  const sub = typeof claims.sub === 'string' ? claims.sub : newId();
  const ofUse = use === 'id'
    ? { 'aud': clientId, 'cognito:username': sub }
    : { client_id: clientId, scope: (scopes ?? ['aws.cognito.signin.user.admin']).join(' '), username: sub };
  return {
    sub,
    ...(groups === undefined ? {} : { 'cognito:groups': [...groups] }),
    iss: issuer.issuer,
    ...ofUse,
    token_use: use,
    origin_jti: newId(),
    event_id: newId(),
    auth_time: issuedAt,
    iat: issuedAt,
    exp: issuedAt + expiresInSeconds,
    jti: newId(),
    ...claims,
  };
}
