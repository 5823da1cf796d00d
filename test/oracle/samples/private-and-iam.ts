import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as elbv2 from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** A private API with its endpoint and policy, signed methods, and a load balancer behind a VPC link. */
export class PrivateApiStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const vpc = new ec2.Vpc(this, 'Vpc', { maxAzs: 2, natGateways: 0, subnetConfiguration: [{ name: 'isolated', subnetType: ec2.SubnetType.PRIVATE_ISOLATED }] });
    const endpoint = vpc.addInterfaceEndpoint('ApiEndpoint', { service: ec2.InterfaceVpcEndpointAwsService.APIGATEWAY });
    const fn = new lambda.Function(this, 'Fn', {
      runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', vpc, vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_ISOLATED },
      code: lambda.Code.fromInline('exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify({ caller: event.requestContext.identity.accessKey }) });'),
    });
    new apigateway.LambdaRestApi(this, 'PrivateApi', {
      handler: fn,
      endpointConfiguration: { types: [apigateway.EndpointType.PRIVATE], vpcEndpoints: [endpoint] },
      policy: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({ principals: [new iam.AnyPrincipal()], actions: ['execute-api:Invoke'], resources: ['execute-api:/*'], effect: iam.Effect.DENY, conditions: { StringNotEquals: { 'aws:SourceVpce': endpoint.vpcEndpointId } } }),
          new iam.PolicyStatement({ principals: [new iam.AnyPrincipal()], actions: ['execute-api:Invoke'], resources: ['execute-api:/*'], effect: iam.Effect.ALLOW }),
        ],
      }),
    });
    const signed = new apigateway.RestApi(this, 'SignedApi', { defaultMethodOptions: { authorizationType: apigateway.AuthorizationType.IAM } });
    const method = signed.root.addResource('reports').addMethod('GET', new apigateway.LambdaIntegration(fn));
    method.grantExecute(new iam.Role(this, 'Caller', { assumedBy: new iam.AccountRootPrincipal() }));

    const nlb = new elbv2.NetworkLoadBalancer(this, 'NLB', { vpc });
    const link = new apigateway.VpcLink(this, 'link', { targets: [nlb] });
    signed.root.addResource('inside').addMethod('GET', new apigateway.Integration({
      type: apigateway.IntegrationType.HTTP_PROXY,
      integrationHttpMethod: 'ANY',
      options: { connectionType: apigateway.ConnectionType.VPC_LINK, vpcLink: link },
    }), { authorizationType: apigateway.AuthorizationType.NONE });
  }
}

export const app = new cdk.App();
new PrivateApiStack(app, 'PrivateApiStack');
