import { App as CdkApp, Stack, aws_cognito as cognito, aws_lambda as lambda } from 'aws-cdk-lib';
import * as own from '../../../lib';
import * as aws from '../../../lib/cdk';

/* Everything that an API makes or returns. The types are the compiler's: nothing here says what it is. */

/** Of `synthgate/aws`, in a stack. */
export function ofStack(entry: string) {
  const stack = new Stack(new CdkApp({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Stack');
  const api = new aws.Api(stack, 'Api');
  const handler = new lambda.Function(stack, 'Handler', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline('0') });
  const proxyFunction = new aws.ProxyFunction(stack, 'Function', { entry });
  const resource = api.root.addResource('pets');
  const proxy = api.root.addResource('files').addProxy({ anyMethod: true, defaultIntegration: new aws.LambdaIntegration(handler) });
  const deployment = new aws.Deployment(stack, 'Deployment', { api });
  const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] });
  return {
    api, root: api.root, restApi: api.restApi, resource, proxy, proxyFunction, deployment, plan, target: api.aws,
    anyMethod: proxy.anyMethod ?? resource.addMethod('ANY'),
    method: resource.addMethod('GET', proxyFunction),
    preflight: resource.addCorsPreflight({ allowOrigins: ['*'] }),
    found: api.root.resourceForPath('/cats/{id}'),
    madeResource: new aws.Resource(stack, 'Resource', { parent: api.root, pathPart: 'dogs' }),
    madeProxy: new aws.ProxyResource(stack, 'Proxy', { parent: resource, anyMethod: false }),
    madeMethod: new aws.Method(stack, 'Method', { resource, httpMethod: 'PUT' }),
    stage: api.deploymentStage,
    madeStage: new aws.Stage(stack, 'Stage', { deployment, stageName: 'next' }),
    madePlan: new aws.UsagePlan(stack, 'MadePlan', { apiStages: [{ stage: api.deploymentStage }] }),
    key: api.addApiKey('Key'),
    model: api.addModel('Model', { schema: {} }),
    validator: api.addRequestValidator('Validator', {}),
    gatewayResponse: api.addGatewayResponse('Response', { type: aws.ResponseType.DEFAULT_4XX }),
    madeResponse: new aws.GatewayResponse(stack, 'Denied', { restApi: api, type: aws.ResponseType.ACCESS_DENIED }),
    tokenAuthorizer: new aws.TokenAuthorizer(stack, 'Token', { handler }),
    requestAuthorizer: new aws.RequestAuthorizer(stack, 'Request', { handler, identitySources: ['method.request.header.X'] }),
    userPools: new aws.CognitoUserPoolsAuthorizer(stack, 'Pools', { cognitoUserPools: [new cognito.UserPool(stack, 'Pool')] }),
    jwt: new own.JwtAuthorizer(stack, 'Jwt', { issuer: 'https://issuer.example', audience: ['pets'] }),
    existing: aws.Api.fromApiAttributes(stack, 'Existing', { restApiId: 'abc', rootResourceId: 'root' }),
  };
}

/** Of `synthgate`, in an app of its own. */
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
