import type { Issue } from '../../errors';
import { documentationMembers, methodsOfResource, type GatewaySpec, type LocatedMethod } from '../../spec';
import { withCorsMethods } from '../cors-methods';
import type { RenderedDocument } from '../rendered-document';
import { builtInModels, contentOf, declaredResponses, filled } from '../bodies';
import { present } from '../http-api-resources';
import { operationNames, type OperationNames } from '../operation-ids';
import { allParameters, declaredParameters } from '../parameters';
import { componentSchemas } from '../schema/component-schemas';
import { integrationExtension } from './integration';
import { apiGatewaySecurity, type Security } from './security-schemes';
import { withTexts, type ApiGatewayValues } from './values';
import type { Dialect } from '../schema/dialect';
import { OPENAPI_3_0 } from '../schema/openapi-3-0';

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
  const components = { ...filled('schemas', { ...builtInModels(spec), ...schemas }), ...filled('securitySchemes', security.schemes) };
  const document = {
    openapi: '3.0.1',
    // a version that never changes by itself: an API has none
    info: present({ title: spec.api.name, version: '1.0', description: spec.api.description }),
    paths: pathItems(spec, (placed) => operation(placed, context)),
    ...filled('components', components),
    ...apiExtensions(spec),
  };
  // the document is an object, and stays one
  return { document: withTexts(document, values.text) as Record<string, unknown>, losses };
}

function apiExtensions({ api, requestValidators, gatewayResponses }: GatewaySpec): Record<string, unknown> {
  const responses = Object.entries(gatewayResponses).map(([type, { statusCode, responseParameters, responseTemplates }]) => [type, {
    ...present({ statusCode }), ...filled('responseParameters', responseParameters), ...filled('responseTemplates', responseTemplates),
  }] as const);
  return {
    ...filled('x-amazon-apigateway-request-validators', requestValidators),
    ...filled('x-amazon-apigateway-gateway-responses', Object.fromEntries(responses)),
    ...(api.binaryMediaTypes.length > 0 ? { 'x-amazon-apigateway-binary-media-types': api.binaryMediaTypes } : {}),
    ...present({
      'x-amazon-apigateway-minimum-compression-size': api.minimumCompressionSize,
      'x-amazon-apigateway-api-key-source': api.apiKeySource,
      'x-amazon-apigateway-policy': api.policy,
    }),
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
    ...present({ operationId }), ...documentationMembers(method.documentation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(Object.keys(method.requestModels).length > 0 ? { requestBody: { content: contentOf(method.requestModels), required: true } } : {}),
    responses: isEmpty ? { 200: { description: '200 response' } } : responses,
    ...present({ 'security': requirements, 'x-amazon-apigateway-request-validator': method.requestValidator }),
    'x-amazon-apigateway-integration': integrationExtension(method.integration, { location, ...context }),
  };
}

/**
 * Schemas of OpenAPI 3.0 as API Gateway imports them: models are draft 4 again then, and `nullable` is dropped on the way.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const API_GATEWAY_SCHEMAS: Dialect = {
  version: '3.0 as API Gateway imports it',
  keywords: (schema, conversion) => {
    if (schema.nullable === true || [schema.type].flat().includes('null')) conversion.lose('null');
    return OPENAPI_3_0.keywords(schema, conversion);
  },
};

type Node = Readonly<Record<string, unknown>>;

/** The `paths` of a document for API Gateway: the operations of each resource by method. */
export function pathItems(spec: GatewaySpec, operation: (placed: LocatedMethod) => Node): Readonly<Record<string, Node>> {
  return Object.fromEntries(Object.keys(spec.resources).sort().map((path) => [path, Object.fromEntries(
    methodsOfResource(spec, path).map((placed) => [memberOf(placed), operation(placed)]),
  )]));
}

function memberOf({ httpMethod }: LocatedMethod): string {
  return httpMethod === 'ANY' ? 'x-amazon-apigateway-any-method' : httpMethod.toLowerCase();
}
