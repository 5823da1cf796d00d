import { createLocalJWKSet } from 'jose';
import { GatewayError } from '../../errors';
import { isTrustworthyUrl } from '../../spec';
import type { AuthorizerContext } from './compile-context';
import { LOCAL_KEY_PREFIX, NO_SOURCES, type FindKey, type GivenIssuer, type IssuerSources } from './issuer-sources';
import { createKeySet } from './key-set';
import type { TokenIssuer } from './token-issuer';

export interface VerifiedIssuer {
  readonly issuer: string;
  readonly keys: FindKey;
}

/**
 * Where the keys of an issuer come from: a given issuer or key set replaces its own; the local issuer comes on top, where it is accepted.
 * @param jwksUriOf - the address of the keys, if the issuer does not have to say where they are
 * @throws SPEC_INVALID for what is not the address of an issuer
 */
export function verifiedIssuer(
  found: TokenIssuer, context: AuthorizerContext, jwksUriOf: (issuer: string) => string | undefined,
): VerifiedIssuer {
  const { sources = NO_SOURCES, name } = context;
  const ownSource = givenFor(found, sources);
  const issuer = ownSource !== undefined && 'issuer' in ownSource ? ownSource.issuer : found.issuer;
  if (issuer === undefined || !isTrustworthyUrl(issuer)) {
    const reason = `"${found.names[0] ?? ''}" is neither the ARN of a user pool nor an https address`;
    throw new GatewayError('SPEC_INVALID', { reason }, { location: `authorizer ${name}` });
  }
  const isOnlyLocal = ownSource === undefined && found.isLocal && sources.local !== undefined;
  const givenKeys = ownSource !== undefined && 'keys' in ownSource ? ownSource.keys : undefined;
  const knownKeys = isOnlyLocal ? { keys: [] } : givenKeys;
  const own = knownKeys === undefined ? createKeySet({ issuer, jwksUri: jwksUriOf(issuer) }, context) : createLocalJWKSet(knownKeys);
  return { issuer, keys: withLocalKeys(own, sources.local) };
}

/** Returns the issuer or the keys that the sources give for one of the issuer's names. */
export function givenFor({ names }: TokenIssuer, { given }: IssuerSources): GivenIssuer | undefined {
  const name = names.find((one) => Object.hasOwn(given, one));
  return name === undefined ? undefined : given[name];
}

/** Tokens that name a key of the local issuer are verified by it alone. @throws LOCAL_TOKEN_REFUSED where it is not accepted */
function withLocalKeys(own: FindKey, local: FindKey | undefined): FindKey {
  return (header, token) => {
    if (header?.kid?.startsWith(LOCAL_KEY_PREFIX) !== true) return own(header, token);
    if (local === undefined) throw new GatewayError('LOCAL_TOKEN_REFUSED');
    return local(header, token);
  };
}
