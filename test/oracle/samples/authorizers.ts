import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import * as path from 'path';

/** Lambda authorizers of both kinds, a protected default and an open method. */
export class LambdaAuthorizerStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const code = lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'authorizers'));
    const runtime = lambda.Runtime.NODEJS_LATEST;
    const authFn = new lambda.Function(this, 'TokenAuthorizerFunction', { runtime, handler: 'token.handler', code });
    const requestFn = new lambda.Function(this, 'RequestAuthorizerFunction', { runtime, handler: 'request.handler', code });
    const opFn = new lambda.Function(this, 'OperationalFunction', { runtime, handler: 'operation.handler', code });

    const authorizer = new apigateway.TokenAuthorizer(this, 'MyAuthorizer', {
      handler: authFn,
      authorizerName: 'tokens',
      resultsCacheTtl: cdk.Duration.seconds(0),
      validationRegex: '^Bearer [-0-9a-zA-Z._]*$',
    });
    const requestAuthorizer = new apigateway.RequestAuthorizer(this, 'MyRequestAuthorizer', {
      handler: requestFn,
      identitySources: [apigateway.IdentitySource.header('x-tenant'), apigateway.IdentitySource.queryString('key')],
    });
    const restApi = new apigateway.RestApi(this, 'MyRestApi', {
      defaultMethodOptions: { authorizer, authorizationType: apigateway.AuthorizationType.CUSTOM },
    });
    restApi.root.addMethod('GET', new apigateway.LambdaIntegration(opFn));
    restApi.root.addResource('tenants').addMethod('GET', new apigateway.LambdaIntegration(opFn), { authorizer: requestAuthorizer });
    restApi.root.addResource('open').addMethod('GET', new apigateway.LambdaIntegration(opFn), { authorizationType: apigateway.AuthorizationType.NONE });
    restApi.addGatewayResponse('unauthorized', {
      type: apigateway.ResponseType.UNAUTHORIZED,
      responseHeaders: { 'Access-Control-Allow-Origin': "'*'" },
      templates: { 'application/json': '{"message":$context.error.messageString,"type":"$context.error.responseType"}' },
    });
    restApi.addGatewayResponse('denied', { type: apigateway.ResponseType.ACCESS_DENIED, statusCode: '404' });
  }
}

export const app = new cdk.App();
new LambdaAuthorizerStack(app, 'LambdaAuthorizer');
