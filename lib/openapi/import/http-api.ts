import { isObject, type Issue } from '../../errors';
import { describeAuthorization } from '../../spec';
import type { PartOwner, RoutePart } from '../http-api-resources';
import type { OpenApiImportContext } from './context';
import { ENDPOINT, endpointConfiguration } from './api-settings';
import { DocumentReader, hasMember, isDeclared, keysOf, own, type DocumentNode, type JsonObject } from './document-reader';
import { checkDocument } from './import-document';
import { operationsOf, type Operation } from './operations';
import { basePathOf, resourcePath } from './paths';
import { securityOf } from './security';
import type { SchemeReading } from './security-schemes';

/**
 * A document of an HTTP API, as the resources that it stands for: properties have the names that CloudFormation has for them.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-open-api.html
 */
export interface HttpApiDocument {
  readonly routes: readonly DocumentRoute[];
  /** By the names of their security schemes. */
  readonly authorizers: ReadonlyMap<string, DocumentAuthorizer>;
  readonly cors: JsonObject | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Whether clients must use a custom domain on AWS. */
  readonly isEndpointDisabled: boolean;
  readonly issues: readonly Issue[];
  /** Why no route may be called. */
  readonly closed?: string | undefined;
}

/** A route of a document. */
export interface DocumentRoute {
  readonly routeKey: string;
  readonly properties: JsonObject;
  /** The properties of its integration, if it has one. */
  readonly integration: JsonObject | undefined;
  /** Why it must not be called. */
  readonly doubt: string | undefined;
  readonly node: DocumentNode;
}

/** An authorizer of a document. */
export interface DocumentAuthorizer {
  readonly properties: JsonObject;
  readonly node: DocumentNode;
}

type HttpApiContext = Pick<OpenApiImportContext, 'file' | 'resolveRef' | 'basePath'>;

/** The extension for the backend of an operation. */
export const INTEGRATION = 'x-amazon-apigateway-integration';
/** The path of the route that takes what no other route takes. */
export const DEFAULT_ROUTE = /^\/?\$default$/;

/** Reads the document of an HTTP API. @throws OPENAPI_NOT_READABLE */
export function readHttpApiDocument(document: unknown, context: HttpApiContext): HttpApiDocument {
  checkDocument(document, context.file ?? '');
  return httpApiDocumentIn(new DocumentReader(document, context), context);
}

/** Reads a document that was checked. */
export function httpApiDocumentIn(reader: DocumentReader, { basePath = 'ignore' }: HttpApiContext): HttpApiDocument {
  const base = basePathOf(reader, basePath);
  const { authorizers, schemes } = schemesOf(reader);
  const { operations, closed } = operationsOf(reader, '');
  const routes = operations.map((operation) => routeOf(reader, { operation, base, schemes }));
  const isOld = hasMember(reader.root, 'swagger') ? 'HTTP APIs take documents of OpenAPI 3.0 only' : undefined;
  const info = reader.member(reader.root, 'info');
  const endpoint = endpointConfiguration(reader);
  reportIgnored(reader, operations);
  return {
    routes, authorizers, cors: corsOf(reader), name: reader.text(info, 'title')?.trim() || undefined, description: reader.text(info, 'description'),
    isEndpointDisabled: reader.text(endpoint, 'disableExecuteApiEndpoint') === 'true',
    issues: reader.issues, closed: closed ?? isOld ?? policyReason(reader),
  };
}

/** The parts that a document stands for. @param ownerOf - the owner of a part in reports */
export function partsOfDocument<Owner extends PartOwner>(
  { routes, authorizers }: HttpApiDocument, ownerOf: (node: DocumentNode) => Owner,
): DocumentParts<Owner> {
  const part = (id: string, { properties, node }: DocumentAuthorizer, doubt?: string): RoutePart<Owner> => (
    { id, label: id, properties, resource: ownerOf(node), doubt }
  );
  return {
    routes: routes.map(({ routeKey, properties, integration, node, doubt }) => part(routeKey, {
      properties: { RouteKey: routeKey, ...properties, ...(integration === undefined ? {} : { Target: `integrations/${routeKey}` }) }, node,
    }, doubt)),
    integrations: routes.flatMap(({ routeKey, integration, node }) => (
      integration === undefined ? [] : [part(routeKey, { properties: integration, node })])),
    authorizers: [...authorizers].map(([name, authorizer]) => part(name, authorizer)),
  };
}

