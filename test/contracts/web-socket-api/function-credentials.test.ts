import { HttpApi, HttpLambdaIntegration, WebSocketApi, WebSocketLambdaIntegration, WebSocketStage, type App } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../../support/declared-gateway';
import { POSTING } from '../../support/posting-function';
import { connect } from '../../support/web-socket-client';

/* A function may send to the connections of the APIs that name it, and of no other. */

let gateway: DeclaredGateway;
const urlOf = (name: string): string => `${gateway.serving.apis.find((api) => api.name === name)?.url ?? ''}/prod`;

beforeAll(async () => { gateway = await declareGateway(declare); });
afterAll(() => gateway.close());

function declare(app: App): void {
  const own = functionOf(app, 'Own', POSTING);
  const shared = functionOf(app, 'Shared', POSTING);
  const apiOf = (id: string, functions: Readonly<Record<string, typeof own>>): void => {
    const api = new WebSocketApi(app, id);
    for (const [key, fn] of Object.entries(functions)) {
      api.addRoute(key, { integration: new WebSocketLambdaIntegration(key, fn), returnResponse: true });
    }
    new WebSocketStage(app, `${id}Prod`, { webSocketApi: api, stageName: 'prod', autoDeploy: true });
  };
  apiOf('Chat', { own, shared });
  apiOf('Other', { shared });
}

test.each([['own', '403'], ['shared', '200']])('a function of two APIs may send to both, one of the first to its own only: %s', async (action, expected) => {
  const there = await connect(urlOf('Other'));
  there.send({ action: 'shared' });
  const to = await there.next();
  const here = await connect(urlOf('Chat'));
  here.send({ action, to, say: 'hello', scheme: 'http', host: new URL(urlOf('Other')).host });
  expect(await here.next()).toBe(expected);
  here.send({ action });
  const self = await here.next();
  here.send({ action, to: self, say: 'to myself', scheme: 'http' });
  expect([await here.next(), await here.next()]).toEqual(['to myself', '200']);
  for (const { socket, closed } of [here, there]) {
    socket.close();
    await closed;
  }
});

describe.each([1, 2])('functions of other APIs, in %i processes', (processes) => {
  const NOTIFY = POSTING.replace('const { domainName, stage, connectionId } = event.requestContext;',
    "const { host: domainName } = new URL(process.env.URL ?? 'http://unknown'); const stage = 'prod';");
  let notifying: DeclaredGateway;
  let url: (name: string) => string;

  beforeAll(async () => {
    notifying = await declareGateway((app) => {
      const api = new WebSocketApi(app, 'Chat', { apiId: 'chat123' });
      api.addRoute('$default', { integration: new WebSocketLambdaIntegration('Own', functionOf(app, 'Own', POSTING)), returnResponse: true });
      new WebSocketStage(app, 'ChatProd', { webSocketApi: api, stageName: 'prod', autoDeploy: true });
      const http = new HttpApi(app, 'Shop');
      const environment = { URL: 'https://chat123.execute-api.eu-west-1.amazonaws.com/prod', OTHER: 'https://other.execute-api.eu-west-1.amazonaws.com/prod' };
      const add = (path: string, id: string, handler: string, props: object): void => {
        http.addRoutes({ path, integration: new HttpLambdaIntegration(id, functionOf(app, id, handler, props)) });
      };
      add('/notify', 'Notify', NOTIFY, { environment });
      add('/variables', 'Variables', 'async () => ({ statusCode: 200, body: process.env.URL + " " + process.env.OTHER })', { environment });
      add('/stranger', 'Stranger', NOTIFY, { environment: { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' } });
    }, processes === 1 ? {} : { processes });
    url = (name) => notifying.serving.apis.find((api) => api.name === name)?.url ?? '';
  });
  afterAll(() => notifying.close());

  test('that have the address of a WebSocket API send to its connections', async () => {
    const client = await connect(`${url('Chat')}/prod`);
    client.send({});
    const to = await client.next();
    const response = await fetch(`${url('Shop')}/notify`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ to, say: 'news' }) });
    expect([await response.text(), await client.next()]).toEqual(['200', 'news']);
    const { host } = new URL(url('Chat'));
    const refused = await fetch(`${url('Shop')}/stranger`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ to, say: 'x', host, scheme: 'http' }) });
    expect(await refused.text()).toBe('403');
    client.socket.close();
    await client.closed;
  });

  test('have its local address in place of the one on AWS; other addresses stay', async () => {
    const { host } = new URL(url('Chat'));
    expect(await (await fetch(`${url('Shop')}/variables`)).text()).toBe(`https://${host}/prod https://other.execute-api.eu-west-1.amazonaws.com/prod`);
  });
});

test('in a sandbox a function trusts the port of its own API', async () => {
  const sandboxed = await declareGateway(declare, { sandbox: 'required' });
  try {
    const url = sandboxed.serving.apis.find(({ name }) => name === 'Other')?.url ?? '';
    const client = await connect(`${url}/prod`);
    client.send({ action: 'shared' });
    client.send({ action: 'shared', to: await client.next(), say: 'from the sandbox' });
    expect([await client.next(), await client.next()]).toEqual(['from the sandbox', '200']);
  } finally {
    await sandboxed.close();
  }
});
