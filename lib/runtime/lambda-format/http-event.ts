import type { Protocol } from '../../spec';
import { lowerName, mediaType, headerValue, type HeaderList } from '../http/headers';
import { decodePath } from '../http/decode-path';
import type { Principal } from '../plan/principal';
import { headerRecords, type EventSource } from './event';
import { putMember, queryRecords, valuesRecord } from './records';
import { commonLogTime, hostOf } from './request-context';

/*
 * The events of HTTP APIs. The AWS documentation shows their form; where it is silent, the form is that of public captures.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */

type Members = Record<string, unknown>;

/** Media types, besides `text/*`, whose bodies functions get as text; all others are base64, also a missing one. */
const TEXT_TYPES: ReadonlySet<string | undefined> = new Set(['application/json', 'application/xml', 'application/javascript']);

/** An event in format 2.0: members without a value are left out. */
export function httpEvent2(request: EventSource): Members {
  const event = httpRequest2(request);
  const { text, isBase64Encoded } = bodyOf(request);
  if (text !== null) event.body = text;
  event.isBase64Encoded = isBase64Encoded;
  return event;
}

/** The same without its body, for authorizer functions. */
export function httpRequest2(request: EventSource): Members {
  const { plan: { routeKey }, fullPath, rawPath = decodePath(fullPath), query, headers, queryParameters } = request;
  const { pathParameters, stage: { variables } } = request;
  const event: Members = { version: '2.0', routeKey, rawPath, rawQueryString: query };
  const cookies = cookiesOf(headers);
  if (cookies.length > 0) event.cookies = cookies;
  event.headers = joinedHeaders(headers);
  const parameters = joinedQuery(queryParameters);
  if (parameters !== undefined) event.queryStringParameters = parameters;
  event.requestContext = requestContext2(request, rawPath);
  const inPath = valuesRecord(pathParameters);
  if (inPath !== null) event.pathParameters = inPath;
  const stageVariables = valuesRecord(variables);
  if (stageVariables !== null) event.stageVariables = stageVariables;
  return event;
}

/** An event in format 1.0: members without a value are null. */
export function httpEvent1(request: EventSource): Members {
  const { text, isBase64Encoded } = bodyOf(request);
  return { ...httpRequest1(request), body: text, isBase64Encoded };
}

/** The same without its body, for authorizer functions. */
export function httpRequest1(request: EventSource): Members {
  const { headers, queryParameters, pathParameters, stage, plan, received } = request;
  const { single, multi } = headerRecords(headers);
  const { queryStringParameters, multiValueQueryStringParameters } = queryRecords(queryParameters);
  return {
    version: '1.0',
    resource: routePath(plan),
    path: request.path,
    httpMethod: received.method,
    headers: single,
    multiValueHeaders: multi,
    queryStringParameters,
    multiValueQueryStringParameters,
    requestContext: requestContext1(request),
    pathParameters: valuesRecord(pathParameters),
    stageVariables: valuesRecord(stage.variables),
  };
}

export function requestContext2(request: EventSource, path = request.rawPath ?? decodePath(request.fullPath)): Members {
  const { received: { method, protocol, sourceIp, receivedAt }, ids, headers, stage, plan } = request;
  const caller = authorizerOf(request.principal);
  return {
    accountId: ACCOUNTS[stage.protocol](request),
    apiId: stage.apiId,
    ...(caller === undefined ? {} : { authorizer: caller }),
    ...hostOf(headers, stage),
    http: { method, path, protocol, sourceIp, userAgent: headerValue(headers, 'user-agent') ?? '' },
    requestId: ids.requestId,
    routeKey: plan.routeKey,
    stage: stage.name,
    time: commonLogTime(receivedAt),
    timeEpoch: receivedAt,
  };
}

