import {
  App, Model, WebSocketApi, WebSocketLambdaAuthorizer, WebSocketLambdaIntegration, WebSocketMockIntegration, WebSocketStage,
} from 'synthgate';
import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { functionOf } from '../../support/declared-gateway';
import { POSTING } from '../../support/posting-function';

/* A WebSocket API as programs declare it, called by clients. */

const ALLOW = '({ methodArn: Resource, queryStringParameters: { token } }) => ({ principalId: token, policyDocument: { Version: "2012-10-17", Statement: [{ Action: "execute-api:Invoke", Effect: token === "ann" ? "Allow" : "Deny", Resource }] } })';
const ECHO = '({ requestContext: { routeKey, authorizer }, body, stageVariables }) => ({ statusCode: 200, body: JSON.stringify({ routeKey, body, stageVariables, principalId: authorizer?.principalId }) })';

let gateway: TestGateway;

beforeAll(async () => {
  const app = new App();
  const integration = new WebSocketLambdaIntegration('Echo', functionOf(app, 'EchoFunction', ECHO));
  const authorizer = new WebSocketLambdaAuthorizer('Guard', functionOf(app, 'GuardFunction', ALLOW), { identitySource: ['route.request.querystring.token'] });
  const api = new WebSocketApi(app, 'Chat', {
    routeSelectionExpression: '$request.body.type',
    connectRouteOptions: { integration, authorizer }, defaultRouteOptions: { integration, returnResponse: true },
  });
  const named = new Model(api, 'Named', { schema: { type: 'object', required: ['name'] } });
  api.addRoute('join room', { integration, returnResponse: true, requestModels: { $default: named }, modelSelectionExpression: '$request.body.type' });
  api.addRoute('post', { integration: new WebSocketLambdaIntegration('Post', functionOf(app, 'PostFunction', POSTING)), returnResponse: true });
  api.addRoute('ping', {
    returnResponse: true,
    integration: new WebSocketMockIntegration('Ping', {
      requestTemplates: { $default: '{"statusCode": 200}' }, integrationResponses: [{ responseTemplates: { $default: '{"pong": "$context.connectionId"}' } }],
    }),
  });
  new WebSocketStage(app, 'Prod', { webSocketApi: api, stageName: 'prod', stageVariables: { color: 'red' } });
  gateway = await createTestGateway(app);
});
afterAll(() => gateway.close());

test('a client connects, sends messages of all routes, and gets their answers', async () => {
  const client = await gateway.connect('/prod?token=ann');
  client.send({ type: 'join room', name: 'tests' });
  expect(JSON.parse(String(await client.next()))).toEqual({ routeKey: 'join room', body: '{"type":"join room","name":"tests"}', stageVariables: { color: 'red' }, principalId: 'ann' });
  client.send({ type: 'join room' });
  expect(await client.next()).toContain('Bad request body');
  client.send('anything');
  expect(JSON.parse(String(await client.next()))).toMatchObject({ routeKey: '$default' });
  client.send({ type: 'ping' });
  expect(JSON.parse(String(await client.next()))).toEqual({ pong: gateway.connections()[0]?.connectionId });
  client.close();
  await client.closed;
});

test.each([['/prod?token=bob', 403], ['/prod', 401]])('a handshake for "%s" is refused with %i', async (target, status) => {
  await expect(gateway.connect(target)).rejects.toThrow(String(status));
});

test('a message that no route takes gets the error frame, and the log says why', async () => {
  const app = new App();
  const webSocketApi = new WebSocketApi(app, 'Bare', { connectRouteOptions: { integration: new WebSocketMockIntegration('Open', { requestTemplates: { $default: '{"statusCode": 200}' } }) } });
  new WebSocketStage(app, 'Prod', { webSocketApi, stageName: 'prod' });
  const bare = await createTestGateway(app);
  const client = await bare.connect('/prod');
  client.send({ action: 'nothing' });
  expect(await client.next()).toMatch(/^\{"message": "Forbidden", "connectionId":"/);
  expect(bare.logs.map(({ code }) => code)).toContain('MESSAGE_ROUTE_UNKNOWN');
  await bare.close();
});

test.each(['https', 'http'])('a function sends over %s, whatever the clock of the test says', async (scheme) => {
  const client = await gateway.connect('/prod?token=ann');
  gateway.clock.advance('1m');
  client.send({ type: 'post', to: gateway.connections()[0]?.connectionId, say: 'hello', scheme });
  expect(await client.next()).toBe('hello');
  expect(await client.next()).toBe('200');
  client.close();
  await client.closed;
});
