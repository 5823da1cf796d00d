import { Api, Duration, MappedIntegration } from 'synthgate';
import { declareGateway, ECHO, functionOf, moduleOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest, post } from '../support/http-client';

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'dev' } });
    const echo = functionOf(app, 'Echo', ECHO, { memorySize: 192, timeout: Duration.seconds(7) });
    const facts = functionOf(app, 'Facts', `(event, context) => ({
      statusCode: 200,
      body: JSON.stringify({ pid: process.pid, memory: context.memoryLimitInMB, leftMs: context.getRemainingTimeInMillis(), path: event.path }),
    })`, { memorySize: 256, timeout: Duration.seconds(5) });
    const orders = api.root.addResource('orders');
    orders.addMethod('GET', echo);
    orders.addMethod('POST', echo);
    orders.addMethod('OPTIONS', echo);
    orders.addResource('{id}').addMethod('GET', functionOf(app, 'OneOrder', '() => ({ statusCode: 200, body: "one order" })'));
    api.root.addResource('facts').addMethod('GET', facts);
    api.root.addResource('more-facts').addMethod('GET', facts);
    api.root.addResource('all').addProxy({ defaultIntegration: echo });
    api.root.addResource('exports').addMethod('GET', moduleOf(app, 'Exports', `
      exports.other = async () => ({ statusCode: 500, body: 'the other export' });
      exports.named = async () => ({ statusCode: 200, body: 'the named export' });
    `, { handler: 'index.named' }));
    api.root.addResource('own-headers').addMethod('GET', functionOf(app, 'OwnHeaders',
      '() => ({ statusCode: 201, headers: { "X-Own": "mine" }, body: "made" })'));
    const mapped = api.root.addResource('mapped');
    mapped.addMethod('POST', new MappedIntegration(functionOf(app, 'Sum', '(event) => ({ sum: event.a + event.b })'), {
      integrationResponses: [{
        statusCode: '202',
        responseParameters: {
          'method.response.header.X-Unit': "'euro'",
          'method.response.header.X-Sum': 'integration.response.body.sum',
        },
      }],
    }));
    mapped.addResource('cors').addMethod('POST', new MappedIntegration(echo), { cors: {} });
  });
});
afterAll(() => gateway.close());

test('What the service does, an API is a set of resources with methods, reachable under a named stage', async () => {
  expect((await sendRequest(`${gateway.url}/dev/orders`)).status).toBe(200);
  expect((await post(`${gateway.url}/dev/orders`, {})).json()).toMatchObject({ httpMethod: 'POST', resource: '/orders' });
  expect((await sendRequest(`${gateway.url}/dev/orders`, { method: 'OPTIONS' })).json()).toMatchObject({ httpMethod: 'OPTIONS' });
  expect((await sendRequest(`${gateway.url}/dev/orders`, { method: 'PUT' })).status).toBe(403);
  expect((await sendRequest(`${gateway.url}/orders`)).status).toBe(403);
});

test('What the service does, each method is bound to an integration that runs a function and returns the result', async () => {
  expect((await sendRequest(`${gateway.url}/dev/orders/7`)).text).toBe('one order');
});

test('What the service does, mapped integration: the configuration maps the result, static header mappings included', async () => {
  const answer = await post(`${gateway.url}/dev/mapped`, { a: 2, b: 3 });
  expect(answer).toMatchObject({ status: 202, text: '{"sum":5}' });
  expect(answer.headers).toMatchObject({ 'x-unit': 'euro', 'x-sum': '5' });
});

test('What the service does, proxy integration: the event is the whole request, the return value is the response', async () => {
  const answer = await sendRequest(`${gateway.url}/dev/all/a/b?c=d`, { method: 'POST', headers: { 'X-Own': 'mine' }, body: 'text' });
  expect(answer.json()).toMatchObject({
    path: '/all/a/b', httpMethod: 'POST', headers: { 'X-Own': 'mine' }, queryStringParameters: { c: 'd' }, body: 'text',
  });
  expect(await sendRequest(`${gateway.url}/dev/own-headers`)).toMatchObject({ status: 201, text: 'made', headers: { 'x-own': 'mine' } });
});

test('What the service does, proxy integration: the service adds no response headers of its own', async () => {
  const { headers } = await sendRequest(`${gateway.url}/dev/own-headers`);
  const ofConnection = ['connection', 'content-length', 'date', 'keep-alive'];
  const ofEdge = ['via', 'x-amz-apigw-id', 'x-amz-cf-id', 'x-amz-cf-pop', 'x-amzn-requestid', 'x-amzn-trace-id', 'x-cache'];
  const known = [...ofConnection, ...ofEdge, 'content-type', 'x-own'];
  expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([]);
});

test('What the service does, one function may serve many resources and methods', async () => {
  const [first, second] = await Promise.all([sendRequest(`${gateway.url}/dev/facts`), sendRequest(`${gateway.url}/dev/more-facts`)]);
  expect([first.json().path, second.json().path]).toEqual(['/facts', '/more-facts']);
  expect((await sendRequest(`${gateway.url}/dev/facts`)).json().memory).toEqual((await sendRequest(`${gateway.url}/dev/more-facts`)).json().memory);
});

test('What the service does, a greedy resource forwards every path below a prefix to one function', async () => {
  for (const path of ['/all/a', '/all/a/b/c', '/all/a%20b/c.d', '/all/a//b']) {
    expect((await sendRequest(`${gateway.url}/dev${path}`)).json()).toMatchObject({ resource: '/all/{proxy+}', path });
  }
  expect((await sendRequest(`${gateway.url}/dev/all`)).status).toBe(403);
});

test('What the service does, separate functions per endpoint are equally valid', async () => {
  expect((await sendRequest(`${gateway.url}/dev/orders`)).json()).toMatchObject({ resource: '/orders' });
  expect((await sendRequest(`${gateway.url}/dev/orders/1`)).text).toBe('one order');
});

test('What the service does, endpoints that share a function share its memory and time-out', async () => {
  for (const path of ['facts', 'more-facts']) {
    const facts = (await sendRequest(`${gateway.url}/dev/${path}`)).json<{ memory: string; leftMs: number }>();
    expect(Number(facts.memory)).toBe(256);
    expect(facts.leftMs).toBeGreaterThan(3_000);
    expect(facts.leftMs).toBeLessThanOrEqual(5_000);
  }
});

test('What the service does, a function has one handler entry point', async () => {
  expect((await sendRequest(`${gateway.url}/dev/exports`)).text).toBe('the named export');
});

test('What the service does, CORS is enabled per method', async () => {
  const preflight = { method: 'OPTIONS', headers: { 'Origin': 'http://app.test', 'Access-Control-Request-Method': 'POST' } };
  expect((await sendRequest(`${gateway.url}/dev/mapped/cors`, preflight)).headers).toMatchObject({ 'access-control-allow-origin': '*' });
  expect((await sendRequest(`${gateway.url}/dev/mapped`, preflight)).headers).not.toHaveProperty('access-control-allow-origin');
});

test('What the service does, callers reach the API at a base URL', async () => {
  expect(gateway.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await sendRequest(`${gateway.url}/dev/orders`, { headers: { Host: 'api.example.com' } })).status).toBe(200);
});
