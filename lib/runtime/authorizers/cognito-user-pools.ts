import { GatewayError } from '../../errors';
import { isTrustworthyUrl, issuerOfUserPool, type CognitoUserPoolsAuthorizerSpec } from '../../spec';
import { localText } from '../plan/resolve-tokens';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { createKeySet } from './key-set';
import { claimTexts, compileTokenCheck, requireScope } from './verify-token';

/**
 * Tokens of user pools (COGNITO_USER_POOLS): signature, issuer and times are checked on every request. A method without
 * scopes takes identity tokens, one with scopes access tokens; a token that does not say what it is (`token_use`) is refused.
 * @see aws-data-plane §16; https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-integrate-with-cognito.html
 */
export function compileCognitoUserPools(spec: CognitoUserPoolsAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const { name, ports } = context;
  const issuers = spec.userPools.map((pool) => issuerOf(pool, context));
  const keySets = issuers.map((issuer) => [issuer, createKeySet({ issuer, jwksUri: `${issuer.replace(/\/$/, '')}/.well-known/jwks.json` }, context)] as const);
  const check = compileTokenCheck({ name, identitySource: spec.identitySource, issuers: new Map(keySets), now: ports.now });
  return async (request, { scopes }) => {
    const claims = await check(request);
    const use = scopes.length > 0 ? 'access' : 'id';
    if (claims.token_use !== use) {
      throw new GatewayError('TOKEN_INVALID', { authorizer: name, reason: `its token_use is not "${use}", and the method has ${scopes.length} scopes` });
    }
    requireScope(claims.scope, scopes);
    return { type: 'claims', claims: { ...claimTexts(claims), ...dateTexts(claims) } };
  };
}

/** @throws SPEC_INVALID: what a token stands for is no user pool */
function issuerOf(pool: CognitoUserPoolsAuthorizerSpec['userPools'][number], { name, values }: AuthorizerContext): string {
  const location = `authorizer ${name}`;
  const given = localText(pool.arn ?? pool.issuer ?? '', values, location);
  const issuer = pool.arn === undefined ? given : issuerOfUserPool(given);
  if (issuer === undefined || !isTrustworthyUrl(issuer)) {
    throw new GatewayError('SPEC_INVALID', { reason: `"${given}" is neither the ARN of a user pool nor an https address` }, { location });
  }
  return issuer;
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
