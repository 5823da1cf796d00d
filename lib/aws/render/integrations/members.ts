import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { LIMITS, type IntegrationResponseSpec, type MappedIntegrationSpec, type ProxyIntegrationSpec } from '../../../spec';
import { filled, unless } from '../render-context';

type Properties = apigateway.CfnMethod.IntegrationProperty;

/** The caching properties, which all kinds have. */
export function cacheMembers({ cacheKeyParameters, cacheNamespace }: Pick<ProxyIntegrationSpec, 'cacheKeyParameters' | 'cacheNamespace'>): Partial<Properties> {
  return { cacheKeyParameters: filled(cacheKeyParameters), cacheNamespace };
}

/** The time limit, unless it is the default. */
export function timeoutMember({ timeoutMs }: { readonly timeoutMs: number }): Partial<Properties> {
  return { timeoutInMillis: unless(LIMITS.integrationTimeoutMs.default, timeoutMs) };
}

type MappingMembers = Pick<MappedIntegrationSpec, 'requestParameters' | 'requestTemplates' | 'passthroughBehavior' | 'contentHandling' | 'responses'>;

/** The properties of the kinds that map requests and responses. */
export function mappingMembers(spec: MappingMembers): Partial<Properties> {
  return {
    requestParameters: filled(spec.requestParameters),
    requestTemplates: filled(spec.requestTemplates),
    passthroughBehavior: unless('WHEN_NO_MATCH', spec.passthroughBehavior),
    contentHandling: spec.contentHandling,
    integrationResponses: filled(spec.responses.map(responseMember)),
  };
}

/** An integration response. */
export function responseMember(spec: IntegrationResponseSpec): apigateway.CfnMethod.IntegrationResponseProperty {
  return {
    statusCode: spec.statusCode,
    selectionPattern: spec.selectionPattern,
    contentHandling: spec.contentHandling,
    responseParameters: filled(spec.responseParameters),
    responseTemplates: filled(spec.responseTemplates),
  };
}
