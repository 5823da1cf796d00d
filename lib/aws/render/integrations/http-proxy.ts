import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { HttpProxyIntegrationSpec } from '../../../spec';
import { filled, unless } from '../render-context';
import { cacheMembers, timeoutMember } from './members';

/** An HTTP backend, passed through: HTTP_PROXY. */
export function renderHttpProxy(spec: HttpProxyIntegrationSpec): apigateway.CfnMethod.IntegrationProperty {
  return {
    type: 'HTTP_PROXY',
    integrationHttpMethod: spec.httpMethod,
    uri: spec.uri,
    credentials: spec.credentials,
    responseTransferMode: unless('BUFFERED', spec.responseTransferMode),
    requestParameters: filled(spec.requestParameters),
    ...timeoutMember(spec),
    ...cacheMembers(spec),
  };
}
