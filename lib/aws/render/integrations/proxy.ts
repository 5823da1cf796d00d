import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { ProxyIntegrationSpec } from '../../../spec';
import { invocationUri } from '../invocation-uri';
import { filled, unless, type RenderContext } from '../render-context';
import { cacheMembers, timeoutMember } from './members';

/** A function that gets the whole request: AWS_PROXY. */
export function renderProxy(spec: ProxyIntegrationSpec, context: RenderContext): apigateway.CfnMethod.IntegrationProperty {
  return {
    type: 'AWS_PROXY',
    integrationHttpMethod: spec.httpMethod,
    uri: invocationUri(spec.function, context, spec.responseTransferMode),
    credentials: spec.credentials,
    responseTransferMode: unless('BUFFERED', spec.responseTransferMode),
    requestParameters: filled(spec.requestParameters),
    ...timeoutMember(spec),
    ...cacheMembers(spec),
  };
}
