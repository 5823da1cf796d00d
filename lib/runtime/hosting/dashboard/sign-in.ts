import { GatewayError } from '../../../errors';
import { describeAuthorizer, describeProtocol, readIdentitySource } from '../../../spec';
import type { CallerCredential, LocalTokenRequest } from '../../authorizers';
import { signRequest } from '../../integrations/sign-request';
import type { PlayedIdentity } from '../../inspection/protocol';
import type { LoadedApi } from '../../plan/loaded';
import type { BackendRequest } from '../../ports';

export interface SignInParts {
  readonly credentials: readonly CallerCredential[];
  readonly region: string;
  /** A token of the local issuer; undefined if the gateway does not accept them. */
  readonly issueToken: ((request: LocalTokenRequest) => Promise<string>) | undefined;
  readonly now: () => number;
}

/** The API that is called; undefined if it is gone since. */
interface CalledApi {
  readonly api: LoadedApi | undefined;
}

/** The request as the caller sends it: with a token of the local issuer, or signed. @throws OPTION_INVALID, USER_POOL_UNKNOWN */
export async function signIn(request: BackendRequest, identity: PlayedIdentity, parts: SignInParts & CalledApi): Promise<BackendRequest> {
  return 'credential' in identity ? signedBy(request, identity.credential, parts) : withToken(request, identity, parts);
}

const NO_ISSUER = 'nothing: this gateway accepts no tokens of the local issuer; synthgate dev does, and synthgate serve with --local-issuer';
const NO_CREDENTIALS = 'nothing: the gateway accepts no credentials; give it some with --credentials';

function signedBy(request: BackendRequest, accessKeyId: string, parts: SignInParts & CalledApi): BackendRequest {
  const { api, credentials, region, now } = parts;
  const credential = credentials.find((one) => one.accessKeyId === accessKeyId);
  const known = credentials.map((one) => one.accessKeyId).join(', ');
  if (credential === undefined) throw invalid('identity.credential', accessKeyId, known === '' ? NO_CREDENTIALS : `one of ${known}`);
  const { secretAccessKey, sessionToken } = credential;
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const { signedService: service } = describeProtocol(api?.definition ?? {});
  return signRequest(request, { credentials: keys, service, region, now: now() });
}

type TokenIdentity = Exclude<PlayedIdentity, { readonly credential: string }>;

async function withToken(request: BackendRequest, identity: TokenIdentity, parts: SignInParts & CalledApi): Promise<BackendRequest> {
  const { api, issueToken } = parts;
  const { authorizer, claims, groups, scopes } = identity;
  const declared = tokenAuthorizers(api);
  const header = declared.get(authorizer);
  const names = [...declared.keys()].join(', ');
  if (header === undefined) {
    throw invalid('identity.authorizer', authorizer, names === '' ? 'nothing: no authorizer of the API takes tokens of an issuer' : `one of ${names}`);
  }
  if (issueToken === undefined) throw noIssuer('identity.authorizer', authorizer);
  const token = await issueToken({
    pool: authorizer, ...(claims === undefined ? {} : { claims }),
    ...(groups === undefined || groups.length === 0 ? {} : { groups }), ...(scopes === undefined || scopes.length === 0 ? {} : { scopes }),
  });
  const kept = request.headers.filter(({ name }) => name.toLowerCase() !== header.toLowerCase());
  return { ...request, headers: [...kept, { name: header, value: token }] };
}

/** The headers of authorizers that read tokens without calling a function, by the authorizers' names. */
function tokenAuthorizers(api: LoadedApi | undefined): ReadonlyMap<string, string> {
  const all = [api?.definition.authorizers ?? {}, ...(api?.stages ?? []).map(({ deployed }) => deployed.authorizers)];
  return new Map(all.flatMap((authorizers) => Object.entries(authorizers)).flatMap(([name, spec]) => {
    const { functions, identitySources: [source] } = describeAuthorizer(spec);
    return functions.length > 0 || source === undefined ? [] : [[name, readIdentitySource(source).name] as const];
  }));
}

/** The gateway does not accept tokens of the local issuer. */
export function noIssuer(option: string, given: string): GatewayError {
  return invalid(option, given, NO_ISSUER);
}

function invalid(option: string, given: string, allowed: string): GatewayError {
  return new GatewayError('OPTION_INVALID', { option, given, allowed });
}
