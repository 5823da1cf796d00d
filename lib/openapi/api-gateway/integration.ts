import { loss, type Issue } from '../../errors';
import { describeIntegration, type IntegrationKind, type IntegrationOf, type IntegrationResponseSpec, type IntegrationSpec } from '../../spec';
import { filled } from '../bodies';
import { present } from '../http-api-resources';
import { ofKind } from '../of-kind';
import type { ApiGatewayValues, FunctionCall } from './values';

/** The location of an integration, how to write what it names, and where losses go. */
export interface IntegrationContext {
  readonly location: string;
  readonly values: ApiGatewayValues;
  readonly losses: Issue[];
}

type Writer<Kind extends IntegrationKind> = (integration: IntegrationOf<Kind>, context: IntegrationContext) => Record<string, unknown>;

/** No REST API has these: the rule about kinds of APIs refuses them. */
const foreign = ({ type }: { readonly type: string }): Record<string, unknown> => {
  throw new TypeError(`no integration of a REST API: ${type}`);
};

/** The list of integration kinds as `x-amazon-apigateway-integration` writes them. */
const WRITERS: { readonly [Kind in IntegrationKind]: Writer<Kind> } = {
  'proxy': (integration, { values }) => ({
    type: 'aws_proxy', httpMethod: integration.httpMethod,
    ...functionMembers({ functionName: integration.function, isStream: integration.responseTransferMode === 'STREAM' }, integration, values),
    ...passedThrough(integration),
  }),
  'mapped': (integration, context) => ({
    type: 'aws', httpMethod: 'POST',
    ...functionMembers({ functionName: integration.function, isStream: false }, integration, context.values),
    ...mappingMembers(integration, context),
  }),
  'mock': (integration, context) => ({ type: 'mock', ...mappingMembers(integration, context) }),
  'http': (integration, context) => ({ ...backendMembers('http', integration, context), ...mappingMembers(integration, context) }),
  'http-proxy': (integration, context) => ({ ...backendMembers('http_proxy', integration, context), ...passedThrough(integration) }),
  'service': (integration, context) => ({
    type: 'aws', httpMethod: integration.httpMethod, uri: context.values.serviceUri(integration),
    ...present({ credentials: integration.credentials, timeoutInMillis: integration.timeoutMs }),
    ...mappingMembers(integration, context),
  }),
  'service-proxy': foreign,
  'unavailable': ({ reason }, { location, losses }) => {
    losses.push(loss('OPENAPI_INTEGRATION_UNAVAILABLE', location, { reason }));
    return UNAVAILABLE;
  },
};

type Backend = Pick<IntegrationOf<'http'>, 'httpMethod' | 'uri' | 'credentials' | 'timeoutMs' | 'vpcLink'>;

function backendMembers(type: string, integration: Backend, { location, values }: IntegrationContext): Record<string, unknown> {
  const { httpMethod, uri, credentials, timeoutMs: timeoutInMillis } = integration;
  const connectionId = values.vpcLinkId?.(location) ?? integration.vpcLink;
  return present({ connectionType: connectionId === undefined ? undefined : 'VPC_LINK', connectionId, type, httpMethod, uri, credentials, timeoutInMillis });
}

/** Never the backend: the method may have lost its authorizer. */
const UNAVAILABLE = { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 501}' }, responses: { default: { statusCode: '501' } } };

/**
 * An integration as API Gateway imports it.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html
 */
export function integrationExtension(integration: IntegrationSpec, context: IntegrationContext): Record<string, unknown> {
  const { cacheKeyParameters, cacheNamespace } = describeIntegration(integration);
  return {
    ...ofKind(WRITERS, integration, context),
    ...(cacheKeyParameters.length > 0 ? { cacheKeyParameters } : {}), ...present({ cacheNamespace }),
  };
}

type Called = Pick<IntegrationOf<'proxy'>, 'credentials' | 'timeoutMs'>;

function functionMembers(call: FunctionCall, { credentials, timeoutMs }: Called, values: ApiGatewayValues): Record<string, unknown> {
  return present({ uri: values.functionUri(call), credentials: credentials ?? values.credentials?.(call), timeoutInMillis: timeoutMs });
}

function passedThrough({ responseTransferMode, requestParameters }: Pick<IntegrationOf<'proxy'>, 'responseTransferMode' | 'requestParameters'>) {
  return { ...(responseTransferMode === 'STREAM' ? { responseTransferMode } : {}), ...filled('requestParameters', requestParameters) };
}

type Mapping = Pick<IntegrationOf<'mock'>, 'requestParameters' | 'requestTemplates' | 'passthroughBehavior' | 'contentHandling' | 'responses'>;

function mappingMembers(integration: Mapping, context: IntegrationContext): Record<string, unknown> {
  const { contentHandling, passthroughBehavior } = integration;
  return {
    ...filled('requestParameters', integration.requestParameters),
    ...filled('requestTemplates', integration.requestTemplates),
    passthroughBehavior: passthroughBehavior.toLowerCase(),
    ...present({ contentHandling }),
    responses: responsesByPattern(integration.responses, context),
  };
}

/** Integration responses by selection pattern; the one without is `default`. The first of one pattern is the one that answers. */
function responsesByPattern(
  responses: readonly IntegrationResponseSpec[], { location, losses }: IntegrationContext,
): Record<string, unknown> {
  const byPattern = new Map<string, IntegrationResponseSpec>();
  for (const response of responses) {
    const pattern = response.selectionPattern ?? 'default';
    const first = byPattern.get(pattern);
    if (first === undefined) byPattern.set(pattern, response);
    else losses.push(loss('OPENAPI_RESPONSE_LEFT_OUT', location, { status: response.statusCode, pattern, other: first.statusCode }));
  }
  return Object.fromEntries([...byPattern].map(([pattern, response]) => [pattern, {
    statusCode: response.statusCode, ...present({ contentHandling: response.contentHandling }),
    ...filled('responseParameters', response.responseParameters), ...filled('responseTemplates', response.responseTemplates),
  }]));
}
