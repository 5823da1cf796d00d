import { App, Stack, aws_apigatewayv2 as v2, aws_apigatewayv2_authorizers as authorizers, aws_apigatewayv2_integrations as integrations, aws_lambda as lambda } from 'aws-cdk-lib';
import { RootConstruct } from 'constructs';
import {
  Api, ApiBase, HttpApi, HttpIamAuthorizer, HttpUrlIntegration, Model, ProxyFunction, RequestValidator,
  WebSocketApi, WebSocketApiKeySelectionExpression,
  WebSocketAwsIntegration, WebSocketIamAuthorizer, WebSocketLambdaAuthorizer, WebSocketLambdaIntegration, WebSocketMockIntegration,
  WebSocketNoneAuthorizer, WebSocketRoute, WebSocketStage,
} from '../../../lib/constructs';
import { httpFindings, httpSpecOf } from '../../support/http-declaration';
import { importFiles } from '../../support/imported';
import { declareWebSocket } from '../../support/web-socket-declaration';

test('routes are resources by their keys, with the defaults of WebSocket APIs', () => {
  const { api, chat, root } = declareWebSocket({ defaultRouteOptions: { integration: new WebSocketMockIntegration('Pong') } });
  const message = new Model(api, 'Message', { schema: { type: 'object' } });
  api.addRoute('chat/join', { integration: chat, returnResponse: true, requestModels: { $default: message }, modelSelectionExpression: '$request.body.kind' });
  const keyed = new WebSocketRoute(root, 'Connect', { webSocketApi: api, routeKey: '$connect', integration: chat, apiKeyRequired: true });
  expect(httpSpecOf(api)).toMatchObject({
    protocol: 'websocket',
    api: { name: 'Chat', endpointType: 'REGIONAL', routeSelectionExpression: '$request.body.action', apiKeySource: 'HEADER' },
    resources: {
      '/$connect': { methods: { ANY: { apiKeyRequired: true, authorization: { type: 'NONE' } } } },
      '/chat%2Fjoin': {
        methods: {
          ANY: {
            hasRouteResponse: true, requestModels: { $default: message.modelId }, modelSelectionExpression: '$request.body.kind',
            integration: { type: 'proxy', function: 'Handler', timeoutMs: 29_000 },
          },
        },
      },
      '/$default': { methods: { ANY: { integration: { type: 'mock', requestTemplates: {}, responses: [] } } } },
    },
  });
  expect([WebSocketRoute.isWebSocketRoute(keyed), WebSocketRoute.isWebSocketRoute(api)]).toEqual([true, false]);
  expect(api.routeTable()).toMatchInlineSnapshot(`
"$connect     → proxy Handler  api key
$default     → mock
chat/join    → proxy Handler  answers"
`);
});

test('a definition has the spec that the same one of aws-cdk-lib is imported as, but for ids', () => {
  const stack = new Stack(new App(), 'Stack');
  const handler = (id: string): lambda.Function => new lambda.Function(stack, id, { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline('exports.handler = async () => ({});') });
  const store = {
    integrationUri: 'arn:aws:apigateway:eu-west-1:dynamodb:action/PutItem', integrationMethod: 'POST', templateSelectionExpression: '\\$default',
    requestTemplates: { $default: '{"TableName": "t"}' }, requestParameters: { 'integration.request.header.x-id': 'context.connectionId' },
  };
  const mock = { requestTemplates: { a: '{"statusCode":200}' }, templateSelectionExpression: '$request.body.kind' };
  const stage = { stageName: 'prod', autoDeploy: true, throttle: { rateLimit: 5, burstLimit: 7 }, stageVariables: { color: 'red' }, description: 'for us', detailedMetricsEnabled: true };
  const settings = { description: 'talks', routeSelectionExpression: '$request.body.type' };

  const theirChat = new integrations.WebSocketLambdaIntegration('Talk', handler('Talk'));
  const theirs = new v2.WebSocketApi(stack, 'Chat', {
    ...settings, apiKeySelectionExpression: v2.WebSocketApiKeySelectionExpression.AUTHORIZER_USAGE_IDENTIFIER_KEY,
    connectRouteOptions: { integration: theirChat, authorizer: new authorizers.WebSocketLambdaAuthorizer('Guard', handler('Check'), { identitySource: ['route.request.querystring.token'] }) },
    disconnectRouteOptions: { integration: theirChat }, defaultRouteOptions: { integration: theirChat, returnResponse: true },
  });
  theirs.addRoute('store', { integration: new integrations.WebSocketAwsIntegration('Store', store) });
  theirs.addRoute('mock', { integration: new integrations.WebSocketMockIntegration('Mock', mock) });
  new v2.WebSocketStage(stack, 'Prod', { webSocketApi: theirs, ...stage });
  const [imported] = importFiles({ 'template.json': (stack.node.root as App).synth().getStackByName('Stack').template as object }).specs;

  const root = new RootConstruct();
  const fn = (id: string): ProxyFunction => new ProxyFunction(root, id, { entry: 'src/handler.ts' });
  const ourChat = new WebSocketLambdaIntegration('Talk', fn('Talk'));
  const ours = new WebSocketApi(root, 'Chat', {
    ...settings, apiKeySelectionExpression: WebSocketApiKeySelectionExpression.AUTHORIZER_USAGE_IDENTIFIER_KEY,
    connectRouteOptions: { integration: ourChat, authorizer: new WebSocketLambdaAuthorizer('Guard', fn('Check'), { identitySource: ['route.request.querystring.token'] }) },
    disconnectRouteOptions: { integration: ourChat }, defaultRouteOptions: { integration: ourChat, returnResponse: true },
  });
  ours.addRoute('store', { integration: new WebSocketAwsIntegration('Store', store) });
  ours.addRoute('mock', { integration: new WebSocketMockIntegration('Mock', mock) });
  new WebSocketStage(root, 'Prod', { webSocketApi: ours, ...stage });

  const { api, functions, ...spec } = httpSpecOf(ours);
  const { api: theirApi, functions: theirFunctions, ...rest } = imported;
  expect(spec).toEqual(JSON.parse(JSON.stringify(rest).replace(/"(Talk|Check)[0-9A-F]{8}"/g, '"$1"')));
  expect({ ...api, id: '' }).toEqual({ ...theirApi, id: '' });
  expect(Object.keys(functions)).toHaveLength(Object.keys(theirFunctions).length);
});

