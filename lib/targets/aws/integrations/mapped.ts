import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { MappedIntegrationSpec } from '../../../spec';
import { invocationUri } from '../invocation-uri';
import type { Rendering } from '../rendering';
import { cacheMembers, mappingMembers, timeoutMember } from './members';

/** A function between templates: AWS. */
export function renderMapped(spec: MappedIntegrationSpec, rendering: Rendering): apigateway.CfnMethod.IntegrationProperty {
  return {
    type: 'AWS',
    integrationHttpMethod: 'POST',
    uri: invocationUri(spec.function, rendering),
    ...mappingMembers(spec),
    ...timeoutMember(spec),
    ...cacheMembers(spec),
  };
}
