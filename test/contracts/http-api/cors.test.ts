import { serveHttpApi, type ServedHttpApi } from '../../support/http-api';

/* Cross-origin resource sharing of HTTP APIs: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html */

const OPEN = '() => ({ statusCode: 200, headers: { "Access-Control-Allow-Origin": "*", "x-own": "1" }, body: "" })';
const PREFLIGHT = { 'origin': 'https://a.test', 'access-control-request-method': 'GET' };
const corsOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('an origin of a list', () => {
  let api: ServedHttpApi;
  beforeAll(async () => {
    api = await serveHttpApi({
      functions: { Open: OPEN, Throws: '() => { throw new Error("no"); }' }, routes: { 'GET /x': 'Open', 'GET /throws': 'Throws', 'OPTIONS /own': 'Open' },
      cors: {
        allowOrigins: ['https://a.test', 'http://*'], allowMethods: ['GET', 'POST'], allowHeaders: ['x-a', 'x-b'], exposeHeaders: ['x-own'], allowCredentials: true, maxAgeSeconds: 60,
      },
    });
  });
  afterAll(async () => api.close());
  const call = async (path: string, init: RequestInit) => fetch(`${api.url}${path}`, init);

  test('the service answers a preflight, also where there is no route', async () => {
    for (const path of ['/x', '/nowhere']) {
      const response = await call(path, { method: 'OPTIONS', headers: PREFLIGHT });
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(corsOf(response)).toEqual({
        'access-control-allow-origin': 'https://a.test', 'access-control-allow-methods': 'GET,POST', 'access-control-allow-headers': 'x-a,x-b',
        'access-control-allow-credentials': 'true', 'access-control-expose-headers': 'x-own', 'access-control-max-age': '60',
      });
    }
  });

  test('another origin gets 204 without a word', async () => {
    const response = await call('/x', { method: 'OPTIONS', headers: { ...PREFLIGHT, origin: 'https://b.test' } });
    expect([response.status, corsOf(response)]).toEqual([204, {}]);
  });

  test('http://* takes every origin of that scheme', async () => {
    const response = await call('/x', { headers: { origin: 'http://any.test:8080' } });
    expect(corsOf(response)).toMatchObject({ 'access-control-allow-origin': 'http://any.test:8080' });
  });

  test('the headers of a function are replaced, for other origins taken away', async () => {
    const listed = await call('/x', { headers: { origin: 'https://a.test' } });
    expect(corsOf(listed)).toEqual({ 'access-control-allow-origin': 'https://a.test', 'access-control-allow-credentials': 'true', 'access-control-expose-headers': 'x-own' });
    expect(listed.headers.get('x-own')).toBe('1');
    expect(corsOf(await call('/x', { headers: { origin: 'https://b.test' } }))).toEqual({});
  });

  test('an OPTIONS that is no preflight, and one that a route takes, are ordinary requests', async () => {
    expect((await call('/x', { method: 'OPTIONS', headers: { origin: 'https://a.test' } })).status).toBe(404);
    expect((await call('/own', { method: 'OPTIONS', headers: PREFLIGHT })).headers.get('x-own')).toBe('1');
  });
});

test('any origin is a star', async () => {
  const api = await serveHttpApi({ functions: { Open: OPEN }, routes: { '$default': 'Open' }, cors: { allowOrigins: ['*'] } });
  try {
    expect(corsOf(await fetch(api.url, { headers: { origin: 'https://a.test' } }))).toEqual({ 'access-control-allow-origin': '*' });
    // the default route takes preflights, too
    expect((await fetch(api.url, { method: 'OPTIONS', headers: PREFLIGHT })).headers.get('x-own')).toBe('1');
  } finally {
    await api.close();
  }
});

test('without CORS the headers of functions are theirs', async () => {
  const api = await serveHttpApi({ functions: { Open: OPEN }, routes: { 'GET /x': 'Open' } });
  try {
    expect(corsOf(await fetch(`${api.url}/x`, { headers: { origin: 'https://a.test' } }))).toEqual({ 'access-control-allow-origin': '*' });
    expect((await fetch(`${api.url}/x`, { method: 'OPTIONS', headers: PREFLIGHT })).status).toBe(404);
  } finally {
    await api.close();
  }
});
