import { isObject, type Issue } from '../../errors';
import { describeAuthorization } from '../../spec';
import type { OpenApiImportContext } from './context';
import { DocumentReader, hasMember, own, type DocumentNode, type JsonObject } from './document-reader';
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
  /** Properties by the names of their security schemes. */
  readonly authorizers: Readonly<Record<string, JsonObject>>;
  readonly cors: JsonObject | undefined;
  readonly description: string | undefined;
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
}

type HttpApiContext = Pick<OpenApiImportContext, 'file' | 'resolveRef' | 'basePath'>;

const INTEGRATION = 'x-amazon-apigateway-integration';
const DEFAULT_ROUTE = /^\/?\$default$/;

/** Reads the document of an HTTP API. @throws OPENAPI_NOT_READABLE */
export function readHttpApiDocument(document: unknown, context: HttpApiContext): HttpApiDocument {
  checkDocument(document, context.file ?? '');
  const reader = new DocumentReader(document, context);
  const base = basePathOf(reader, context.basePath ?? 'ignore');
  const { authorizers, schemes } = schemesOf(reader);
  const { operations, closed } = operationsOf(reader, '');
  const routes = operations.map((operation) => routeOf(reader, { operation, base, schemes }));
  const isOld = hasMember(reader.root, 'swagger') ? 'HTTP APIs take documents of OpenAPI 3.0 only' : undefined;
  return {
    routes, authorizers, cors: corsOf(reader), description: reader.text(reader.member(reader.root, 'info'), 'description'),
    issues: reader.issues, closed: closed ?? isOld,
  };
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

const AUTHORIZER = 'x-amazon-apigateway-authorizer';
const AUTHORIZER_MEMBERS = {
  type: 'AuthorizerType', authorizerUri: 'AuthorizerUri', authorizerPayloadFormatVersion: 'AuthorizerPayloadFormatVersion', identitySource: 'IdentitySource',
  authorizerResultTtlInSeconds: 'AuthorizerResultTtlInSeconds', enableSimpleResponses: 'EnableSimpleResponses',
} as const;

interface Schemes extends Pick<HttpApiDocument, 'authorizers'> {
  readonly schemes: ReadonlyMap<string, SchemeReading>;
}

/** The security schemes: an authorizer, signatures, or one that lets nobody in. */
function schemesOf(reader: DocumentReader): Schemes {
  const authorizers: Record<string, JsonObject> = {};
  const declared = reader.entries(reader.member(reader.member(reader.root, 'components'), 'securitySchemes'));
  const schemes = new Map(declared.map(([name, node]): [string, SchemeReading] => {
    if (reader.text(node, 'x-amazon-apigateway-authtype')?.toLowerCase() === 'awssigv4') return [name, { type: 'signature' }];
    const extension = reader.member(node, AUTHORIZER);
    if (!isObject(extension.value)) return [name, { type: 'unknown', reason: `the security scheme "${name}" has no authorizer of API Gateway` }];
    const authorizer = { Name: name, ...properties(reader, extension, AUTHORIZER_MEMBERS), ...jwtOf(reader, extension) };
    authorizers[name] = authorizer;
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

const CORS = {
  allowOrigins: 'AllowOrigins', allowMethods: 'AllowMethods', allowHeaders: 'AllowHeaders', exposeHeaders: 'ExposeHeaders', maxAge: 'MaxAge', allowCredentials: 'AllowCredentials',
} as const;

function corsOf(reader: DocumentReader): JsonObject | undefined {
  const node = reader.member(reader.root, 'x-amazon-apigateway-cors');
  return isObject(node.value) ? properties(reader, node, CORS) : undefined;
}
