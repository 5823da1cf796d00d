import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { GatewaySpec } from '../../spec';
import { filled, unless } from './render-context';

/** The API itself, without settings that only AWS has. */
export function restApiProperties({ api }: GatewaySpec): apigateway.CfnRestApiProps {
  return {
    name: api.name,
    description: api.description,
    endpointConfiguration: api.endpointType === 'EDGE' ? undefined : { types: [api.endpointType] },
    apiKeySourceType: unless('HEADER', api.apiKeySource),
    binaryMediaTypes: filled(api.binaryMediaTypes),
    minimumCompressionSize: api.minimumCompressionSize,
    policy: api.policy,
  };
}
