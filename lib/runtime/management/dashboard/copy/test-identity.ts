import { isSecretHeader } from '../../../execution-log/secrets';
import { decodedText, queryPairs } from '../../../execution-log/secret-query';
import type { CallerRecord, HeaderLine, RequestRecord } from '../../../inspection/protocol';
import { copiedHeaders, type CopiedRequest } from './copied-request';

/** How a test identifies the caller of a recorded request. It needs none of the caller's secrets. */
export interface TestIdentity {
  readonly options: readonly string[];
  readonly statements: readonly string[];
  readonly call: 'fetch' | 'signedFetch';
  /** Headers of the request, with values as expressions of JavaScript. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly url: string;
}

/** A caller that was accepted is accepted again: by a token or a signature of the test, by a key of the definition, or by a stub. */
export function testIdentity(record: RequestRecord, copied: CopiedRequest): TestIdentity {
  const sent = asSent(record, copied);
  const credential = credentialOf(record, copied);
  if (credential !== undefined) return signed(sent, credential);
  const { tokenAuthorizer } = copied;
  const token = tokenAuthorizer && tokenOf(record, tokenAuthorizer.name);
  if (tokenAuthorizer === undefined || token === undefined) return sent;
  return {
    ...sent,
    statements: [`const token = await gateway.token(${JSON.stringify(token)});`],
    headers: sent.headers.map(([name, value]) => [name, isNamed(name, tokenAuthorizer.header) ? 'token' : value]),
  };
}

/** Hidden values are replaced by others of the same form, as stubs take any; the value of a key is looked up. */
function asSent({ apiKey }: RequestRecord, { original, hidesSecrets, openKeys }: CopiedRequest): TestIdentity {
  const valueOf = (header: HeaderLine): string => {
    if (apiKey !== undefined && isNamed(header.name, 'x-api-key')) return `gateway.apiKey(${JSON.stringify(apiKey)})`;
    return JSON.stringify(hidesSecrets && isSecretHeader(header) ? ofSameForm(header.value) : header.value);
  };
  const isOpen = apiKey !== undefined && openKeys.includes(apiKey);
  const { url } = original.request;
  return {
    options: isOpen ? [`apiKeys: { ${JSON.stringify(apiKey)}: "a-key-of-this-test-only" },`] : [],
    statements: [], call: 'fetch',
    headers: copiedHeaders(original).map((header) => [header.name, valueOf(header)]),
    url: hidesSecrets ? withSecrets(url, ofSameForm) : url,
  };
}

interface TestCredential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly accountId?: string;
  readonly userId?: string;
  readonly userArn?: string;
  readonly expiration?: string;
  readonly policy?: object;
  /** Whether the request is sent with the signature that it had. */
  readonly isSignedAlready?: boolean;
}

/** The credential whose signature has the effect of the request's; undefined if the request was unsigned or its key is unknown. */
function credentialOf({ caller, why }: RequestRecord, { isSigned, original: { request } }: CopiedRequest): TestCredential | undefined {
  const accessKeyId = isSigned ? accessKeyOf(request) : undefined;
  if (accessKeyId === undefined) return undefined;
  const secret = { accessKeyId, secretAccessKey: 'a-secret-of-this-test' };
  const { user, denier, policy, expiredAt } = why?.details ?? {};
  switch (why?.code) {
    case 'CREDENTIAL_UNKNOWN': case 'SIGNATURE_MISSING': case 'SIGNATURE_INCOMPLETE': return undefined;
    case 'SIGNATURE_INVALID': return { ...secret, isSignedAlready: true };
    case 'CREDENTIAL_EXPIRED': return { ...secret, expiration: String(expiredAt) };
    case 'POLICY_DENIED': return { ...secret, userArn: String(user), ...(/identity/.test(String(denier)) ? { policy: policyOf('Deny', '*') } : {}) };
    case 'POLICY_NOT_ALLOWED': return { ...secret, userArn: String(user), ...(policy === 'identity-based' ? { policy: policyOf('Allow', 'arn:aws:execute-api:*:*:none/*') } : {}) };
    default: return { ...secret, ...(caller?.type === 'iam' ? ofCaller(caller) : {}) };
  }
}

