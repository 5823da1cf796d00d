// A chat: a name opens a connection, what one client says reaches all, and "who" is answered to the client alone. Its page is at the
// HTTP API: `synthgate dev examples/19-websocket-chat/app.ts`, and open the page twice. Its tests are in gateway.test.ts.
import path from 'node:path';
import {
  App, HttpApi, HttpLambdaIntegration, Model, ProxyFunction, WebSocketApi, WebSocketLambdaAuthorizer, WebSocketLambdaIntegration,
  WebSocketMockIntegration, WebSocketStage, type ProxyFunctionProps,
} from 'synthgate';

const app = new App();
const newFunction = (id: string, name: string, props: ProxyFunctionProps = {}) =>
  new ProxyFunction(app, id, { entry: path.join(__dirname, 'handlers', `${name}.ts`), ...props });

// One process has all events, several at a time, and remembers who is there. On AWS, that is the task of a table.
const chat = newFunction('ChatFunction', 'chat', { maxInstances: 1, concurrency: 10 });
const integration = (id: string) => new WebSocketLambdaIntegration(id, chat);
const byName = new WebSocketLambdaAuthorizer('ByName', newFunction('NameFunction', 'name'), { identitySource: ['route.request.querystring.name'] });

export const api = new WebSocketApi(app, 'ChatApi', {
  connectRouteOptions: { integration: integration('Connect'), authorizer: byName },
  disconnectRouteOptions: { integration: integration('Disconnect') },
});
const said = new Model(api, 'Said', {
  schema: { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1, maxLength: 200 } } },
});
api.addRoute('say', { integration: integration('Say'), requestModels: { say: said }, modelSelectionExpression: '$request.body.action' });
api.addRoute('who', { integration: integration('Who'), returnResponse: true });
api.addRoute('ping', {
  returnResponse: true,
  integration: new WebSocketMockIntegration('Ping', {
    requestTemplates: { $default: '{"statusCode": 200}' },
    integrationResponses: [{ responseTemplates: { $default: '{"pong": "$context.connectionId"}' } }],
  }),
});
new WebSocketStage(app, 'ChatStage', { webSocketApi: api, stageName: 'prod', autoDeploy: true, throttle: { rateLimit: 50, burstLimit: 20 } });

new HttpApi(app, 'PageApi', { defaultIntegration: new HttpLambdaIntegration('Page', newFunction('PageFunction', 'page')) });
app.synth();
