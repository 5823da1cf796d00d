import { App, Stack } from 'aws-cdk-lib';
import { WebSocketApi, WebSocketApiKeySelectionExpression, WebSocketRoute, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketIamAuthorizer, WebSocketLambdaAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { WebSocketAwsIntegration, WebSocketLambdaIntegration, WebSocketMockIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import path from 'node:path';
import { createTestGateway, formatGateway, wrap } from '../../../lib/testing';
import { importPath, type Imported } from '../../support/imported';
import { newDirectory } from '../../support/temporary-directory';
import { connect } from '../../support/web-socket-client';

/* WebSocket APIs as the CDK's own classes declare them, read from the cloud assemblies that the CDK makes. */

const ECHO = 'exports.handler = async ({ requestContext: { routeKey, authorizer } }) => ({ statusCode: 200, body: JSON.stringify({ routeKey, authorizer }) });';
const ALLOW = 'exports.handler = async ({ methodArn: Resource }) => ({ principalId: "ann", policyDocument: { Version: "2012-10-17", Statement: [{ Action: "execute-api:Invoke", Effect: "Allow", Resource }] } });';

const newStack = (): Stack => new Stack(new App({ outdir: path.join(newDirectory(), 'cdk.out'), analyticsReporting: false }), 'Talk');

function lambda(stack: Stack, id: string, code = ECHO): LambdaFunction {
  return new LambdaFunction(stack, id, { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline(code) });
}

function imported(stack: Stack): Imported {
  return importPath((stack.node.root as App).synth().directory); // the root of newStack
}

/** The chat of the tests: an authorizer, a function, a service, a mock. */
function chat(stack: Stack): WebSocketApi {
  const integration = new WebSocketLambdaIntegration('Echo', lambda(stack, 'EchoFn'));
  const authorizer = new WebSocketLambdaAuthorizer('Guard', lambda(stack, 'GuardFn', ALLOW), { identitySource: ['route.request.header.Authorization'] });
  const api = new WebSocketApi(stack, 'Chat', {
    apiName: 'Chat', description: 'talks', routeSelectionExpression: '$request.body.type',
    apiKeySelectionExpression: WebSocketApiKeySelectionExpression.AUTHORIZER_USAGE_IDENTIFIER_KEY,
    connectRouteOptions: { integration, authorizer }, defaultRouteOptions: { integration, returnResponse: true },
  });
  const credentialsRole = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
  api.addRoute('store', {
    integration: new WebSocketAwsIntegration('Store', {
      integrationUri: `arn:aws:apigateway:${stack.region}:dynamodb:action/PutItem`, integrationMethod: 'POST', credentialsRole,
      requestTemplates: { 'application/json': '{"TableName": "t"}' }, templateSelectionExpression: '\\$default',
    }),
  });
  new WebSocketStage(stack, 'Prod', { webSocketApi: api, stageName: 'prod', autoDeploy: true, throttle: { rateLimit: 10, burstLimit: 5 } });
  return api;
}

test('a WebSocket API of the CDK becomes a spec: routes, integrations, authorizer, stage', () => {
  const stack = newStack();
  const api = chat(stack);
  api.addRoute('mock', { integration: new WebSocketMockIntegration('Mock', { requestTemplates: { default: '{"statusCode":200}' }, templateSelectionExpression: 'default' }) });
  const { codes, specs: [spec] } = imported(stack);
  expect(codes).toEqual([]);
  expect(spec).toMatchObject({
    protocol: 'websocket',
    api: { name: 'Chat', description: 'talks', routeSelectionExpression: '$request.body.type', apiKeySource: 'AUTHORIZER' },
    authorizers: { Guard: { type: 'request', identitySources: ['route.request.header.Authorization'], resultsCacheTtlSeconds: 0 } },
    resources: {
      '/$connect': { methods: { ANY: { authorization: { type: 'CUSTOM', authorizer: 'Guard' }, integration: { type: 'proxy' } } } },
      '/$default': { methods: { ANY: { hasRouteResponse: true, integration: { type: 'proxy' } } } },
      '/store': {
        methods: { ANY: { integration: { type: 'service', service: 'dynamodb', action: 'PutItem', httpMethod: 'POST', templateSelectionExpression: '\\$default', responses: [] } } },
      },
      '/mock': { methods: { ANY: { integration: { type: 'mock', requestTemplates: { default: '{"statusCode":200}' }, templateSelectionExpression: 'default' } } } },
    },
    stages: { prod: { methodSettings: { '*/*': { throttlingRateLimit: 10, throttlingBurstLimit: 5 } } } },
  });
});

test('connections are signed, or need a key', () => {
  const stack = newStack();
  const integration = new WebSocketLambdaIntegration('Echo', lambda(stack, 'EchoFn'));
  new WebSocketApi(stack, 'Signed', { connectRouteOptions: { integration, authorizer: new WebSocketIamAuthorizer() } });
  const webSocketApi = new WebSocketApi(stack, 'Keyed');
  new WebSocketRoute(stack, 'Connect', { webSocketApi, routeKey: '$connect', integration: new WebSocketMockIntegration('Mock'), apiKeyRequired: true });
  const { codes, specs } = imported(stack);
  expect(codes).toEqual([]);
  const routes = Object.fromEntries(specs.map(({ api: { name }, resources }) => [name, resources['/$connect']?.methods.ANY]));
  expect(routes).toMatchObject({ Signed: { authorization: { type: 'AWS_IAM' } }, Keyed: { apiKeyRequired: true, integration: { type: 'mock' } } });
});

test('is served in tests, unchanged, and is a definition', async () => {
  const stack = newStack();
  const api = chat(stack);
  const gateway = await createTestGateway(stack);
  const client = await connect(gateway.url('prod'), { headers: { authorization: 'me' } });
  client.send({ type: 'hello' });
  expect(JSON.parse(await client.next())).toMatchObject({ routeKey: '$default', authorizer: { principalId: 'ann' } });
  client.socket.terminate();
  await gateway.close();
  expect(formatGateway(wrap(api))).toContain('$connect');
});
