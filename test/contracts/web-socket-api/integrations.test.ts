import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Client } from '../../support/web-socket-client';
import { serveWebSocketApi, type HttpRoute, type ServedHttpApi } from '../../support/http-api';

/* Messages that templates, models and backends handle. */

const FUNCTION = `async (event) => {
  if (event.fail) throw new Error('failed: ' + event.fail);
  return { got: event };
}`;
const mapping = { requestParameters: {}, passthroughBehavior: 'WHEN_NO_MATCH' as const };

let backend: Server;
let seen: { readonly url: string; readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[];
let api: ServedHttpApi;
let client: Client;
const ask = async (message: unknown): Promise<string> => {
  client.send(message);
  return client.next();
};

beforeAll(async () => {
  seen = [];
  backend = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => { body += chunk.toString(); });
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(request.url === '/missing' ? 404 : 200, { 'x-kind': 'b', 'content-type': 'text/plain' }).end(`got ${body}`);
    });
  });
  await new Promise<void>((resolve) => { backend.listen(0, '127.0.0.1', resolve); });
  const origin = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`; // it listens on TCP
  const routes: Record<string, HttpRoute> = {
    mock: { hasRouteResponse: true, integration: { type: 'mock', ...mapping, requestTemplates: { $default: '{"statusCode": 200}' }, responses: [{ statusCode: '200', responseTemplates: { $default: '{"pong":"$context.connectionId","route":"$context.routeKey"}' } }] } },
    selected: {
      hasRouteResponse: true,
      integration: {
        type: 'mapped', function: 'Handle', ...mapping, templateSelectionExpression: '$request.body.kind',
        requestTemplates: { a: '{"a": $input.json(\'$.value\')}', A: '{"upper": true}', $default: '{"other": "$context.eventType", "fail": "$!input.path(\'$.fail\')"}' },
        responses: [
          { statusCode: '200', templateSelectionExpression: '$integration.response.header.none', responseTemplates: { $default: 'ok $input.body' } },
          { statusCode: '200', selectionPattern: 'failed.*', responseTemplates: { $default: 'mapped $input.path(\'$.errorMessage\')' } },
        ],
      },
    },
    valid: { hasRouteResponse: true, modelSelectionExpression: '$request.body.kind', requestModels: { a: 'A', $default: 'B' }, integration: { type: 'proxy', function: 'Answer' } },
    strict: { hasRouteResponse: true, modelSelectionExpression: '$request.body.kind', requestModels: { a: 'A' }, integration: { type: 'proxy', function: 'Answer' } },
    http: {
      hasRouteResponse: true,
      integration: {
        type: 'http', uri: `${origin}/in`, httpMethod: 'POST', ...mapping,
        requestParameters: { 'integration.request.header.x-id': 'context.connectionId', 'integration.request.header.x-value': 'route.request.body.value', 'integration.request.querystring.q': '\'text\'' },
        responses: [{ statusCode: '200', responseTemplates: {} }],
      },
    },
    silent: { hasRouteResponse: true, integration: { type: 'mock', ...mapping, requestTemplates: { $default: '{"statusCode": 200}' }, responses: [] } },
    passed: { hasRouteResponse: true, integration: { type: 'http-proxy', uri: `${origin}/passed`, httpMethod: 'POST' } },
    missing: { hasRouteResponse: true, integration: { type: 'http-proxy', uri: `${origin}/missing`, httpMethod: 'POST' } },
  };
  api = await serveWebSocketApi({
    functions: { Handle: FUNCTION, Answer: 'async ({ body }) => ({ statusCode: 200, body })' },
    models: {
      A: { contentType: 'application/json', schema: { type: 'object', required: ['x'] } },
      B: { contentType: 'application/json', schema: { type: 'object', required: ['y'] } },
    },
    routes,
  });
  client = await connect(`${api.url}/prod`);
});
afterAll(async () => {
  client.socket.terminate();
  await api.close();
  backend.close();
});

test('a mock answers with its template', async () => {
  const answer: unknown = JSON.parse(await ask({ action: 'mock' }));
  expect(answer).toEqual({ pong: expect.stringMatching(/^[\w-]{15}=$/) as string, route: 'mock' });
});

test('an integration that declares no responses answers nothing', async () => {
  client.send({ action: 'silent' });
  expect(JSON.parse(await ask({ action: 'mock' }))).toMatchObject({ route: 'mock' });
});

test('the template is chosen by the expression, with upper and lower case, and the default one for others', async () => {
  expect(await ask({ action: 'selected', kind: 'a', value: 7 })).toBe('ok {"got":{"a":7}}');
  expect(await ask({ action: 'selected', kind: 'A' })).toBe('ok {"got":{"upper":true}}');
  expect(await ask({ action: 'selected', kind: 'b' })).toBe('ok {"got":{"other":"MESSAGE","fail":""}}');
});

test('a function error selects an integration response', async () => {
  expect(await ask({ action: 'selected', fail: 'why' })).toBe('mapped failed: why');
});

test('messages are validated by the model of their key', async () => {
  const bad = /^\{"message": "Bad request body", "connectionId":"[\w-]{15}=", "messageId":"[\w-]{15}="\}$/;
  expect(await ask({ action: 'valid', kind: 'a' })).toMatch(bad);
  expect(await ask({ action: 'valid', kind: 'a', x: 1 })).toBe('{"action":"valid","kind":"a","x":1}');
  expect(await ask({ action: 'valid', kind: 'z', x: 1 })).toMatch(bad);
  expect(await ask({ action: 'valid', y: 1 })).toBe('{"action":"valid","y":1}');
  expect(await ask({ action: 'strict', kind: 'z' })).toMatch(bad);
});

test('an HTTP backend gets mapped values and none of the handshake', async () => {
  const message = { action: 'http', value: 'v' };
  expect(await ask(message)).toBe(`got ${JSON.stringify(message)}`);
  const { url, headers, body } = seen.at(-1) ?? { url: '', headers: {}, body: '' };
  expect([url, headers['x-value'], body]).toEqual(['/in?q=text', 'v', JSON.stringify(message)]);
  expect(headers['x-id']).toMatch(/^[\w-]{15}=$/);
  expect(headers['sec-websocket-key']).toBeUndefined();
});

test('a proxied backend answers with its body, and an error of it gives the error frame', async () => {
  expect(await ask({ action: 'passed' })).toBe('got {"action":"passed"}');
  expect(await ask({ action: 'missing' })).toMatch(/^\{"message": "Internal server error", /);
});
