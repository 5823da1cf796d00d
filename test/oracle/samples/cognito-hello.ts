import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import * as path from 'path';

/** A function behind a user pool, with the L1 authorizer of the older samples and the L2 of the newer ones. */
export class CognitoProtectedApiStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const helloWorldFunction = new lambda.Function(this, 'helloWorldFunction', {
      code: lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'hello')),
      handler: 'helloWorld.handler',
      runtime: lambda.Runtime.NODEJS_20_X,
    });
    const helloWorldLambdaRestApi = new apigateway.LambdaRestApi(this, 'helloWorldLambdaRestApi', {
      restApiName: 'Hello World API',
      cloudWatchRole: false,
      handler: helloWorldFunction,
      proxy: false,
      deployOptions: { stageName: 'dev', loggingLevel: apigateway.MethodLoggingLevel.ERROR },
    });
    const userPool = new cognito.UserPool(this, 'userPool', {
      signInAliases: { email: true },
      selfSignUpEnabled: true,
    });
    const authorizer = new apigateway.CfnAuthorizer(this, 'cfnAuth', {
      restApiId: helloWorldLambdaRestApi.restApiId,
      name: 'HelloWorldAPIAuthorizer',
      type: 'COGNITO_USER_POOLS',
      identitySource: 'method.request.header.Authorization',
      providerArns: [userPool.userPoolArn],
    });
    const helloWorldResource = helloWorldLambdaRestApi.root.addResource('HELLO');
    helloWorldResource.addMethod('GET', new apigateway.LambdaIntegration(helloWorldFunction), {
      authorizationType: apigateway.AuthorizationType.COGNITO,
      authorizer: { authorizerId: authorizer.ref },
    });
    const auth = new apigateway.CognitoUserPoolsAuthorizer(this, 'booksAuthorizer', { cognitoUserPools: [userPool] });
    const books = helloWorldLambdaRestApi.root.addResource('books', {
      defaultCorsPreflightOptions: { allowOrigins: apigateway.Cors.ALL_ORIGINS, allowMethods: apigateway.Cors.ALL_METHODS },
    });
    books.addMethod('GET', undefined, { authorizer: auth, authorizationType: apigateway.AuthorizationType.COGNITO });
    books.addMethod('POST', undefined, { authorizer: auth, authorizationType: apigateway.AuthorizationType.COGNITO, authorizationScopes: ['books/write'] });
    new cdk.CfnOutput(this, 'UserPoolId', { value: userPool.userPoolId });
  }
}

export const app = new cdk.App();
new CognitoProtectedApiStack(app, 'CognitoProtectedApi');