/** The parts of a document by their kinds. */
export interface DocumentParts<Owner extends PartOwner> {
  readonly routes: readonly RoutePart<Owner>[];
  readonly integrations: readonly RoutePart<Owner>[];
  readonly authorizers: readonly RoutePart<Owner>[];
}

interface RouteContext {
  readonly operation: Operation;
  readonly base: string;
  readonly schemes: ReadonlyMap<string, SchemeReading>;
}

function routeOf(reader: DocumentReader, { operation, base, schemes }: RouteContext): DocumentRoute {
  const { path, httpMethod, node, unreadable, isRepeated } = operation;
  const security = securityOf(reader, node, schemes);
  const isDefault = DEFAULT_ROUTE.test(path) && httpMethod === 'ANY';
  const { authorizer, scopes } = describeAuthorization(security.authorization);
  const integration = reader.member(node, INTEGRATION);
  const doubts = [unreadable, isRepeated ? 'the document declares this route twice' : undefined, security.problem];
  const keyProblem = security.apiKeyRequired ? 'HTTP APIs have no API keys' : undefined;
  return {
    routeKey: isDefault ? '$default' : `${httpMethod} ${resourcePath(path, base)}`,
    properties: {
      OperationName: reader.text(node, 'operationId'), AuthorizationType: security.authorization.type,
      ...(authorizer === undefined ? {} : { AuthorizerId: authorizer, AuthorizationScopes: scopes }),
    },
    integration: isObject(integration.value) ? integrationOf(reader, integration) : undefined,
    doubt: [...doubts, keyProblem].find((doubt) => doubt !== undefined),
    node,
  };
}

type Names = Readonly<Record<string, string>>;

/** Names of members in documents, and those of the same properties in CloudFormation. */
const TEXTS = {
  type: 'IntegrationType', httpMethod: 'IntegrationMethod', uri: 'IntegrationUri', payloadFormatVersion: 'PayloadFormatVersion', integrationSubtype: 'IntegrationSubtype',
  credentials: 'CredentialsArn', connectionType: 'ConnectionType', connectionId: 'ConnectionId', timeoutInMillis: 'TimeoutInMillis',
} as const;
const MAPS = { requestParameters: 'RequestParameters', responseParameters: 'ResponseParameters' } as const;
const TLS = { serverNameToVerify: 'ServerNameToVerify' } as const;

function integrationOf(reader: DocumentReader, node: DocumentNode): JsonObject {
  reportOthers(reader, node, { known: [...Object.keys(TEXTS), ...Object.keys(MAPS), 'tlsConfig'], holders: 'integrations' });
  return {
    ...properties(reader, node, TEXTS),
    ...(hasMember(node, 'tlsConfig') ? { TlsConfig: properties(reader, own(node, 'tlsConfig'), TLS) } : {}),
    ...Object.fromEntries(Object.entries(MAPS)
      .filter(([name]) => hasMember(node, name))
      .map(([name, property]) => [property, own(node, name).value])),
  };
}

/** The texts of members under other names; a value that is no text stays what it is, and is refused by whoever reads it. */
function properties(reader: DocumentReader, node: DocumentNode, names: Names): JsonObject {
  return Object.fromEntries(Object.entries(names).flatMap(([name, property]) =>
    (hasMember(node, name) ? [[property, reader.text(node, name) ?? reader.member(node, name).value]] : [])));
}

/** Names the members that only REST APIs have, or nobody: API Gateway ignores them. */
function reportOthers(
  reader: DocumentReader, node: DocumentNode, { known, holders }: { readonly known: readonly string[]; readonly holders: string },
): void {
  for (const member of keysOf(node).filter((key) => !known.includes(key))) {
    reader.lose('OPENAPI_MEMBER_LEFT_OUT', own(node, member), { member, reason: `${holders} of HTTP APIs do not have it` });
  }
}

