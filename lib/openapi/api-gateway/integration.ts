import { loss, type Issue } from '../../errors';
import { describeIntegration, type IntegrationKind, type IntegrationOf, type IntegrationResponseSpec, type IntegrationSpec } from '../../spec';
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
    type: 'aws_proxy',
    httpMethod: integration.httpMethod,
    ...functionMembers({ functionName: integration.function, isStream: integration.responseTransferMode === 'STREAM' }, integration, values),
    timeoutInMillis: integration.timeoutMs,
    ...streamMember(integration),
    ...filled('requestParameters', integration.requestParameters),
  }),
  'mapped': (integration, context) => ({
    type: 'aws',
    httpMethod: 'POST',
    ...functionMembers({ functionName: integration.function, isStream: false }, integration, context.values),
    timeoutInMillis: integration.timeoutMs,
    ...mappingMembers(integration, context),
  }),
  'mock': (integration, context) => ({ type: 'mock', ...mappingMembers(integration, context) }),
  'http': (integration, context) => ({
    ...connectionMembers(integration, context),
    type: 'http',
    httpMethod: integration.httpMethod,
    uri: integration.uri,
    ...credentialsMember(integration),
    timeoutInMillis: integration.timeoutMs,
    ...mappingMembers(integration, context),
  }),
  'http-proxy': (integration, context) => ({
    ...connectionMembers(integration, context),
    type: 'http_proxy',
    httpMethod: integration.httpMethod,
    uri: integration.uri,
    ...credentialsMember(integration),
    timeoutInMillis: integration.timeoutMs,
    ...streamMember(integration),
    ...filled('requestParameters', integration.requestParameters),
  }),
  'service': (integration, context) => ({
    type: 'aws',
    httpMethod: integration.httpMethod,
    uri: context.values.serviceUri(integration),
    ...credentialsMember(integration),
    timeoutInMillis: integration.timeoutMs,
    ...mappingMembers(integration, context),
  }),
  'service-proxy': foreign,
  'unavailable': ({ reason }, { location, losses }) => {
    losses.push(loss('OPENAPI_INTEGRATION_UNAVAILABLE', location, { reason }));
    return UNAVAILABLE;
  },
};

function connectionMembers({ vpcLink }: Pick<IntegrationOf<'http'>, 'vpcLink'>, { location, values }: IntegrationContext) {
  const connectionId = values.vpcLinkId?.(location) ?? vpcLink;
  return connectionId === undefined ? {} : { connectionType: 'VPC_LINK', connectionId };
}

/** Never the backend: the method may have lost its authorizer. */
const UNAVAILABLE = { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 501}' }, responses: { default: { statusCode: '501' } } };

/**
 * An integration as API Gateway imports it.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html
 */
export function integrationExtension(integration: IntegrationSpec, context: IntegrationContext): Record<string, unknown> {
  const { cacheKeyParameters, cacheNamespace } = describeIntegration(integration);
  // The kind names its writer, which the compiler cannot follow.
  const write = WRITERS[integration.type] as (integration: IntegrationSpec, context: IntegrationContext) => Record<string, unknown>;
  return {
    ...write(integration, context),
    ...(cacheKeyParameters.length > 0 ? { cacheKeyParameters } : {}),
    ...(cacheNamespace === undefined ? {} : { cacheNamespace }),
  };
}

type OwnCredentials = Pick<IntegrationOf<'service'>, 'credentials'>;

function functionMembers(call: FunctionCall, { credentials }: OwnCredentials, values: ApiGatewayValues): Record<string, unknown> {
  return { uri: values.functionUri(call), ...credentialsMember({ credentials: credentials ?? values.credentials?.(call) }) };
}

function credentialsMember({ credentials }: { readonly credentials?: unknown }): Record<string, unknown> {
  return credentials === undefined ? {} : { credentials };
}

function streamMember({ responseTransferMode }: { readonly responseTransferMode: string }): Record<string, unknown> {
  return responseTransferMode === 'STREAM' ? { responseTransferMode } : {};
}

type Mapping = Pick<IntegrationOf<'mock'>, 'requestParameters' | 'requestTemplates' | 'passthroughBehavior' | 'contentHandling' | 'responses'>;

function mappingMembers(integration: Mapping, context: IntegrationContext): Record<string, unknown> {
  const { contentHandling, passthroughBehavior } = integration;
  return {
    ...filled('requestParameters', integration.requestParameters),
    ...filled('requestTemplates', integration.requestTemplates),
    passthroughBehavior: passthroughBehavior.toLowerCase(),
    ...(contentHandling === undefined ? {} : { contentHandling }),
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
  return Object.fromEntries([...byPattern].map(([pattern, response]) => [pattern, responseMembers(response)]));
}

function responseMembers(response: IntegrationResponseSpec): Record<string, unknown> {
  const { statusCode, contentHandling, responseParameters, responseTemplates } = response;
  return {
    statusCode,
    ...(contentHandling === undefined ? {} : { contentHandling }),
    ...filled('responseParameters', responseParameters),
    ...filled('responseTemplates', responseTemplates),
  };
}

/** A member that is written only when there is something in it. */
function filled(name: string, entries: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.keys(entries).length === 0 ? {} : { [name]: entries };
}
