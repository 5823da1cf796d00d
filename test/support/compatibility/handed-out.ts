import { App as CdkApp, Stack, aws_cognito as cognito, aws_lambda as lambda } from 'aws-cdk-lib';
import * as own from '../../../lib';
import * as aws from '../../../lib/aws';

/* Everything that an API makes or returns. The types are the compiler's: nothing here says what it is. */

/** Returns the objects that an API of `synthgate/aws` makes or returns, in a stack. */
export function ofStack(entry: string) {
  const stack = new Stack(new CdkApp({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Stack');
  const api = new aws.Api(stack, 'Api');
  const handler = new lambda.Function(stack, 'Handler', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline('0') });
  const proxyFunction = new aws.ProxyFunction(stack, 'Function', { entry });
  const resource = api.root.addResource('pets');
  const proxy = api.root.addResource('files').addProxy({ anyMethod: true, defaultIntegration: new own.ProxyIntegration(handler) });
  const deployment = new own.Deployment(stack, 'Deployment', { api });
  const key = api.addApiKey('Key');
  return {
    api, root: api.root, restApi: api.restApi, resource, proxy, proxyFunction, deployment, key, target: api.aws,
    method: resource.addMethod('GET', proxyFunction),
    preflight: resource.addCorsPreflight({ allowOrigins: ['*'] }) ?? resource,
    found: api.root.resourceForPath('/cats/{id}'),
    stage: api.deploymentStage,
    stageOfCdk: api.aws.stage(api.deploymentStage),
    keyOfCdk: api.aws.apiKey(key),
    plan: api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] }),
    model: api.addModel('Model', { schema: {} }),
    validator: api.addRequestValidator('Validator', {}),
    gatewayResponse: api.addGatewayResponse('Response', { type: own.ResponseType.DEFAULT_4XX }),
    userPools: new own.CognitoUserPoolsAuthorizer(stack, 'Pools', { cognitoUserPools: [new cognito.UserPool(stack, 'Pool')] }),
    existing: aws.Api.fromApiAttributes(stack, 'Existing', { restApiId: 'abc', rootResourceId: 'root' }),
  };
}

/** Returns the objects that an API of `synthgate` makes or returns, in an app of its own. */
export function ofApp(entry: string) {
  const app = new own.App();
  const api = new own.Api(app, 'Api');
  const fn = new own.ProxyFunction(app, 'Function', { entry });
  const resource = api.root.addResource('pets');
  const deployment = new own.Deployment(api, 'Other', { api });
  return {
    app, api, fn, resource, deployment, root: api.root,
    proxy: resource.addProxy({ anyMethod: false }),
    method: resource.addMethod('GET', fn),
    stage: api.deploymentStage,
    plan: api.addUsagePlan('Plan'),
    key: api.addApiKey('Key'),
    model: api.addModel('Model', { schema: {} }),
    validator: api.addRequestValidator('Validator', {}),
    gatewayResponse: api.addGatewayResponse('Response', { type: own.ResponseType.DEFAULT_4XX }),
    tokenAuthorizer: new own.TokenAuthorizer(app, 'Token', { handler: fn }),
    requestAuthorizer: new own.RequestAuthorizer(app, 'Request', { handler: fn, identitySources: ['method.request.header.X'] }),
    jwt: new own.JwtAuthorizer(app, 'Jwt', { issuer: 'https://issuer.example', audience: ['pets'] }),
    mock: new own.MockIntegration(),
    proxyIntegration: new own.ProxyIntegration(fn),
  };
}
