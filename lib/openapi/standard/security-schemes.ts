import { loss, type Issue } from '../../errors';
import {
  describeAuthorization, issuerOfUserPool, methodsOf, readIdentitySource, tokensIn, type AuthorizerKind, type AuthorizerOf,
  type GatewaySpec, type MethodSpec,
} from '../../spec';
import { freeName } from '../free-name';
import { ofKind } from '../of-kind';

type Requirement = Readonly<Record<string, readonly string[]>>;
type Schemes = Readonly<Record<string, unknown>>;

/** Credentials that clients must send: the schemes, and for each method the ways to satisfy it. */
export interface StandardSecurity {
  readonly schemes: Schemes;
  /** One of these, and all of its members; `undefined` where nothing is asked. */
  readonly requirementsOf: (method: MethodSpec) => readonly Requirement[] | undefined;
  readonly losses: readonly Issue[];
}

/** An authorizer as clients see it. */
interface Described {
  readonly schemes: Schemes;
  /** Ways to satisfy it; none where clients send nothing by name. */
  readonly alternatives: readonly (readonly string[])[];
  /** Whether the names may have scopes. */
  readonly hasScopes: boolean;
}

type Describer<Kind extends AuthorizerKind> = (authorizer: AuthorizerOf<Kind>, name: string) => Described;

/** The list of authorizer kinds as clients see them. */
const DESCRIBERS: { readonly [Kind in AuthorizerKind]: Describer<Kind> } = {
  'token': ({ identitySource }, name) => sent(name, [identitySource]),
  'request': ({ identitySources }, name) => sent(name, identitySources),
  'cognito-user-pools': ({ userPools, identitySource }, name) =>
    tokens(name, userPools.map(({ arn, issuer }) => issuer ?? issuerOfUserPool(arn ?? '')), identitySource),
  'jwt': ({ issuer, identitySource }, name) => tokens(name, [issuer], identitySource),
};

/** Authorizers, signed requests and API keys as security schemes of standard OpenAPI. */
export function standardSecurity(spec: GatewaySpec): StandardSecurity {
  const described = new Map(Object.entries(spec.authorizers).map(([name, authorizer]) => [name, ofKind(DESCRIBERS, authorizer, name)]));
  const taken = [...described.values()].flatMap(({ schemes }) => Object.keys(schemes));
  const signature = freeName('sigv4', taken);
  const key = freeName('api_key', taken);
  const asksKey = (method: MethodSpec): boolean => method.apiKeyRequired && spec.api.apiKeySource === 'HEADER';
  const requirementsOf = (method: MethodSpec): readonly Requirement[] | undefined => {
    const keyPart = asksKey(method) ? { [key]: [] } : {};
    const ways = waysOf(method, described, signature).map((way) => ({ ...way, ...keyPart }));
    return ways.every((way) => Object.keys(way).length === 0) ? undefined : ways;
  };
  const methods = methodsOf(spec).map(({ method }) => method);
  const unsaid = [...described].filter(([, { alternatives }]) => alternatives.length === 0);
  return {
    schemes: {
      ...Object.fromEntries([...described.values()].flatMap(({ schemes }) => Object.entries(schemes))),
      ...(methods.some(({ authorization }) => describeAuthorization(authorization).isSigned) ? { [signature]: SIGNATURE } : {}),
      ...(methods.some(asksKey) ? { [key]: { type: 'apiKey', name: 'X-Api-Key', in: 'header' } } : {}),
    },
    requirementsOf,
    losses: unsaid.map(([name]) => loss('OPENAPI_SECURITY_NOT_EXPRESSIBLE', `${spec.api.name}/authorizer ${name}`, { name })),
  };
}

const SIGNATURE = { type: 'apiKey', name: 'Authorization', in: 'header', description: 'AWS Signature Version 4 for the service execute-api' };

/** The ways to satisfy the authorization of a method, without its API key. */
function waysOf({ authorization }: MethodSpec, described: ReadonlyMap<string, Described>, signature: string): Requirement[] {
  const { isSigned, authorizer: name = '', scopes: asked } = describeAuthorization(authorization);
  if (isSigned) return [{ [signature]: [] }];
  const authorizer = described.get(name);
  if (authorizer === undefined || authorizer.alternatives.length === 0) return [{}];
  const scopes = authorizer.hasScopes ? asked : [];
  return authorizer.alternatives.map((names) => Object.fromEntries(names.map((name) => [name, scopes])));
}

/** Headers and query parameters that are sent together; what clients do not send by name is left out. */
function sent(name: string, sources: readonly string[]): Described {
  const named = sources.map(readIdentitySource).filter(({ family }) => family === 'header' || family === 'querystring');
  const schemes = named.map((source) => [
    named.length === 1 ? name : `${name}-${source.name.replace(/[^A-Za-z0-9._-]/g, '_')}`,
    { type: 'apiKey', name: source.name, in: source.family === 'header' ? 'header' : 'query' },
  ] as const);
  const together = schemes.map(([key]) => key);
  return { schemes: Object.fromEntries(schemes), alternatives: together.length === 0 ? [] : [together], hasScopes: false };
}

/** Tokens of any of the issuers. In another header than Authorization they are what OpenAPI calls an API key. */
function tokens(name: string, issuers: readonly (string | undefined)[], identitySource: string): Described {
  if (readIdentitySource(identitySource).name.toLowerCase() !== 'authorization') return sent(name, [identitySource]);
  const schemes = issuers.map((issuer, index) => [issuers.length === 1 ? name : `${name}-${index + 1}`, issuerScheme(issuer)] as const);
  return { schemes: Object.fromEntries(schemes), alternatives: schemes.map(([key]) => [key]), hasScopes: true };
}

/** An issuer is found by its discovery document; one whose address is not known yet is a bearer token. */
function issuerScheme(issuer: string | undefined): unknown {
  if (issuer === undefined || tokensIn(issuer).length > 0) return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
  return { type: 'openIdConnect', openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration` };
}
