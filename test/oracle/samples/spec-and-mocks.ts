import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** An API from an OpenAPI document in the app that calls a function, and one of mocks only. */
export class SpecRestApiStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const fn = new lambda.Function(this, 'Pets', {
      runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler',
      code: lambda.Code.fromInline('exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event.pathParameters) });'),
    });
    const api = new apigateway.SpecRestApi(this, 'SpecApi', {
      restApiName: 'pets',
      endpointTypes: [apigateway.EndpointType.REGIONAL],
      apiDefinition: apigateway.ApiDefinition.fromInline({
        openapi: '3.0.2',
        info: { title: 'pets', version: '1' },
        paths: {
          '/pets/{id}': {
            get: {
              parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
              responses: { 200: { description: 'a pet' } },
              'x-amazon-apigateway-integration': {
                type: 'aws_proxy', httpMethod: 'POST',
                uri: `arn:${cdk.Aws.PARTITION}:apigateway:${cdk.Aws.REGION}:lambda:path/2015-03-31/functions/${fn.functionArn}/invocations`,
              },
            },
          },
        },
      }),
    });
    fn.addPermission('ApiGatewayPermission', { principal: new cdk.aws_iam.ServicePrincipal('apigateway.amazonaws.com'), sourceArn: api.arnForExecuteApi() });
    const mocks = new apigateway.RestApi(this, 'MockApi', { deployOptions: { stageName: 'mock', cachingEnabled: false } });
    mocks.root.addResource('health').addMethod('GET', new apigateway.MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"status": "ok", "stage": "$context.stage"}' } }],
    }), { methodResponses: [{ statusCode: '200', responseModels: { 'application/json': apigateway.Model.EMPTY_MODEL } }] });
    mocks.root.addResource('choose').addMethod('GET', new apigateway.MockIntegration({
      requestTemplates: { 'application/json': '{#if($input.params("fail") == "yes")"statusCode": 500#else"statusCode": 200#end}' },
      integrationResponses: [
        { statusCode: '200', selectionPattern: '2\\d{2}', responseTemplates: { 'application/json': '{"ok": true}' } },
        { statusCode: '500', selectionPattern: '5\\d{2}', responseTemplates: { 'application/json': '{"ok": false}' } },
      ],
    }), { requestParameters: { 'method.request.querystring.fail': false }, methodResponses: [{ statusCode: '200' }, { statusCode: '500' }] });
  }
}

export const app = new cdk.App();
new SpecRestApiStack(app, 'SpecRestApiStack');
