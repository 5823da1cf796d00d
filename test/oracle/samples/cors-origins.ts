import { App, CfnOutput, Duration, Stack, type StackProps, aws_apigateway as apigateway, aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import * as path from 'path';

/** A list of origins, credentials, other settings on one resource, errors that browsers can read. */
export class CorsStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const fn = new lambda.Function(this, 'Api', {
      runtime: lambda.Runtime.NODEJS_20_X, handler: 'helloWorld.handler', code: lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'hello')),
    });
    const api = new apigateway.RestApi(this, 'CorsApi', {
      deployOptions: { stageName: 'api' },
      defaultCorsPreflightOptions: {
        allowHeaders: ['Content-Type', 'X-Amz-Date', 'Authorization', 'X-Api-Key'],
        allowMethods: ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        allowCredentials: true,
        allowOrigins: ['http://localhost:3000', 'https://www.example.com', 'https://admin.example.com'],
      },
    });
    new CfnOutput(this, 'apiUrl', { value: api.url });
    const todos = api.root.addResource('todos');
    todos.addMethod('GET', new apigateway.LambdaIntegration(fn, { proxy: true }));
    todos.addResource('{todoId}').addMethod('PUT', new apigateway.LambdaIntegration(fn));
    const feed = api.root.addResource('feed', {
      defaultCorsPreflightOptions: { allowOrigins: ['https://feed.example.com'], allowMethods: ['GET'], maxAge: Duration.minutes(10), statusCode: 200 },
    });
    feed.addMethod('GET', new apigateway.LambdaIntegration(fn));
    const open = api.root.addResource('open', { defaultCorsPreflightOptions: { allowOrigins: apigateway.Cors.ALL_ORIGINS, disableCache: true, exposeHeaders: ['X-Total'] } });
    open.addMethod('ANY', new apigateway.LambdaIntegration(fn));
    api.addGatewayResponse('Default4XX', {
      type: apigateway.ResponseType.DEFAULT_4XX,
      responseHeaders: { 'Access-Control-Allow-Origin': "'*'", 'Access-Control-Allow-Headers': "'*'" },
    });
  }
}

export const app = new App();
new CorsStack(app, 'CorsExample');
