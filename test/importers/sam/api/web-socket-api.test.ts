import { importFiles, type Imported } from '../../../support/imported';

const fn = (): object => ({ Type: 'AWS::Serverless::Function', Properties: { Handler: 'index.handler', Runtime: 'nodejs22.x', InlineCode: 'exports.handler = async () => ({ statusCode: 200 });' } });
const route = (properties: object = {}): object => ({ FunctionArn: { 'Fn::GetAtt': ['Talk', 'Arn'] }, ...properties });
const CUSTOM = { AuthType: 'CUSTOM', AuthArn: { 'Fn::GetAtt': ['Guard', 'Arn'] }, IdentitySource: ['route.request.querystring.token'] };

function imported(properties: object, globals: object = {}): Imported {
  const Chat = { Type: 'AWS::Serverless::WebSocketApi', Properties: { RouteSelectionExpression: '$request.body.action', ...properties } };
  return importFiles({ 'template.json': { Transform: 'AWS::Serverless-2016-10-31', Globals: globals, Resources: { Chat, Talk: fn(), Guard: fn() } } });
}

test('a WebSocket API with its routes, its authorizer and its stage', () => {
  const source = imported(
    { Auth: CUSTOM, Routes: { $connect: route(), $default: route({ IntegrationTimeout: 900 }), sendMessage: route({ OperationName: 'send' }) }, StageName: 'live' },
    { WebSocketApi: { StageVariables: { table: 'chats' }, DefaultRouteSettings: { ThrottlingRateLimit: 5 } } },
  );
  expect(source.codes).toEqual([]);
  expect(source.specs[0]).toMatchObject({
    protocol: 'websocket',
    api: { name: 'Chat', routeSelectionExpression: '$request.body.action' },
    authorizers: { ChatConnectAuthorizer: { type: 'request', function: 'Guard', identitySources: ['route.request.querystring.token'] } },
    resources: {
      '/$connect': { methods: { ANY: { authorization: { type: 'CUSTOM', authorizer: 'ChatConnectAuthorizer' }, integration: { type: 'proxy', function: 'Talk' } } } },
      '/$default': { methods: { ANY: { authorization: { type: 'NONE' }, integration: { timeoutMs: 900 } } } },
      '/sendMessage': { methods: { ANY: { operationName: 'send' } } },
    },
    stages: { live: { variables: { table: 'chats' }, methodSettings: { '*/*': { throttlingRateLimit: 5 } } } },
  });
});

test('signed connections, and the stage without a name', () => {
  const { specs: [spec] } = imported({ Auth: { AuthType: 'AWS_IAM' }, Routes: { $connect: route() } });
  expect(spec).toMatchObject({ resources: { '/$connect': { methods: { ANY: { authorization: { type: 'AWS_IAM' } } } } }, stages: { default: {} } });
});

test.each([
  ['no routes', { Routes: {} }, 'WebSocket API must have at least one route.'],
  ['a route without a function', { Routes: { $connect: {} } }, 'Route must have associated function.'],
  ['a key that is not alphanumeric', { Routes: { 'chat/join': route() } }, 'Route key \'chat/join\' must be alphanumeric.'],
  ['the stage $default', { Routes: { $connect: route() }, StageName: '$default' }, 'Stages cannot be named $default for WebSocket APIs.'],
  ['an authorizer that nobody is asked by', { Routes: { $default: route() }, Auth: CUSTOM }, 'Authorization is only available if there is a $connect route.'],
  ['an authorizer without a function', { Routes: { $connect: route() }, Auth: { AuthType: 'CUSTOM' } }, 'AuthArn must be specified if AuthType is CUSTOM.'],
  ['an authorizer without its type', { Routes: { $connect: route() }, Auth: { AuthArn: 'a' } }, 'AuthType must be specified for additional auth configurations.'],
  ['an authorizer of an unknown type', { Routes: { $connect: route() }, Auth: { AuthType: 'JWT' } }, 'AuthType is not one of AWS_IAM, CUSTOM or NONE.'],
  ['a function that is not asked', { Routes: { $connect: route() }, Auth: { AuthType: 'NONE', AuthArn: 'a' } }, 'No additional configurations supported for AuthType NONE.'],
  ['parameters of messages', { Routes: { $default: route({ RequestParameters: { a: true } }) } }, 'Request parameters are only supported for the $connect route in WebSocket APIs.'],
])('is refused as by SAM for %s', (_, properties, reason) => {
  expect(() => imported(properties)).toThrow(reason);
});
