import { serveHttpApi, type ServedHttpApi } from '../../support/http-api';

/* Routes, stages and events of HTTP APIs, over HTTP. */

const NAMED = (name: string) => `async (event) => ({ statusCode: 200, body: JSON.stringify({ name: '${name}', routeKey: event.routeKey, pathParameters: event.pathParameters, rawPath: event.rawPath, stage: event.requestContext.stage }) })`;

describe('routes', () => {
  let api: ServedHttpApi;
  beforeAll(async () => {
    api = await serveHttpApi({
      functions: Object.fromEntries(['A', 'B', 'C', 'D', 'E'].map((name) => [name, NAMED(name)])),
      routes: { 'GET /pets/dog/1': 'A', 'GET /pets/dog/{id}': 'B', 'GET /pets/{proxy+}': 'C', 'ANY /{proxy+}': 'D', '$default': 'E' },
      stages: { $default: {}, dev: {} },
    });
  });
  afterAll(async () => api.close());
  const get = async (path: string, method = 'GET') => (await fetch(`${api.url}${path}`, { method })).json();

  test.each([
    ['GET', '/pets/dog/1', { name: 'A', routeKey: 'GET /pets/dog/1' }],
    ['GET', '/pets/dog/2', { name: 'B', pathParameters: { id: '2' } }],
    ['GET', '/pets/cat/2/x', { name: 'C', pathParameters: { proxy: 'cat/2/x' } }],
    ['POST', '/test/5', { name: 'D', routeKey: 'ANY /{proxy+}', pathParameters: { proxy: 'test/5' } }],
    ['GET', '/', { name: 'E', routeKey: '$default', rawPath: '/' }],
    ['GET', '/dev/pets/dog/1', { name: 'A', stage: 'dev', rawPath: '/dev/pets/dog/1' }],
    ['GET', '/Dev/pets/dog/1', { name: 'D', stage: '$default' }],
    ['GET', '/pets/dog/J%20Doe', { name: 'B', pathParameters: { id: 'J Doe' }, rawPath: '/pets/dog/J Doe' }],
  ])('%s %s', async (method, path, expected) => {
    expect(await get(path, method)).toMatchObject(expected);
  });
});

describe('what has no route', () => {
  let api: ServedHttpApi;
  beforeAll(async () => {
    api = await serveHttpApi({ functions: { A: NAMED('A') }, routes: { 'GET /a': 'A' }, stages: { dev: {} } });
  });
  afterAll(async () => api.close());

  test.each([['POST', '/dev/a'], ['HEAD', '/dev/a'], ['GET', '/dev/a/'], ['GET', '/dev/A'], ['GET', '/a'], ['GET', '/']])('%s %s is 404', async (method, path) => {
    const response = await fetch(`${api.url}${path}`, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('apigw-requestid')).toMatch(/^[\w+/-]{15}=$/);
    expect(response.headers.get('x-amzn-errortype')).toBeNull();
    if (method !== 'HEAD') expect(await response.text()).toBe('{"message":"Not Found"}');
  });
});