function ofCaller({ accountId, userId, userArn }: Extract<CallerRecord, { readonly type: 'iam' }>): Partial<TestCredential> {
  return { accountId, userId, userArn };
}

function signed(sent: TestIdentity, { isSignedAlready = false, ...credential }: TestCredential): TestIdentity {
  const options = [...sent.options, `credentials: [${JSON.stringify(credential)}],`];
  if (isSignedAlready) return { ...sent, options };
  return {
    ...sent, options, call: 'signedFetch', url: withoutSignature(sent.url),
    headers: sent.headers.filter(([name]) => !isNamed(name, 'authorization') && !/^x-amz-(?:date|security-token|content-sha256)$/i.test(name)),
  };
}

/** From the header, or from the query of a presigned URL. */
function accessKeyOf({ headers, url }: RequestRecord['request']): string | undefined {
  const header = headers.find(({ name }) => isNamed(name, 'authorization'))?.value;
  const [, query = ''] = url.split(/\?(.*)/s);
  const parameter = queryPairs(query).find(({ name }) => isNamed(name, 'x-amz-credential'))?.value;
  const scope = /Credential=([^,\s]+)/.exec(header ?? '')?.[1] ?? (parameter === undefined ? undefined : decodedText(parameter));
  return scope?.split('/')[0];
}

function withoutSignature(url: string): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const kept = queryPairs(query).filter(({ name }) => !/^x-amz-(?:algorithm|credential|date|expires|signedheaders|signature|security-token)$/i.test(name));
  return kept.length === 0 ? path : `${path}?${kept.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join('&')}`;
}

/** Claims that a token makes about itself; the test's own token makes them, too. */
const OF_TOKENS = new Set(['iss', 'aud', 'client_id', 'exp', 'iat', 'nbf', 'auth_time', 'jti', 'event_id', 'origin_jti', 'token_use', 'scope', 'cognito:groups']);

/** The options of a token that is accepted, or refused for the same reason; undefined if that depends on the token that was sent. */
function tokenOf({ caller, why, at }: RequestRecord, pool: string): object | undefined {
  if (why?.code === 'TOKEN_EXPIRED') return { pool, claims: { exp: Math.floor(at / 1000) - 60 } };
  if (why?.code === 'TOKEN_SCOPE_MISSING') return { pool, scopes: ['another-scope'] };
  if (caller?.type !== 'claims') return undefined;
  const { claims: { scope, token_use: use, aud, client_id: client, 'cognito:groups': groups, ...others } } = caller;
  const clientId = (aud ?? client)?.split(',')[0];
  return {
    pool, claims: Object.fromEntries(Object.entries(others).filter(([name]) => !OF_TOKENS.has(name))),
    ...(groups === undefined ? {} : { groups: groups.split(',') }), ...(scope === undefined ? {} : { scopes: scope.split(' ') }),
    ...(use === 'id' || use === 'access' ? { use } : {}), ...(clientId === undefined ? {} : { clientId }),
  };
}

function policyOf(Effect: 'Allow' | 'Deny', Resource: string): object {
  return { Version: '2012-10-17', Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }] };
}

/** `Bearer aaaa` for `Bearer anna`: what an expression checks is the form. Of a signature header, the signature alone is secret. */
function ofSameForm(value: string): string {
  if (/^AWS4-HMAC-SHA256 /.test(value)) return value.replace(/Signature=[^,\s]+/, (signature) => `Signature=${'0'.repeat(signature.length - 10)}`);
  const [, scheme = '', rest = ''] = /^([A-Za-z-]+ )?(.*)$/s.exec(value) ?? [];
  return scheme + rest.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '0');
}

function withSecrets(url: string, changed: (value: string) => string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  if (query === undefined) return path;
  const pairs = queryPairs(query).map(({ name, value, isSecret }) => {
    if (value === undefined) return name;
    return `${name}=${isSecret ? encodeURIComponent(changed(decodedText(value))) : value}`;
  });
  return `${path}?${pairs.join('&')}`;
}

function isNamed(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}
