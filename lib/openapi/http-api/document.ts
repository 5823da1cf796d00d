import { loss, type Issue } from '../../errors';
import { DEFAULT_ROUTE_PATH, type GatewaySpec, type HttpCorsSpec, type LocatedMethod } from '../../spec';
import type { ApiGatewayDocumentOptions } from '../api-gateway/document';
import { pathItems } from '../api-gateway/path-items';
import { withTexts } from '../api-gateway/values';
import { operationNames, type OperationNames } from '../operation-ids';
import { allParameters, declaredParameters } from '../parameters';
import type { RenderedDocument } from '../rendered-document';
import { httpIntegrationExtension } from './integration';
import { httpApiSecurity, type HttpApiSecurity } from './security-schemes';

/**
 * A spec as OpenAPI 3.0.1 with the extensions that API Gateway imports as an HTTP API: the `Body` of `AWS::ApiGatewayV2::Api`.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-open-api.html
 */
export function httpApiDocument(spec: GatewaySpec, { values, isComplete }: ApiGatewayDocumentOptions): RenderedDocument {
  const names = operationNames(spec);
  const losses: Issue[] = [...names.losses];
  const security = httpApiSecurity(spec, values);
  const context: OperationContext = { values, isComplete, security, names, losses };
  const { api: { name: title, description, cors } } = spec;
  const document = {
    openapi: '3.0.1',
    info: { title, version: '1.0', ...(description === undefined ? {} : { description }) },
    paths: pathItems(spec, (placed) => operation(placed, context)),
    ...(Object.keys(security.schemes).length === 0 ? {} : { components: { securitySchemes: security.schemes } }),
    ...(cors === undefined ? {} : { 'x-amazon-apigateway-cors': corsExtension(cors) }),
    'x-amazon-apigateway-importexport-version': '1.0',
  };
  // the document is an object, and stays one
  return { document: withTexts(document, values.text) as Record<string, unknown>, losses };
}

function corsExtension({ maxAgeSeconds, allowCredentials, ...lists }: HttpCorsSpec): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
    ...(allowCredentials ? { allowCredentials } : {}),
  };
}

interface OperationContext extends ApiGatewayDocumentOptions {
  readonly security: HttpApiSecurity;
  readonly names: OperationNames;
  readonly losses: Issue[];
}

function operation({ location, path, httpMethod, method }: LocatedMethod, context: OperationContext): Record<string, unknown> {
  const { names, security, isComplete, values, losses } = context;
  const operationId = names.given(path, httpMethod);
  const parameters = isComplete ? allParameters(path, {}) : declaredParameters({});
  const requirements = security.requirementsOf(method);
  const extension = httpIntegrationExtension(method.integration, values);
  if ('reason' in extension) losses.push(loss('OPENAPI_INTEGRATION_UNAVAILABLE', location, { reason: extension.reason }));
  return {
    ...(operationId === undefined ? {} : { operationId }),
    ...(path === DEFAULT_ROUTE_PATH ? { isDefaultRoute: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { default: { description: 'The answer of the integration' } },
    ...(requirements === undefined ? {} : { security: requirements }),
    ...('reason' in extension ? {} : { 'x-amazon-apigateway-integration': extension.members }),
  };
}
