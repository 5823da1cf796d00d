import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { ServiceIntegrationSpec } from '../../../spec';
import type { RenderContext } from '../render-context';
import { serviceIntegrationUri } from '../service-uri';
import { cacheMembers, mappingMembers, timeoutMember } from './members';

/** An action or path of an AWS service: AWS. */
export function renderService(spec: ServiceIntegrationSpec, context: RenderContext): apigateway.CfnMethod.IntegrationProperty {
  return {
    type: 'AWS',
    integrationHttpMethod: spec.httpMethod,
    uri: serviceIntegrationUri(spec, context),
    credentials: spec.credentials,
    ...mappingMembers(spec),
    ...timeoutMember(spec),
    ...cacheMembers(spec),
  };
}
