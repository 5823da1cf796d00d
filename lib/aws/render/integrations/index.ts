import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { GatewayError } from '../../../errors';
import { ofKind } from '../../../openapi';
import {
  LIMITS, type IntegrationKind, type IntegrationOf, type IntegrationResponseSpec, type IntegrationSpec, type MappedIntegrationSpec,
  type ProxyIntegrationSpec,
} from '../../../spec';
import { invocationUri, serviceIntegrationUri } from '../invocation-uri';
import { filled, unless, type RenderContext } from '../render-context';

type Properties = apigateway.CfnMethod.IntegrationProperty;

type Renderers = { readonly [Kind in IntegrationKind]: (spec: IntegrationOf<Kind>, context: RenderContext) => Properties };

/** The list of integration kinds as CloudFormation writes them. */
const RENDERERS: Renderers = {
  'proxy': (spec, context) => ({
    type: 'AWS_PROXY', uri: invocationUri(spec.function, context, spec.responseTransferMode), ...passedThrough(spec), ...called(spec),
  }),
  'mapped': (spec, context) => ({
    type: 'AWS', uri: invocationUri(spec.function, context), ...called({ ...spec, httpMethod: 'POST' }), ...mappingMembers(spec),
  }),
  'mock': (spec) => ({ type: 'MOCK', ...mappingMembers(spec), integrationResponses: spec.responses.map(responseMember), ...cacheMembers(spec) }),
  'http': (spec) => ({ type: 'HTTP', uri: spec.uri, ...called(spec), ...mappingMembers(spec) }),
  'http-proxy': (spec) => ({ type: 'HTTP_PROXY', uri: spec.uri, ...passedThrough(spec), ...called(spec) }),
  'service': (spec, context) => ({ type: 'AWS', uri: serviceIntegrationUri(spec, context), ...called(spec), ...mappingMembers(spec) }),
  // no REST API has these: the rule about kinds of APIs refuses them
  'service-proxy': ({ type }) => {
    throw new TypeError(`no integration of a REST API: ${type}`);
  },
  // such a definition is refused before, and a method without its integration would not be what was imported
  'unavailable': ({ reason }) => {
    throw new GatewayError('AWS_INTEGRATION_UNAVAILABLE', { reason });
  },
};

/** An integration as a member of `AWS::ApiGateway::Method`. */
export function renderIntegration(spec: IntegrationSpec, context: RenderContext): Properties {
  return ofKind(RENDERERS, spec, context);
}

type Called = Pick<ProxyIntegrationSpec, 'httpMethod' | 'credentials' | 'timeoutMs' | 'cacheKeyParameters' | 'cacheNamespace'>;

/** The properties of the kinds that call a backend; a time limit that is the default is left out. */
function called(spec: Called): Partial<Properties> {
  const { httpMethod: integrationHttpMethod, credentials, timeoutMs } = spec;
  const timeoutInMillis = unless(LIMITS.integrationTimeoutMs.default, timeoutMs);
  return { integrationHttpMethod, credentials, timeoutInMillis, ...cacheMembers(spec) };
}

function cacheMembers({ cacheKeyParameters, cacheNamespace }: Pick<Called, 'cacheKeyParameters' | 'cacheNamespace'>): Partial<Properties> {
  return { cacheKeyParameters: filled(cacheKeyParameters), cacheNamespace };
}

/** The properties of the kinds that pass requests and responses through. */
function passedThrough({ responseTransferMode, requestParameters }: Pick<ProxyIntegrationSpec, 'responseTransferMode' | 'requestParameters'>): Partial<Properties> {
  return { responseTransferMode: unless('BUFFERED', responseTransferMode), requestParameters: filled(requestParameters) };
}

type MappingMembers = Pick<MappedIntegrationSpec, 'requestParameters' | 'requestTemplates' | 'passthroughBehavior' | 'contentHandling' | 'responses'>;

/** The properties of the kinds that map requests and responses. */
function mappingMembers(spec: MappingMembers): Partial<Properties> {
  return {
    requestParameters: filled(spec.requestParameters),
    requestTemplates: filled(spec.requestTemplates),
    passthroughBehavior: unless('WHEN_NO_MATCH', spec.passthroughBehavior),
    contentHandling: spec.contentHandling,
    integrationResponses: filled(spec.responses.map(responseMember)),
  };
}

function responseMember(spec: IntegrationResponseSpec): apigateway.CfnMethod.IntegrationResponseProperty {
  return {
    statusCode: spec.statusCode,
    selectionPattern: spec.selectionPattern,
    contentHandling: spec.contentHandling,
    responseParameters: filled(spec.responseParameters),
    responseTemplates: filled(spec.responseTemplates),
  };
}
