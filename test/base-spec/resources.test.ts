import { Api, AuthorizationType, HttpMethod, MappedIntegration, ProxyIntegration } from 'synthgate';
import { declareGateway, ECHO, functionOf, synthesize, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest, post } from '../support/http-client';

interface Event {
  readonly pathParameters: Record<string, string> | null;
  readonly stageVariables: Record<string, string> | null;
  readonly requestContext: Record<string, unknown>;
}

const RESULTS = `(event) => ({
  number: { statusCode: 418, headers: { 'X-A': 'a', 'Content-Type': 'text/plain' }, body: 'short and stout' },
  cors: { statusCode: 200, headers: { 'Access-Control-Allow-Origin': 'https://app.test', 'Access-Control-Allow-Credentials': 'true' }, body: '' },
  text: { statusCode: 200, body: JSON.stringify({ a: [1, 2] }) },
  structure: { statusCode: 200, body: { a: [1, 2] } },
  status: { statusCode: 'many', body: '' },
})[event.pathParameters.kind]`;

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const echo = functionOf(app, 'Echo', ECHO);
    const api = new Api(app, 'Shop', { apiId: 'shop123456', deployOptions: { stageName: 'dev', variables: { table: 'orders-dev', mode: 'test' } } });
    api.addStage('bare');
    const literal = api.root.addResource('literal');
    for (const method of [HttpMethod.GET, HttpMethod.POST, HttpMethod.OPTIONS]) {
      literal.addMethod(method, echo, { authorizationType: AuthorizationType.NONE, apiKeyRequired: false });
    }
    literal.addResource('{proxy+}').addMethod('GET', new ProxyIntegration(echo));
    const key = api.root.addResource('key');
    key.addMethod('GET', echo, { apiKeyRequired: true });
    const mapped = (headers: Record<string, string>) => new MappedIntegration(echo, {
      integrationResponses: [{ statusCode: '200', responseParameters: headers }],
    });
    api.root.addResource('star').addMethod('GET', mapped({ 'method.response.header.Access-Control-Allow-Origin': "'*'" }));
    api.root.addResource('origin').addMethod('GET', mapped({ 'method.response.header.Access-Control-Allow-Origin': "'https://app.test'" }));
    api.root.addResource('cors').addMethod('GET', new MappedIntegration(echo), { cors: {} });
    api.root.addResource('result').addResource('{kind}').addMethod('GET', functionOf(app, 'Results', RESULTS));
  });
});
afterAll(() => gateway.close());

const eventOf = async (path: string): Promise<Event> => (await sendRequest(`${gateway.url}${path}`)).json<Event>();

test('API, apiId: is reported to proxy functions in requestContext.apiId', async () => {
  expect((await eventOf('/dev/literal')).requestContext.apiId).toBe('shop123456');
  expect(gateway.serving.apis[0].apiId).toBe('shop123456');
});

test('Resource, path part: a literal segment', async () => {
  expect(await eventOf('/dev/literal')).toMatchObject({ resource: '/literal', pathParameters: null });
});

test('Resource, path part: a greedy parameter', async () => {
  expect(await eventOf('/dev/literal/a')).toMatchObject({ resource: '/literal/{proxy+}' });
});

test('Resource, greedy parameter: takes all remaining segments, without a leading slash', async () => {
  expect((await eventOf('/dev/literal/a')).pathParameters).toEqual({ proxy: 'a' });
  expect((await eventOf('/dev/literal/a/b/c')).pathParameters).toEqual({ proxy: 'a/b/c' });
});

test('Method, HTTP method: GET, POST and OPTIONS', async () => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    expect((await sendRequest(`${gateway.url}/dev/literal`, { method })).json()).toMatchObject({ httpMethod: method });
  }
});

test('Method, authorization: NONE is permitted', async () => {
  expect((await sendRequest(`${gateway.url}/dev/literal`)).status).toBe(200);
});

test('Method, API key required: true or false', async () => {
  expect((await sendRequest(`${gateway.url}/dev/literal`)).status).toBe(200);
  expect((await sendRequest(`${gateway.url}/dev/key`)).status).toBe(403);
});

test('Method, integration: mapped or proxy', async () => {
  expect((await sendRequest(`${gateway.url}/dev/literal`)).json()).toHaveProperty('requestContext');
  expect((await sendRequest(`${gateway.url}/dev/star`)).json()).toEqual({ statusCode: 200, body: '{}' });
});

test('Method, integration response header mappings: a static value is in single quotes', async () => {
  expect((await sendRequest(`${gateway.url}/dev/star`)).headers['access-control-allow-origin']).toBe('*');
  expect((await sendRequest(`${gateway.url}/dev/origin`)).headers['access-control-allow-origin']).toBe('https://app.test');
});

test('Method, integration response header mappings: a value without quotes and source is refused', () => {
  expect(() => synthesize(`${gateway.directory}.refused`, (app) => {
    const api = new Api(app, 'Refused');
    api.root.addMethod('GET', new MappedIntegration(functionOf(app, 'Echo', ECHO), {
      integrationResponses: [{ statusCode: '200', responseParameters: { 'method.response.header.X-A': 'no quotes' } }],
    }));
  })).toThrow(/constant in single quotes/);
});

test('Method, CORS enabled: adds headers', async () => {
  expect((await sendRequest(`${gateway.url}/dev/cors`)).headers['access-control-allow-origin']).toBe('*');
});

test('Stage, stage name: is the first path segment of every invocation URL', async () => {
  expect((await eventOf('/dev/literal')).requestContext.stage).toBe('dev');
  expect((await eventOf('/bare/literal')).requestContext.stage).toBe('bare');
});

test('Stage, stage variables: are passed to proxy functions as stageVariables', async () => {
  expect((await eventOf('/dev/literal')).stageVariables).toEqual({ table: 'orders-dev', mode: 'test' });
  expect((await eventOf('/bare/literal')).stageVariables).toBeNull();
});

test('Function proxy response, statusCode: is the status that the caller gets', async () => {
  expect((await sendRequest(`${gateway.url}/dev/result/number`)).status).toBe(418);
  expect((await sendRequest(`${gateway.url}/dev/result/status`)).status).toBe(502);
});

test('Function proxy response, headers: are the response headers', async () => {
  expect((await sendRequest(`${gateway.url}/dev/result/number`)).headers).toMatchObject({ 'x-a': 'a', 'content-type': 'text/plain' });
});

test('Function proxy response, headers: CORS headers that the browser needs are set here', async () => {
  expect((await sendRequest(`${gateway.url}/dev/result/cors`)).headers).toMatchObject({
    'access-control-allow-origin': 'https://app.test', 'access-control-allow-credentials': 'true',
  });
});

test('Function proxy response, body: must be a string; a structured result is serialized first', async () => {
  expect((await sendRequest(`${gateway.url}/dev/result/text`)).json()).toEqual({ a: [1, 2] });
  expect((await sendRequest(`${gateway.url}/dev/result/structure`)).status).toBe(502);
});

test('Resources, a POST reaches the function with its body', async () => {
  expect((await post(`${gateway.url}/dev/literal`, { a: 1 })).json()).toMatchObject({ body: '{"a":1}' });
});
