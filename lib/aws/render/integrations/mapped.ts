import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { MappedIntegrationSpec } from '../../../spec';
import { invocationUri } from '../invocation-uri';
import type { RenderContext } from '../render-context';
import { cacheMembers, mappingMembers, timeoutMember } from './members';

/** A function with mapping: AWS. */
export function renderMapped(spec: MappedIntegrationSpec, context: RenderContext): apigateway.CfnMethod.IntegrationProperty {
  return {
    type: 'AWS',
    integrationHttpMethod: 'POST',
    uri: invocationUri(spec.function, context),
    credentials: spec.credentials,
    ...mappingMembers(spec),
    ...timeoutMember(spec),
    ...cacheMembers(spec),
  };
}
