import type { aws_apigateway as apigateway } from 'aws-cdk-lib';

/** An integration of aws-cdk-lib as a member of `AWS::ApiGateway::Method`, with every setting that it was given. */
export function renderCdkIntegration(
  { type, uri, integrationHttpMethod, options = {} }: apigateway.IntegrationConfig, credentials: string | undefined,
): apigateway.CfnMethod.IntegrationProperty {
  const { timeout, vpcLink, cacheKeyParameters, cacheNamespace, requestParameters, requestTemplates } = options;
  return {
    type, uri, integrationHttpMethod, credentials, cacheKeyParameters, cacheNamespace, requestParameters, requestTemplates,
    contentHandling: options.contentHandling,
    passthroughBehavior: options.passthroughBehavior,
    integrationResponses: options.integrationResponses,
    connectionType: options.connectionType,
    connectionId: vpcLink?.vpcLinkId,
    timeoutInMillis: timeout?.toMilliseconds(),
    responseTransferMode: options.responseTransferMode,
  };
}
