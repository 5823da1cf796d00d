import { issuerOfUserPool, LIMITS, type AuthorizedKind } from '../../spec';
import type { AuthorizerInput } from './context';
import { hasMember, type DocumentNode, type DocumentReader } from './document-reader';
import type { FunctionResolver } from './functions';

/** The requirement that a security scheme makes of requests. */
export type SchemeReading =
  | { readonly type: 'authorizer'; readonly authorizer: string; readonly authorization: AuthorizedKind }
  | { readonly type: 'signature' }
  | { readonly type: 'key' }
  | { readonly type: 'unknown'; readonly reason: string };

/** The schemes of a document by name, and the authorizers among them. */
export interface SecuritySchemes {
  readonly schemes: ReadonlyMap<string, SchemeReading>;
  readonly authorizers: Readonly<Record<string, AuthorizerInput>>;
}

const AUTHORIZER = 'x-amazon-apigateway-authorizer';

/**
 * Reads `securityDefinitions` or `components.securitySchemes`.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-authorizer.html
 */
export function readSecuritySchemes(reader: DocumentReader, functions: FunctionResolver): SecuritySchemes {
  const schemes = new Map<string, SchemeReading>();
  const authorizers: Record<string, AuthorizerInput> = {};
  const declared = [reader.member(reader.root, 'securityDefinitions'), reader.member(reader.member(reader.root, 'components'), 'securitySchemes')];
  for (const [name, node] of declared.flatMap((section) => reader.entries(section))) {
    const read = readScheme({ reader, functions, name, node });
    if (!('spec' in read)) {
      schemes.set(name, read);
      continue;
    }
    const authorizer = authorizerName(name, authorizers);
    authorizers[authorizer] = read.spec;
    schemes.set(name, { type: 'authorizer', authorizer, authorization: read.authorization });
  }
  return { schemes, authorizers };
}

type Authorizer = { readonly spec: AuthorizerInput; readonly authorization: AuthorizedKind };
type Unknown = Extract<SchemeReading, { readonly type: 'unknown' }>;

function readScheme(scheme: Omit<AuthorizerNode, 'authorizer'>): SchemeReading | Authorizer {
  const { reader, name, node } = scheme;
  const authType = reader.text(node, 'x-amazon-apigateway-authtype')?.toLowerCase();
  if (authType === 'awssigv4') return { type: 'signature' };
  if (hasMember(node, AUTHORIZER)) return readAuthorizer({ ...scheme, authorizer: reader.member(node, AUTHORIZER) });
  const isKey = reader.text(node, 'type') === 'apiKey' && reader.text(node, 'in') === 'header' && reader.text(node, 'name')?.toLowerCase() === 'x-api-key';
  if (isKey && authType === undefined) return { type: 'key' };
  return unknown(`the security scheme "${name}" (${reader.text(node, 'type') ?? 'no type'}) has no authorizer of API Gateway`);
}

interface AuthorizerNode {
  readonly reader: DocumentReader;
  readonly functions: FunctionResolver;
  readonly name: string;
  readonly node: DocumentNode;
  readonly authorizer: DocumentNode;
}

const READERS: Readonly<Record<string, (scheme: AuthorizerNode) => Authorizer | Unknown>> = {
  token: readToken,
  request: readRequest,
  cognito_user_pools: readUserPools,
};

function readAuthorizer(scheme: AuthorizerNode): Authorizer | Unknown {
  const { reader, name, authorizer } = scheme;
  const type = reader.text(authorizer, 'type')?.toLowerCase() ?? 'without a type';
  const read = READERS[type];
  if (read === undefined) return unknown(`REST APIs have no authorizer "${type}", which "${name}" is`);
  const isSimple = reader.text(authorizer, 'enableSimpleResponses') === 'true' || reader.text(authorizer, 'authorizerPayloadFormatVersion')?.startsWith('2') === true;
  return isSimple ? unknown(`the authorizer "${name}" answers in the format of HTTP APIs`) : read(scheme);
}

