import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveHttpApi, type HttpRoute, type ServedHttpApi } from '../../support/http-api';
import { ECHO } from '../../support/declared-gateway';

/* HTTP backends and parameter mapping of HTTP APIs. */

let backend: Server;
let api: ServedHttpApi;
let seen: { readonly method: string | undefined; readonly url: string | undefined; readonly headers: IncomingMessage['headers']; readonly body: Buffer };

beforeAll(async () => {
  backend = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      seen = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(parts) };
      response.writeHead(request.url?.includes('fail') === true ? 500 : 200, { 'x-backend': 'yes', 'content-type': 'application/json', 'connection': 'close' });
      response.end(JSON.stringify({ inner: { text: 'from the body', list: [1, 2] } }));
    });
  });
  await new Promise<void>((resolve) => { backend.listen(0, '127.0.0.1', resolve); });
  const uri = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`; // it listens on TCP
  const to = (path: string, members: object = {}): HttpRoute => ({ integration: { type: 'http-proxy', uri: `${uri}${path}`, ...members } });
  api = await serveHttpApi({
    functions: { Echo: ECHO },
    routes: {
      'ANY /pets/{id}': to('/animals/{id}'), 'ANY /all/{proxy+}': to('/base/{proxy}'), 'GET /put': to('/put', { httpMethod: 'PUT' }), '$default': to('/root'),
      'POST /mapped/{id}': to('/mapped', {
        requestMappings: {
          'overwrite:header.x-a': '$request.header.X-Sent', 'append:header.x-b': '${request.path.id}-${context.stage}-${stageVariables.color}', 'remove:header.x-c': '',
          'overwrite:querystring.q': '$request.querystring.q', 'append:querystring.added': '$request.body.inner.list[1]', 'remove:querystring.gone': '',
          'overwrite:header.x-missing': '$request.header.nowhere', 'overwrite:header.x-text': 'static text',
        },
      }),
      'GET /path': to('/ignored', { requestMappings: { 'overwrite:path': '/other/${context.routeKey}' } }),
      'GET /whole': to('/ignored', { requestMappings: { 'overwrite:path': '$request.path' } }),
      'GET /fail': to('/fail', { responseMappings: { 500: { 'overwrite:statuscode': '403', 'append:header.h': '$context.requestId', 'overwrite:header.t': '$response.body.inner.text', 'remove:header.x-backend': '' } } }),
      'GET /unreachable': { integration: { type: 'http-proxy', uri: 'http://127.0.0.1:1/' } },
      'GET /fn': { integration: { type: 'proxy', function: 'Echo', requestMappings: { 'overwrite:header.x-a': '$request.querystring.a', 'remove:querystring.a': '' }, responseMappings: { 200: { 'overwrite:header.x-r': '$context.routeKey' } } } },
    },
    stages: { $default: { variables: { color: 'red' } }, dev: {} },
  });
});
afterAll(async () => {
  await api.close();
  backend.close();
});

test('method, query, headers and bytes are passed on; the gateway says who it is', async () => {
  const response = await fetch(`${api.url}/pets/a%20b%23c?x=1&x=2&y=%26`, { method: 'PATCH', body: Buffer.from([0, 255, 1]), headers: { 'x-own': '1', 'authorization': 'mine' } });
  expect([response.status, response.headers.get('x-backend'), response.headers.get('apigw-requestid')]).toEqual([200, 'yes', expect.any(String)]);
  expect(seen).toMatchObject({
    method: 'PATCH', url: '/animals/a%20b%23c?x=1&x=2&y=%26', body: Buffer.from([0, 255, 1]),
    headers: {
      'x-own': '1', 'authorization': 'mine', 'via': 'HTTP/1.1 AmazonAPIGateway', 'forwarded': expect.stringMatching(/^for=127\.0\.0\.1;host=.+;proto=http$/),
      'x-amzn-trace-id': expect.stringMatching(/^Self=1-[^;]+;Root=1-/), 'host': expect.stringMatching(/^127\.0\.0\.1:/),
    },
  });
  expect(seen.headers).not.toHaveProperty('x-forwarded-for');
});

test.each([
  ['/all/x/y?z=1', 'GET', '/base/x/y?z=1', 'GET'], ['/put', 'GET', '/put', 'PUT'], ['/any/where?q=1', 'GET', '/root/any/where?q=1', 'GET'],
  ['/pets/a%2Fb', 'GET', '/root/pets/a/b', 'GET'], ['/dev/any', 'DELETE', '/root/any', 'DELETE'], ['/path', 'GET', '/other/GET%20/path', 'GET'], ['/dev/whole', 'GET', '/whole', 'GET'],
])('%s reaches %s %s', async (path, method, url, sent) => {
  expect((await fetch(`${api.url}${path}`, { method })).status).toBe(200);
  expect(seen).toMatchObject({ url, method: sent });
});

test('parameters of the request are mapped', async () => {
  const body = JSON.stringify({ inner: { list: ['a', 'b'] } });
  await fetch(`${api.url}/mapped/7?q=1&q=2&gone=1`, { method: 'POST', body, headers: { 'x-sent': 'yes', 'x-b': 'own', 'x-c': 'own' } });
  expect(seen.url).toBe('/mapped?q=1,2&added=b');
  expect(seen.headers).toMatchObject({ 'x-a': 'yes', 'x-b': 'own, 7-$default-red', 'x-missing': '', 'x-text': 'static text' });
  expect(seen.headers).not.toHaveProperty('x-c');
});

test('so are responses, by their status', async () => {
  const response = await fetch(`${api.url}/fail`);
  expect(response.status).toBe(403);
  expect(response.headers.get('h')).toBe(response.headers.get('apigw-requestid'));
  expect([response.headers.get('t'), response.headers.get('x-backend')]).toEqual(['from the body', null]);
});

test('so are the events and responses of functions', async () => {
  const response = await fetch(`${api.url}/fn?a=1&b=2`);
  expect(response.headers.get('x-r')).toBe('GET /fn');
  expect(await response.json()).toMatchObject({ headers: { 'x-a': '1' }, rawQueryString: 'b=2', queryStringParameters: { b: '2' } });
});

test('a backend that cannot be reached: 503', async () => {
  const response = await fetch(`${api.url}/unreachable`);
  expect([response.status, await response.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
});
