import { GatewayError } from '../../errors';
import type { CognitoUserPoolsAuthorizerSpec } from '../../spec';
import { requireValue } from '../plan/resolve-tokens';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileTokenSource } from './identity';
import { givenFor, verifiedIssuer, type VerifiedIssuer } from './issuer-keys';
import { NO_SOURCES } from './issuer-sources';
import { issuerOfPool, unknownIn } from './token-issuer';
import { checkToken, claimTexts, requireScope } from './verify-token';

/**
 * Tokens of user pools (COGNITO_USER_POOLS): signature, issuer and times are checked on every request. A method without
 * scopes takes identity tokens, one with scopes access tokens; a token that does not say what it is (`token_use`) is refused.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-integrate-with-cognito.html
 */
export function compileCognitoUserPools(spec: CognitoUserPoolsAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const { name, ports: { now } } = context;
  const { identitySource } = spec;
  const issuers = new Map(spec.userPools.map((pool) => verifiedPool(pool, context)).map(({ issuer, keys }) => [issuer, keys]));
  const tokenOf = compileTokenSource(identitySource);
  return async (request, { scopes }) => {
    const claims = await checkToken(tokenOf(request), { name, identitySource, issuers, now });
    const use = scopes.length > 0 ? 'access' : 'id';
    if (claims.token_use !== use) throw new GatewayError('TOKEN_INVALID', { authorizer: name, reason: WRONG_USE[use] });
    requireScope(claims.scope, scopes);
    return { type: 'claims', claims: { ...claimTexts(claims), ...dateTexts(claims) } };
  };
}

const WRONG_USE = {
  access: 'it is not an access token (token_use), which the method expects because it has authorizationScopes',
  id: 'it is not an ID token (token_use), which the method expects because it has no authorizationScopes',
};

/** @throws SPEC_INVALID, and TOKEN_VALUE_MISSING for a pool that only a deployment knows, unless there are keys for it here */
function verifiedPool(pool: CognitoUserPoolsAuthorizerSpec['userPools'][number], context: AuthorizerContext): VerifiedIssuer {
  const { name, stage, values, sources = NO_SOURCES } = context;
  const poolIssuer = issuerOfPool(pool, { name, values, region: stage.region, accountId: stage.accountId });
  const [missing] = unknownIn(pool.arn ?? pool.issuer ?? '', { values });
  if (sources.local === undefined && givenFor(poolIssuer, sources) === undefined) requireValue(missing, `authorizer ${name}`);
  return verifiedIssuer(poolIssuer, context, (issuer) => `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`);
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** The times of a token as the service writes them: `Wed Apr 15 20:37:36 UTC 2020`. */
function dateTexts({ exp, iat }: { readonly exp?: number; readonly iat?: number }): Record<string, string> {
  return { ...(exp === undefined ? {} : { exp: dateText(exp) }), ...(iat === undefined ? {} : { iat: dateText(iat) }) };
}

function dateText(seconds: number): string {
  const time = new Date(seconds * 1000);
  if (Number.isNaN(time.getTime())) return String(seconds);
  const [, day = '', month = '', year = '', clock = ''] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(time.toUTCString()) ?? [];
  return `${DAYS[time.getUTCDay()] ?? ''} ${month} ${day} ${clock} UTC ${year}`;
}
