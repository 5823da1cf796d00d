import type * as cdk from 'aws-cdk-lib';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';

/** CloudFormation types that are part of a deployment of API Gateway. */
const DEPLOYED_TYPES = ['RestApi', 'Resource', 'Method', 'Model', 'RequestValidator', 'Authorizer', 'GatewayResponse']
  .map((type) => `AWS::ApiGateway::${type}`);

/** All resources of an API in its stack that are part of a deployment, whoever created them. */
export function apiResources({ api, restApiId }: RenderContext): cdk.CfnResource[] {
  const { CfnResource, Stack } = awsCdk();
  const stack = Stack.of(api);
  const wanted = JSON.stringify(stack.resolve(restApiId));
  return stack.node.findAll().filter((element): element is cdk.CfnResource => {
    if (!CfnResource.isCfnResource(element) || element.stack !== stack || !DEPLOYED_TYPES.includes(element.cfnResourceType)) return false;
    const id = 'restApiId' in element ? element.restApiId : element.ref;
    return id === restApiId || JSON.stringify(stack.resolve(id)) === wanted;
  });
}
