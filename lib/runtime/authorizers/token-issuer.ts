import { issuerOfUserPool, replaceTokens, tokensIn, type AuthorizerKind, type AuthorizerOf, type AuthorizerSpec } from '../../spec';

/** An issuer whose tokens an authorizer takes, as it is named and known here. */
export interface TokenIssuer {
  /** Value of `iss`; undefined if it depends on a value that is not known here. */
  readonly issuer: string | undefined;
  /** Where its keys are, if the definition says so. */
  readonly jwksUri?: string;
  /** Whether it is a pool that is known by a local name only, so that nobody but the local issuer has a key for it. */
  readonly isLocal: boolean;
  /** Names of the issuer: the pool's construct, id, ARN or issuer, and the authorizer. The first is the one to print. */
  readonly names: readonly string[];
  /** Clients whose tokens are taken; all if there are none. */
  readonly audience: readonly string[];
}

/** The settings that issuers are read with. */
export interface IssuerSettings {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly region: string;
  readonly accountId: string;
}

type Issuers<Kind extends AuthorizerKind> = (spec: AuthorizerOf<Kind>, settings: IssuerSettings) => readonly TokenIssuer[];

/** Typed over all kinds: a new one does not compile until it says whose signed tokens it takes. */
const ISSUERS: { readonly [Kind in AuthorizerKind]: Issuers<Kind> } = {
  'token': () => [],
  'request': () => [],
  'cognito-user-pools': ({ userPools }, settings) => userPools.map((pool) => issuerOfPool(pool, settings)),
  'jwt': (spec, settings) => [issuerOfJwt(spec, settings)],
};

/** The issuers of an authorizer; none if it decides without signed tokens. */
export function issuersOf(spec: AuthorizerSpec, settings: IssuerSettings): readonly TokenIssuer[] {
  const issuers = ISSUERS[spec.type] as Issuers<AuthorizerKind>; // the entry of this very kind, which `spec.type` names
  return issuers(spec as never, settings); // never: the intersection of all kinds; the line above chose the right one
}

/** The issuer of a user pool. A pool that only a deployment knows has a local id. */
export function issuerOfPool({ arn, issuer }: AuthorizerOf<'cognito-user-pools'>['userPools'][number], settings: IssuerSettings): TokenIssuer {
  const written = arn ?? issuer ?? '';
  const text = filled(written, settings);
  return { ...named(written, { text, issuer: arn === undefined ? text : issuerOfUserPool(text) }, settings), audience: [] };
}

/** The issuer of JSON Web Tokens, with the clients that the authorizer takes. */
export function issuerOfJwt(
  { issuer, audience, jwksUri }: Omit<AuthorizerOf<'jwt'>, 'type' | 'identitySource'>, settings: IssuerSettings,
): TokenIssuer {
  const text = filled(issuer, settings);
  const keys = jwksUri !== undefined && unknownIn(jwksUri, settings).length === 0 ? { jwksUri: filled(jwksUri, settings) } : {};
  const clients = audience.map((one) => filled(one, settings, clientName));
  return { ...named(issuer, { text, issuer: text }, settings), ...keys, audience: clients };
}

export function unknownIn(text: string, { values }: Pick<IssuerSettings, 'values'>): readonly string[] {
  return tokensIn(text).filter((token) => !Object.hasOwn(values, token));
}

function named(
  written: string, { text, issuer }: { readonly text: string; readonly issuer: string | undefined }, settings: IssuerSettings,
): Pick<TokenIssuer, 'issuer' | 'isLocal' | 'names'> {
  const id = issuer?.split('/').at(-1) ?? '';
  const [, imported] = /^[a-z]{2}[a-z0-9-]*-\d+_(\w+)-local$/.exec(id) ?? [];
  const tokens = tokensIn(written).filter((token) => !token.startsWith('AWS::'));
  const constructs = tokens.flatMap((token) => [constructOf(token).split('/').at(-1) ?? '', constructOf(token), token]);
  const names = [...constructs, ...(imported === undefined ? [] : [imported]), id, text, issuer ?? '', settings.name];
  const isLocal = unknownIn(written, settings).length > 0 || imported !== undefined;
  return { issuer, isLocal, names: [...new Set(names.filter((one) => one !== ''))] };
}

/** The text with a local value for each token that has none. */
function filled(text: string, settings: IssuerSettings, localValue = poolValue): string {
  return replaceTokens(text, (token) => (Object.hasOwn(settings.values, token) ? settings.values[token] ?? '' : localValue(token, settings)));
}

function clientName(token: string): string {
  return constructOf(token).replace(/[^A-Za-z0-9]/g, '');
}

/** Returns the local value for an attribute of a user pool. No pool of AWS has such an id: it has a hyphen. */
function poolValue(token: string, { region, accountId }: IssuerSettings): string {
  const id = `${region}_${clientName(token)}-local`;
  const provider = `cognito-idp.${region}.amazonaws.com/${id}`;
  if (token.endsWith('.Arn')) return `arn:aws:cognito-idp:${region}:${accountId}:userpool/${id}`;
  if (/\.ProviderURL$/i.test(token)) return `https://${provider}`;
  if (/\.ProviderName$/i.test(token)) return provider;
  return id;
}

/** The construct of `<construct path>.<attribute>`. */
function constructOf(token: string): string {
  return token.replace(/\.[^./]*$/, '');
}