function readToken(scheme: AuthorizerNode): Authorizer | Unknown {
  const { reader, functions, name, node, authorizer } = scheme;
  const header = headerOf(scheme);
  if (header === undefined) return unknown(`the authorizer "${name}" takes its token from ${reader.text(node, 'in') ?? 'nowhere'}, not from a header`);
  const identityValidationExpression = reader.text(authorizer, 'identityValidationExpression');
  return {
    authorization: 'CUSTOM',
    spec: {
      type: 'token',
      function: functions.ofAuthorizer(reader.text(authorizer, 'authorizerUri'), name),
      identitySource: `method.request.header.${header}`,
      ...(identityValidationExpression === undefined || identityValidationExpression === '' ? {} : { identityValidationExpression }),
      ...cacheOf(scheme),
    },
  };
}

/** Without identity sources it takes the header of its scheme, unless no result is remembered: then it needs none. */
function readRequest(scheme: AuthorizerNode): Authorizer {
  const { reader, functions, name, authorizer } = scheme;
  const listed = (reader.text(authorizer, 'identitySource') ?? '').split(',').map((source) => source.trim()).filter((source) => source !== '');
  const cache = cacheOf(scheme);
  const header = cache.resultsCacheTtlSeconds === 0 ? undefined : headerOf(scheme);
  const identitySources = listed.length > 0 || header === undefined ? listed : [`method.request.header.${header}`];
  return {
    authorization: 'CUSTOM',
    spec: { type: 'request', function: functions.ofAuthorizer(reader.text(authorizer, 'authorizerUri'), name), identitySources, ...cache },
  };
}

/** Tokens of a pool that is not known locally are refused: nobody issues them in this name. */
const UNKNOWN_POOL = 'https://user-pool.invalid';

function readUserPools(scheme: AuthorizerNode): Authorizer {
  const { reader, authorizer } = scheme;
  const arns = reader.items(reader.member(authorizer, 'providerARNs')).map((_, index) => reader.text(reader.member(authorizer, 'providerARNs'), String(index)));
  const known = arns.flatMap((arn) => (arn !== undefined && (arn.includes('${token:') || issuerOfUserPool(arn) !== undefined) ? [{ arn }] : []));
  if (known.length < arns.length || arns.length === 0) reader.lose('OPENAPI_USER_POOL_UNKNOWN', authorizer, { pools: arns.map((arn) => arn ?? '?').join(', ') || 'none' });
  return {
    authorization: 'COGNITO_USER_POOLS',
    spec: {
      type: 'cognito-user-pools',
      userPools: known.length > 0 ? known : [{ issuer: UNKNOWN_POOL }],
      identitySource: `method.request.header.${headerOf(scheme) ?? 'Authorization'}`,
      ...cacheOf(scheme),
    },
  };
}

/** The header of the scheme, or the one that the authorizer names itself. */
function headerOf({ reader, node, authorizer }: AuthorizerNode): string | undefined {
  const named = reader.text(node, 'name');
  if (reader.text(node, 'in')?.toLowerCase() === 'header' && named !== undefined && named !== '') return named;
  return /^method\.request\.header\.([^\s,]+)$/.exec(reader.text(authorizer, 'identitySource')?.trim() ?? '')?.[1];
}

function cacheOf({ reader, authorizer }: AuthorizerNode): { readonly resultsCacheTtlSeconds?: number } {
  const text = reader.text(authorizer, 'authorizerResultTtlInSeconds');
  if (text === undefined) return {};
  const seconds = Number(text);
  const { min, max } = LIMITS.authorizerCacheSeconds;
  if (text.trim() !== '' && Number.isInteger(seconds) && seconds >= min && seconds <= max) return { resultsCacheTtlSeconds: seconds };
  reader.lose('OPENAPI_MEMBER_LEFT_OUT', authorizer, { member: 'authorizerResultTtlInSeconds', reason: `${text} is not a number of seconds from ${min} to ${max}; no result is cached` });
  return { resultsCacheTtlSeconds: 0 };
}

/** Names of authorizers are letters, digits, `_` and `-`. */
function authorizerName(name: string, taken: Readonly<Record<string, unknown>>): string {
  const written = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 120);
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? written : `${written}_${count}`;
    if (!Object.hasOwn(taken, free)) return free;
  }
}

function unknown(reason: string): Unknown {
  return { type: 'unknown', reason };
}
