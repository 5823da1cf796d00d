import { WebSocketApi, WebSocketLambdaIntegration, WebSocketStage, type App } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../../support/declared-gateway';
import { POSTING } from '../../support/posting-function';
import { connect } from '../../support/web-socket-client';

jest.setTimeout(60_000);

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
