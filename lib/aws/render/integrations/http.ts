import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { HttpIntegrationSpec } from '../../../spec';
import { cacheMembers, mappingMembers, timeoutMember } from './members';

/** An HTTP backend with mapping: HTTP. */
export function renderHttp(spec: HttpIntegrationSpec): apigateway.CfnMethod.IntegrationProperty {
  return {
    type: 'HTTP',
    integrationHttpMethod: spec.httpMethod,
    uri: spec.uri,
    credentials: spec.credentials,
    ...mappingMembers(spec),
    ...timeoutMember(spec),
    ...cacheMembers(spec),
  };
}