/** The account in events: that of the API, or the caller's, who may be nobody. */
const ACCOUNTS: Readonly<Record<Protocol, (request: EventSource) => string>> = {
  'rest': ({ stage }) => stage.accountId,
  'http': ({ stage }) => stage.accountId,
  'websocket': ({ stage }) => stage.accountId,
  'function-url': ({ principal }) => (principal?.type === 'iam' ? principal.accountId : 'anonymous'),
};

function authorizerOf(principal: Principal | undefined): Members | undefined {
  switch (principal?.type) {
    case 'jwt': return { jwt: { claims: principal.claims, scopes: principal.scopes } };
    case 'lambda': return { lambda: principal.context };
    case 'iam': {
      const { accessKey, accountId, caller, user, userArn } = principal;
      return { iam: { accessKey, accountId, callerId: caller, cognitoIdentity: null, principalOrgId: null, userArn, userId: user } };
    }
    default: return undefined;
  }
}

export function requestContext1(request: EventSource): Members {
  const { received: { method, protocol, sourceIp, receivedAt }, ids, headers, stage, plan, principal } = request;
  const caller = flatAuthorizer(principal);
  const signer = principal?.type === 'iam' ? principal : undefined;
  return {
    accountId: stage.accountId,
    apiId: stage.apiId,
    ...(caller === undefined ? {} : { authorizer: caller }),
    ...hostOf(headers, stage),
    extendedRequestId: ids.extendedRequestId,
    httpMethod: method,
    identity: {
      accessKey: signer?.accessKey ?? null,
      accountId: signer?.accountId ?? null,
      caller: signer?.caller ?? null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp,
      user: signer?.user ?? null,
      userAgent: headerValue(headers, 'user-agent') ?? '',
      userArn: signer?.userArn ?? null,
    },
    path: decodePath(request.path),
    protocol,
    requestId: ids.requestId,
    requestTime: commonLogTime(receivedAt),
    requestTimeEpoch: receivedAt,
    resourceId: plan.routeKey,
    resourcePath: routePath(plan),
    stage: stage.name,
  };
}

/** The path of a route; `$default` has none, and is a key without a method. */
function routePath({ resourcePath, routeKey }: EventSource['plan']): string {
  return routeKey.includes(' ') ? resourcePath : routeKey;
}

function flatAuthorizer(principal: Principal | undefined): Members | undefined {
  switch (principal?.type) {
    case 'jwt': return { claims: principal.claims, scopes: principal.scopes };
    case 'lambda': {
      const { context, principalId, integrationLatency } = principal;
      return { ...context, ...(principalId === '' ? {} : { principalId }), integrationLatency };
    }
    default: return undefined;
  }
}

function bodyOf({ received: { body }, headers }: EventSource): { readonly text: string | null; readonly isBase64Encoded: boolean } {
  if (body.length === 0) return { text: null, isBase64Encoded: false };
  const type = mediaType(headerValue(headers, 'content-type'));
  const isText = TEXT_TYPES.has(type) || type?.startsWith('text/') === true;
  return { text: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}

/** The cookies of all Cookie headers, one each: format 2.0 has them in place of the header. */
function cookiesOf(headers: HeaderList): string[] {
  return headers.filter(({ name }) => lowerName(name) === 'cookie')
    .flatMap(({ value }) => value.split(';').map((cookie) => cookie.trim()).filter((cookie) => cookie !== ''));
}

/** Names in lower case; the values of one name joined by commas. */
function joinedHeaders(headers: HeaderList): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const { name, value } of headers) {
    const lower = lowerName(name);
    if (lower === 'cookie') continue;
    putMember(joined, lower, Object.hasOwn(joined, lower) ? `${joined[lower] ?? ''},${value}` : value);
  }
  return joined;
}

function joinedQuery(parameters: Readonly<Record<string, readonly string[]>>): Record<string, string> | undefined {
  let joined: Record<string, string> | undefined;
  for (const name of Object.keys(parameters)) putMember(joined ??= {}, name, (parameters[name] ?? []).join(','));
  return joined;
}
