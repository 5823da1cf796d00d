import { type Issue } from '../../errors';
import { documentationMembers, type GatewaySpec, type LocatedMethod } from '../../spec';
import { withCorsMethods } from '../cors-methods';
import type { RenderedDocument } from '../rendered-document';
import { contentOf, declaredResponses } from '../bodies';
import { builtInModels } from '../document-models';
import { operationNames, type OperationNames } from '../operation-ids';
import { allParameters, declaredParameters } from '../parameters';
import { componentSchemas } from '../schema/component-schemas';
import { integrationExtension } from './integration';
import { pathItems } from './path-items';
import { API_GATEWAY_SCHEMAS } from './schemas';
import { apiGatewaySecurity, type Security } from './security-schemes';
import { withTexts, type ApiGatewayValues } from './values';

/** Options of a document for API Gateway. */
export interface ApiGatewayDocumentOptions {
  readonly values: ApiGatewayValues;
  /**
   * Whether the document says what API Gateway knows by itself but OpenAPI wants written: parameters of paths, and a response
   * of methods that declare none. Without it an import declares nothing that the definition does not.
   */
  readonly isComplete: boolean;
}

/**
 * A spec as OpenAPI 3.0.1 with the extensions that API Gateway imports: what `PutRestApi` and the `Body` of a
 * `AWS::ApiGateway::RestApi` take. CORS is written out as methods.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
export function apiGatewayDocument(declared: GatewaySpec, { values, isComplete }: ApiGatewayDocumentOptions): RenderedDocument {
  const { spec, losses: corsLosses } = withCorsMethods(declared);
  const { schemas, losses: schemaLosses } = componentSchemas(spec, API_GATEWAY_SCHEMAS);
  const security = apiGatewaySecurity(spec, values);
  const names = operationNames(spec);
  const losses: Issue[] = [...corsLosses, ...schemaLosses, ...security.losses, ...names.losses];
  const context: OperationContext = { values, isComplete, security, names, losses };
  const components = { ...named('schemas', { ...builtInModels(spec), ...schemas }), ...named('securitySchemes', security.schemes) };
  const document = {
    openapi: '3.0.1',
    info: infoOf(spec),
    paths: pathItems(spec, (placed) => operation(placed, context)),
    ...named('components', components),
    ...apiExtensions(spec),
  };
  // the document is an object, and stays one
  return { document: withTexts(document, values.text) as Record<string, unknown>, losses };
}

/** Title, description, and a version that never changes by itself: an API has none. */
function infoOf({ api }: GatewaySpec): Record<string, unknown> {
  return { title: api.name, version: '1.0', ...(api.description === undefined ? {} : { description: api.description }) };
}

/** The extensions at the root of the document. */
function apiExtensions({ api, requestValidators, gatewayResponses }: GatewaySpec): Record<string, unknown> {
  const responses = Object.entries(gatewayResponses).map(([type, { statusCode, responseParameters, responseTemplates }]) => [type, {
    ...(statusCode === undefined ? {} : { statusCode }),
    ...named('responseParameters', responseParameters),
    ...named('responseTemplates', responseTemplates),
  }] as const);
  return {
    ...named('x-amazon-apigateway-request-validators', requestValidators),
    ...named('x-amazon-apigateway-gateway-responses', Object.fromEntries(responses)),
    ...(api.binaryMediaTypes.length > 0 ? { 'x-amazon-apigateway-binary-media-types': api.binaryMediaTypes } : {}),
    ...(api.minimumCompressionSize === undefined ? {} : { 'x-amazon-apigateway-minimum-compression-size': api.minimumCompressionSize }),
    'x-amazon-apigateway-api-key-source': api.apiKeySource,
    ...(api.policy === undefined ? {} : { 'x-amazon-apigateway-policy': api.policy }),
  };
}

interface OperationContext extends ApiGatewayDocumentOptions {
  readonly security: Security;
  readonly names: OperationNames;
  readonly losses: Issue[];
}

function operation({ location, path, httpMethod, method }: LocatedMethod, context: OperationContext): Record<string, unknown> {
  const operationId = context.names.given(path, httpMethod);
  const requirements = context.security.requirementsOf(method);
  const responses = declaredResponses(method);
  const parameters = context.isComplete ? allParameters(path, method.requestParameters) : declaredParameters(method.requestParameters);
  const isEmpty = context.isComplete && Object.keys(responses).length === 0;
  return {
    ...(operationId === undefined ? {} : { operationId }),
    ...documentationMembers(method.documentation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(Object.keys(method.requestModels).length > 0 ? { requestBody: { content: contentOf(method.requestModels), required: true } } : {}),
    responses: isEmpty ? { 200: { description: '200 response' } } : responses,
    ...(requirements === undefined ? {} : { security: requirements }),
    ...(method.requestValidator === undefined ? {} : { 'x-amazon-apigateway-request-validator': method.requestValidator }),
    'x-amazon-apigateway-integration': integrationExtension(method.integration, { location, ...context }),
  };
}

/** A member that is written only when there is something in it. */
function named(name: string, entries: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.keys(entries).length === 0 ? {} : { [name]: entries };
}
