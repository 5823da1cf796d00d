import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';

/** Another site's API behind this one: paths passed on, a mapped response, a stage variable in the address. */
export class ProxyStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const proxyUrl = this.node.tryGetContext('proxy_url') as string;
    const api = new apigateway.RestApi(this, 'API', {
      restApiName: 'AwsCdkHttpProxyApi', deployOptions: { variables: { backend: proxyUrl.replace('http://', '') } }, endpointConfiguration: { types: [apigateway.EndpointType.REGIONAL] },
    });
    const proxy = api.root.addProxy({
      anyMethod: true,
      defaultIntegration: new apigateway.HttpIntegration(`${proxyUrl}/{proxy}`, {
        proxy: true,
        httpMethod: 'ANY',
        options: { requestParameters: { 'integration.request.path.proxy': 'method.request.path.proxy' } },
      }),
      defaultMethodOptions: { requestParameters: { 'method.request.path.proxy': true } },
    });
    proxy.addCorsPreflight({ allowOrigins: apigateway.Cors.ALL_ORIGINS });
    api.root.addMethod('GET', new apigateway.HttpIntegration(`${proxyUrl}/index`));
    api.root.addResource('pets').addResource('{id}').addMethod('GET', new apigateway.HttpIntegration('http://${stageVariables.backend}/animals/{animal}', {
      proxy: false,
      options: {
        requestParameters: { 'integration.request.path.animal': 'method.request.path.id', 'integration.request.querystring.full': "'true'" },
        integrationResponses: [
          { statusCode: '200', responseTemplates: { 'application/json': '{"pet": $input.json("$.url")}' }, responseParameters: { 'method.response.header.X-From': 'integration.response.header.x-server' } },
          { statusCode: '404', selectionPattern: '404' },
        ],
      },
    }), {
      requestParameters: { 'method.request.path.id': true },
      methodResponses: [{ statusCode: '200', responseParameters: { 'method.response.header.X-From': true } }, { statusCode: '404' }],
    });
  }
}

export const app = new cdk.App();
new ProxyStack(app, 'ProxyStack');