test('the kinds of APIs are told apart, and all are APIs', () => {
  const { root, api } = declareWebSocket();
  const kinds = [api, new Api(root, 'Rest'), new HttpApi(root, 'Http')]
    .map((value) => [Api.isApi(value), HttpApi.isHttpApi(value), WebSocketApi.isWebSocketApi(value), ApiBase.isApiBase(value)]);
  expect(kinds).toEqual([[false, false, true, true], [true, false, false, true], [false, true, false, true]]);
});

test.each<[string, (declared: ReturnType<typeof declareWebSocket>) => void, string[]]>([
  ['a key without a letter', ({ api, chat }) => api.addRoute('', { integration: chat }), ['ROUTE_KEY_INVALID Chat/-Route']],
  ['a key with half a character', ({ api, chat }) => api.addRoute('a\ud800', { integration: chat }), [expect.stringMatching(/^ROUTE_KEY_INVALID /) as string]],
  ['a key that only a deployment knows', ({ api, chat }) => api.addRoute(new Stack().stackId, { integration: chat }), [expect.stringMatching(/^ROUTE_KEY_INVALID /) as string]],
  ['a second route of a key', ({ api, chat }) => [1, 2].forEach(() => api.addRoute('a', { integration: chat })), ['DUPLICATE_NAME Chat/a-Route#2']],
  ['an authorizer of messages', ({ api, chat }) => api.addRoute('a', { integration: chat, authorizer: new WebSocketIamAuthorizer() }), ['GUARD_NOT_AT_CONNECT Chat/a-Route']],
  ['a key of messages', ({ api, chat }) => api.addRoute('$disconnect', { integration: chat, apiKeyRequired: true }), ['GUARD_NOT_AT_CONNECT Chat/$disconnect-Route']],
  ['a second stage of a name', ({ api, root }) => ['A', 'B'].forEach((id) => new WebSocketStage(root, id, { webSocketApi: api, stageName: 'prod' })), ['STAGE_DUPLICATE B']],
  ['the stage $default', ({ api, root }) => new WebSocketStage(root, 'A', { webSocketApi: api, stageName: '$default' }), ['STAGE_NAME_INVALID A']],
  ['what only REST APIs have', ({ api }) => new RequestValidator(api, 'All'), ['PROTOCOL_UNSUPPORTED Chat']],
])('refuses %s', (_, change, findings) => {
  const declared = declareWebSocket();
  change(declared);
  expect(httpFindings(declared.api)).toEqual(findings);
});

test('everybody may connect without an authorizer, or with one that says so', () => {
  const { api, chat } = declareWebSocket();
  api.addRoute('$connect', { integration: chat, authorizer: new WebSocketNoneAuthorizer() });
  expect(httpSpecOf(api).resources['/$connect'].methods.ANY?.authorization).toEqual({ type: 'NONE' });
});

test('routes of HTTP APIs, properties that only AWS has and classes of aws-cdk-lib are refused with what to do', () => {
  const { root, api, fn, chat } = declareWebSocket();
  new WebSocketApi(root, 'Other', { disableSchemaValidation: true } as object);
  expect(() => api.addRoute('a', { integration: new integrations.WebSocketMockIntegration('A') as never })).toThrow('use WebSocketMockIntegration of synthgate');
  expect(() => api.addRoute('b', { integration: new HttpUrlIntegration('B', 'https://b.example.com') as never })).toThrow('PROPERTY_TYPE_INVALID');
  api.addRoute('$connect', { integration: new WebSocketLambdaIntegration('C', fn), authorizer: new authorizers.WebSocketIamAuthorizer() as never });
  api.addRoute('$default', { integration: chat, authorizer: new HttpIamAuthorizer() as never });
  const apis = root.node.children.filter(WebSocketApi.isWebSocketApi);
  const texts = apis.flatMap((declared) => declared._collect().issues.map(({ message }) => message));
  expect(texts).toContainEqual(expect.stringContaining('only synthgate/aws has it'));
  expect(texts).toContainEqual(expect.stringContaining('use WebSocketIamAuthorizer of synthgate'));
});
