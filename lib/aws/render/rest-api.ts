import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { GatewaySpec, GatewaySpecInput } from '../../spec';
import { filled, unless } from './render-context';

/** The API itself without what only AWS knows about it. */
export function restApiProperties({ api }: GatewaySpec, declared?: GatewaySpecInput): apigateway.CfnRestApiProps {
  return {
    name: api.name,
    description: api.description,
    endpointConfiguration: api.endpointType === 'EDGE' && declared?.api.endpointType === undefined ? undefined : { types: [api.endpointType] },
    apiKeySourceType: unless('HEADER', api.apiKeySource) ?? declared?.api.apiKeySource,
    binaryMediaTypes: filled(api.binaryMediaTypes),
    minimumCompressionSize: api.minimumCompressionSize,
    policy: api.policy,
  };
}