const AUTH = 'x-amazon-apigateway-auth';
/** The extension for the authorizer of a security scheme. */
export const AUTHORIZER = 'x-amazon-apigateway-authorizer';
const AUTHORIZER_MEMBERS = {
  type: 'AuthorizerType', authorizerUri: 'AuthorizerUri', authorizerPayloadFormatVersion: 'AuthorizerPayloadFormatVersion', identitySource: 'IdentitySource',
  authorizerResultTtlInSeconds: 'AuthorizerResultTtlInSeconds', enableSimpleResponses: 'EnableSimpleResponses',
} as const;

/** The security schemes: an authorizer, signatures, or one that lets nobody in. */
function schemesOf(reader: DocumentReader) {
  const authorizers = new Map<string, DocumentAuthorizer>();
  const declared = reader.entries(reader.member(reader.member(reader.root, 'components'), 'securitySchemes'));
  const schemes = new Map(declared.map(([name, node]): [string, SchemeReading] => {
    if (reader.text(node, 'x-amazon-apigateway-authtype')?.toLowerCase() === 'awssigv4') return [name, { type: 'signature' }];
    const extension = reader.member(node, AUTHORIZER);
    if (!isObject(extension.value)) return [name, { type: 'unknown', reason: `the security scheme "${name}" has no authorizer of API Gateway` }];
    reportOthers(reader, extension, { known: [...Object.keys(AUTHORIZER_MEMBERS), 'jwtConfiguration'], holders: 'authorizers' });
    const authorizer = { Name: name, ...properties(reader, extension, AUTHORIZER_MEMBERS), ...jwtOf(reader, extension) };
    authorizers.set(name, { properties: authorizer, node });
    const isJwt = reader.text(extension, 'type')?.toLowerCase() === 'jwt';
    return [name, { type: 'authorizer', authorizer: name, authorization: isJwt ? 'JWT' : 'CUSTOM' }];
  }));
  return { authorizers, schemes };
}

function jwtOf(reader: DocumentReader, extension: DocumentNode): JsonObject {
  const configuration = reader.member(extension, 'jwtConfiguration');
  if (!isObject(configuration.value)) return {};
  return { JwtConfiguration: { Issuer: reader.text(configuration, 'issuer'), Audience: reader.member(configuration, 'audience').value } };
}

/** The extension for cross-origin resource sharing. */
export const CORS = 'x-amazon-apigateway-cors';
const CORS_MEMBERS = {
  allowOrigins: 'AllowOrigins', allowMethods: 'AllowMethods', allowHeaders: 'AllowHeaders', exposeHeaders: 'ExposeHeaders', maxAge: 'MaxAge', allowCredentials: 'AllowCredentials',
} as const;

function corsOf(reader: DocumentReader): JsonObject | undefined {
  const node = reader.member(reader.root, CORS);
  return isObject(node.value) ? properties(reader, node, CORS_MEMBERS) : undefined;
}

/** The extension for the resource policy of a REST API. */
export const POLICY = 'x-amazon-apigateway-policy';

/** Callers whom a policy refuses would be let in; an empty one refuses nobody. */
function policyReason(reader: DocumentReader): string | undefined {
  const { value } = reader.member(reader.root, POLICY);
  const isThere = isObject(value) ? Object.keys(value).length > 0 : isDeclared(reader.root, POLICY);
  return isThere ? 'HTTP APIs have no resource policies, and the document has one' : undefined;
}

/** Extensions that HTTP APIs have, or that have no effect on what is served. */
const KNOWN = new Set([
  AUTH, INTEGRATION, ENDPOINT, CORS, 'x-amazon-apigateway-importexport-version', 'x-amazon-apigateway-tag-value',
]);

/** Names the extensions of REST APIs: API Gateway ignores them in a document of an HTTP API. */
function reportIgnored(reader: DocumentReader, operations: readonly Operation[]): void {
  for (const holder of [reader.root, ...operations.map(({ node }) => node)]) {
    for (const member of keysOf(holder).filter((key) => key.startsWith('x-amazon-apigateway-') && !KNOWN.has(key))) {
      reader.lose('OPENAPI_MEMBER_LEFT_OUT', own(holder, member), { member, reason: 'HTTP APIs do not have it' });
    }
  }
}
