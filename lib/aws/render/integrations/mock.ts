import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { MockIntegrationSpec } from '../../../spec';
import { filled, unless } from '../render-context';
import { cacheMembers, responseMember } from './members';

/** No backend: MOCK. */
export function renderMock(spec: MockIntegrationSpec): apigateway.CfnMethod.IntegrationProperty {
  return {
    type: 'MOCK',
    requestParameters: filled(spec.requestParameters),
    requestTemplates: filled(spec.requestTemplates),
    passthroughBehavior: unless('WHEN_NO_MATCH', spec.passthroughBehavior),
    contentHandling: spec.contentHandling,
    integrationResponses: spec.responses.map(responseMember),
    ...cacheMembers(spec),
  };
}
