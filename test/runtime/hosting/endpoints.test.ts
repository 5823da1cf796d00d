import { Api, MockIntegration, type App } from 'synthgate';
import { addressOf, endpointsOf, requireBasePaths } from '../../../lib/runtime/hosting/endpoints';
import { functionOf, declareGateway, type DeclaredGateway } from '../../support/declared-gateway';

const APIS = ['One', 'Two', 'Three'].map((name) => ({ name, definition: {}, stages: [{ name: 'prod' }, { name: 'dev' }] }));
const CHAT = { name: 'Chat', definition: { protocol: 'websocket' as const }, stages: [{ name: 'prod' }] };

describe('endpoints', () => {
  test('APIs with base paths share the first port, others follow', () => {
    const endpoints = endpointsOf(APIS, { basePaths: { 'Two': 'two', 'Three/prod': 'three' } });
    expect(APIS.map(({ name }) => addressOf(name, endpoints).index)).toEqual([1, 0, 0]);
    const paths = (name: string) => [addressOf(name, endpoints).path, ...['prod', 'dev'].map(addressOf(name, endpoints).stagePath)];
    expect(['One', 'Two', 'Three'].map(paths)).toEqual([['', '/prod', '/dev'], ['/two', '/two/prod', '/two/dev'], ['', '/three', undefined]]);
    expect(endpointsOf(APIS, {})).toHaveLength(3);
  });

  test.each([
    [{ Tow: 'two' }, { what: 'API', given: 'Tow', known: 'APIs: One, Two, Three' }],
    [{ 'Two/pord': 'two' }, { what: 'stage of Two', given: 'pord', known: 'stages with a deployment: prod, dev' }],
  ])('OPTION_NAME_UNKNOWN: %j', (basePaths, details) => {
    expect(() => requireBasePaths(APIS, { basePaths })).toThrow(expect.objectContaining({ code: 'OPTION_NAME_UNKNOWN', details }));
  });

  test.each([
    [{ 'Two/prod': 'a', 'Two/dev': '/a/' }, '/a', 'each base path once'],
    [{ Chat: 'chat' }, '/chat=Chat', 'REST and HTTP APIs; a WebSocket API has a port of its own'],
  ])('OPTION_INVALID: %j', (basePaths, given, allowed) => {
    expect(() => requireBasePaths([...APIS, CHAT], { basePaths })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', details: { option: 'basePaths', given, allowed } }),
    );
  });
});

describe.each([1, 2])('a port with base paths, with processes: %i', (processes) => {
  let gateway: DeclaredGateway;
  beforeAll(async () => {
    gateway = await declareGateway(declare, { processes, basePaths: { 'Orders': 'orders', 'Users/prod': 'users/v1' } });
  });
  afterAll(() => gateway.close());

  const get = async (path: string, headers = {}) => {
    const response = await fetch(`${new URL(gateway.url).origin}${path}`, { headers });
    return { status: response.status, type: response.headers.get('x-amzn-errortype'), text: await response.text() };
  };

  test('functions see the whole path, routes are matched without the base path', async () => {
    expect(JSON.parse((await get('/orders/prod/items/7?a=1')).text)).toEqual({
      path: '/orders/prod/items/7', resource: '/items/{id}', id: '7', stage: 'prod', full: '/orders/prod/items/7', resourcePath: '/items/{id}', query: { a: '1' },
    });
    expect((await get('/users/v1/')).status).toBe(200);
  });

  test('what is below no base path is forbidden, and so is a stage that no mapping names', async () => {
    const forbidden = { status: 403, type: 'ForbiddenException', text: '{"message":"Forbidden"}' };
    expect([await get('/prod/items/7'), await get('/users/v10'), await get('/orders/none/items/7')]).toEqual([forbidden, forbidden, forbidden]);
    expect((await get('/users/v1/dev')).type).toBe('MissingAuthenticationTokenException');
    expect(gateway.log.map(({ code }) => code)).toContain('BASE_PATH_UNKNOWN');
  });

  test('served APIs have the addresses, an API without a base path its own port', () => {
    const secondApi = gateway.serving.apis.find(({ name }) => name === 'Other');
    const { origin } = new URL(gateway.url);
    expect(gateway.serving.apis.map(({ name, stages }) => [name, ...stages.map(({ url }) => url)])).toEqual([
      ['Orders', `${origin}/orders/prod`], ['Other', `${secondApi?.url}/prod`], ['Users', `${origin}/users/v1`],
    ]);
    expect(secondApi?.url).not.toBe(origin);
  });
});

test('the first port is that of the base paths, whichever API has one', async () => {
  const gateway = await declareGateway(declare, { basePaths: { 'Users/prod': 'users/v1' } });
  const { apis: [orders], port } = gateway.serving;
  await gateway.close();
  expect(orders?.name).toBe('Orders');
  expect(Number(new URL(orders?.url ?? '').port)).not.toBe(port);
  expect(gateway.serving.apis.find(({ name }) => name === 'Users')?.stages.map(({ url }) => url)).toContain(`http://127.0.0.1:${port}/users/v1`);
});

function declare(app: App): void {
  const echo = `({ path, resource, pathParameters, queryStringParameters, requestContext: c }) => ({
    statusCode: 200, body: JSON.stringify({ path, resource, id: pathParameters.id, stage: c.stage, full: c.path, resourcePath: c.resourcePath, query: queryStringParameters }),
  })`;
  new Api(app, 'Orders').root.addResource('items').addResource('{id}').addMethod('GET', functionOf(app, 'Echo', echo));
  const users = new Api(app, 'Users');
  users.root.addMethod('GET', new MockIntegration());
  users.addStage('dev');
  new Api(app, 'Other').root.addMethod('GET', new MockIntegration());
}
