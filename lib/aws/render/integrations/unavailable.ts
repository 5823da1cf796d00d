import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { GatewayError } from '../../../errors';
import type { UnavailableIntegrationSpec } from '../../../spec';

/** Never rendered: such a definition is refused before, and a method without its integration would not be what was imported. */
export function renderUnavailable({ reason }: UnavailableIntegrationSpec): apigateway.CfnMethod.IntegrationProperty {
  throw new GatewayError('AWS_INTEGRATION_UNAVAILABLE', { reason });
}
