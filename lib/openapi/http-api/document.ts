import { loss, type Issue } from '../../errors';
import {
  DEFAULT_ROUTE_PATH, type GatewaySpec, type HttpCorsSpec, type IntegrationKind, type IntegrationOf, type LocatedMethod,
} from '../../spec';
import { pathItems, type ApiGatewayDocumentOptions } from '../api-gateway/document';
import { withTexts, type ApiGatewayValues } from '../api-gateway/values';
import { present } from '../http-api-resources';
import { ofKind } from '../of-kind';
import { operationNames, type OperationNames } from '../operation-ids';
import { allParameters, declaredParameters } from '../parameters';
import type { RenderedDocument } from '../rendered-document';
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
    info: present({ title, version: '1.0', description }),
    paths: pathItems(spec, (placed) => operation(placed, context)),
    ...(Object.keys(security.schemes).length === 0 ? {} : { components: { securitySchemes: security.schemes } }),
    ...present({ 'x-amazon-apigateway-cors': cors && corsExtension(cors) }),
    'x-amazon-apigateway-importexport-version': '1.0',
  };
  // the document is an object, and stays one
  return { document: withTexts(document, values.text) as Record<string, unknown>, losses };
}

function corsExtension({ maxAgeSeconds, allowCredentials, ...lists }: HttpCorsSpec): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...present({ maxAge: maxAgeSeconds, allowCredentials: allowCredentials || undefined }),
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
  const extension = ofKind(WRITERS, method.integration, values);
  if ('reason' in extension) losses.push(loss('OPENAPI_INTEGRATION_UNAVAILABLE', location, { reason: extension.reason }));
  return {
    ...present({ operationId, isDefaultRoute: path === DEFAULT_ROUTE_PATH || undefined }),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { default: { description: 'The answer of the integration' } },
    ...present({ security: requirements, 'x-amazon-apigateway-integration': 'reason' in extension ? undefined : extension.members }),
  };
}

/**
 * An integration of an HTTP API as API Gateway imports it. One that cannot be called has none: the route may have lost its authorizer.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html
 */
type HttpIntegrationExtension = { readonly members: Record<string, unknown> } | { readonly reason: string };

type Writer<Kind extends IntegrationKind> = (integration: IntegrationOf<Kind>, values: ApiGatewayValues) => HttpIntegrationExtension;

/** No HTTP API has these: the rule about kinds of APIs refuses them. */
const foreign = ({ type }: { readonly type: string }): HttpIntegrationExtension => ({ reason: `HTTP APIs have no integration ${type}` });

const WRITERS: { readonly [Kind in IntegrationKind]: Writer<Kind> } = {
  'proxy': (integration, { functionUri, credentials: role }) => {
    const { payloadFormatVersion = '2.0' } = integration;
    const call = { functionName: integration.function, isStream: false };
    const credentials = integration.credentials ?? role?.(call);
    return { members: present({ type: 'AWS_PROXY', httpMethod: 'POST', uri: functionUri(call), payloadFormatVersion, credentials, ...shared(integration) }) };
  },
  'http-proxy': ({ httpMethod, uri, credentials, ...integration }) => (
    { members: present({ type: 'HTTP_PROXY', httpMethod, uri, payloadFormatVersion: '1.0', credentials, ...shared(integration) }) }
  ),
  'service-proxy': ({ subtype: integrationSubtype, parameters: requestMappings, credentials, timeoutMs, responseMappings }) => ({
    members: present({
      type: 'AWS_PROXY', integrationSubtype, payloadFormatVersion: '1.0', connectionType: 'INTERNET',
      credentials, ...shared({ timeoutMs, requestMappings, responseMappings }),
    }),
  }),
  'unavailable': ({ reason }) => ({ reason }),
  'mapped': foreign, 'mock': foreign, 'http': foreign, 'service': foreign,
};

function shared({ timeoutMs, requestMappings, responseMappings }: Pick<IntegrationOf<'proxy'>, 'timeoutMs' | 'requestMappings' | 'responseMappings'>) {
  return { timeoutInMillis: timeoutMs, requestParameters: requestMappings, responseParameters: responseMappings };
}
