import { setTimeout } from 'node:timers/promises';
import { App, HttpApi, HttpLambdaIntegration, HttpMethod, PayloadFormatVersion, WebSocketApi, WebSocketLambdaIntegration, WebSocketStage } from 'synthgate';
import { createTestGateway } from 'synthgate/testing';
import { connect, refused } from '../../support/web-socket-client';
import { functionOf, declareGateway, type DeclaredGateway } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';

const domainName = { name: 'Api.example.com' };
const ECHO = '(event) => ({ statusCode: 200, body: JSON.stringify(event) })';

function declare(app: App): void {
  const echo = functionOf(app, 'Echo', ECHO);
  const shop = new HttpApi(app, 'Shop');
  shop.addStage('Dev', { stageName: 'dev', domainMapping: { domainName, mappingKey: 'v1/shop' } });
  shop.addRoutes({ path: '/pets/{id}', integration: new HttpLambdaIntegration('Echo', echo) });
  shop.addRoutes({ path: '/old', integration: new HttpLambdaIntegration('Old', echo, { payloadFormatVersion: PayloadFormatVersion.VERSION_1_0 }) });
  const orders = new HttpApi(app, 'Orders', { defaultDomainMapping: { domainName } });
  orders.addRoutes({ path: '/v1/orders', methods: [HttpMethod.GET], integration: new HttpLambdaIntegration('Echo', echo) });
  const internal = new HttpApi(app, 'Other', { defaultDomainMapping: { domainName: { name: 'internal.example.com' }, mappingKey: 'a' } });
  internal.addRoutes({ path: '/', integration: new HttpLambdaIntegration('Echo', echo) });
  const chat = new WebSocketApi(app, 'Chat', {
    connectRouteOptions: { integration: new WebSocketLambdaIntegration('Connect', echo) },
    defaultRouteOptions: { integration: new WebSocketLambdaIntegration('Echo', echo), returnResponse: true },
  });
  new WebSocketStage(chat, 'Prod', { webSocketApi: chat, stageName: 'prod', domainMapping: { domainName: { name: 'ws.example.com' }, mappingKey: 'v1/chat' } });
}

interface Event {
  readonly [member: string]: unknown;
  readonly requestContext: { readonly [member: string]: unknown; readonly http: Readonly<Record<string, unknown>> };
}

describe.each([1, 2])('custom domains, with processes: %i', (processes) => {
  let gateway: DeclaredGateway;
  beforeAll(async () => {
    gateway = await declareGateway(declare, { processes });
  });
  afterAll(() => gateway.close());

  const urlOf = (api: string): string => gateway.serving.apis.find(({ name }) => name === api)?.url ?? '';
  const get = async (path: string, host: string, api = 'Shop') => {
    const { status, body } = await sendRequest(`${new URL(urlOf(api)).origin}${path}`, { headers: { host } });
    return { status, text: body.toString() };
  };
  const eventOf = async (...request: Parameters<typeof get>) => JSON.parse((await get(...request)).text) as Event;

  test('the longest key of the host leads to a stage; functions see the path without it', async () => {
    const { rawPath, requestContext, pathParameters } = await eventOf('/v1/shop/pets/7?a=1', 'api.example.com:443');
    expect([rawPath, pathParameters, requestContext.stage, requestContext.http.path]).toEqual(['/pets/7', { id: '7' }, 'dev', '/pets/7']);
    const { path, requestContext: old } = await eventOf('/v1/shop/old', 'API.EXAMPLE.COM');
    expect([path, old.stage]).toEqual(['/v1/shop/old', 'dev']);
  });

  test('the stage without a key takes what no other key takes, also of another API and port', async () => {
    for (const api of ['Shop', 'Orders']) {
      const { routeKey, requestContext } = await eventOf('/v1/orders', 'api.example.com', api);
      expect([routeKey, requestContext.stage, requestContext.domainName]).toEqual(['GET /v1/orders', '$default', 'api.example.com']);
    }
    expect((await get('/v1/shopping', 'api.example.com')).status).toBe(404);
  });

  test('a path that no key matches is not found', async () => {
    expect(await get('/b', 'internal.example.com', 'Other')).toEqual({ status: 404, text: '{"message":"Not Found"}' });
    // a worker process logs it a moment later
    while (!gateway.log.some(({ code }) => code === 'BASE_PATH_UNKNOWN')) await setTimeout(10);
  });

  test('a port does not serve the domains of other APIs, and other hosts reach its own API', async () => {
    expect((await get('/a', 'internal.example.com')).status).toBe(404);
    expect((await get('/a', 'internal.example.com', 'Other')).status).toBe(200);
    const { requestContext } = await eventOf('/pets/7', 'elsewhere.example.com');
    expect(requestContext.stage).toBe('$default');
  });

  test('clients of a WebSocket API connect to the domain', async () => {
    const at = new URL(urlOf('Chat')).origin;
    const client = await connect(`${at}/v1/chat?a=1`, { headers: { host: 'ws.example.com' } });
    client.send('hello');
    const { requestContext } = JSON.parse(await client.next()) as Event;
    expect([requestContext.stage, requestContext.domainName]).toEqual(['prod', 'ws.example.com']);
    client.socket.close();
    expect((await refused(`${at}/v1/chats`, { headers: { host: 'ws.example.com' } })).status).toBe(403);
    expect((await connect(`${at}/prod`)).socket.close()).toBeUndefined();
  });
});

test('a test gateway serves the domain of its API', async () => {
  const app = new App();
  const api = new HttpApi(app, 'Shop', { defaultDomainMapping: { domainName, mappingKey: 'v1' } });
  api.addRoutes({ path: '/a', integration: new HttpLambdaIntegration('Echo', functionOf(app, 'Echo', ECHO)) });
  const gateway = await createTestGateway(api);
  const answer = await sendRequest(`${new URL(gateway.url()).origin}/v1/a`, { headers: { host: 'api.example.com' } });
  const event = answer.json<Event>();
  await gateway.close();
  expect(event).toMatchObject({ rawPath: '/a', requestContext: { domainName: 'api.example.com' } });
});
