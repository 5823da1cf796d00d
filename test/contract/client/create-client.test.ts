import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, GatewayError, type ContractsOf } from '../../../lib/contract';
import type { CONTRACTS } from '../../support/contract/pets-api';

type Api = ContractsOf<typeof CONTRACTS[number]>;

let server: Server;
let baseUrl: string;
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => { body += String(chunk); });
    request.on('end', () => { answer(request, response, body); });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod`;
});
afterAll(() => new Promise((resolve) => { server.close(resolve); }));

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const echo = (request: IncomingMessage, response: ServerResponse, body: string) => {
  json(200, { method: request.method, url: request.url, type: request.headers['content-type'], authorization: request.headers.authorization, body })(request, response);
};

test('values go where the route says, encoded', async () => {
  answer = echo;
  const call = createClient<Api>({ baseUrl, headers: () => ({ Authorization: 'Bearer x' }) });
  expect((await call('GET /pets/{petId}', { params: { petId: 'a/b' }, query: { page: 2, tag: ['x', 'y'] } })).body)
    .toMatchObject({ method: 'GET', url: '/prod/pets/a%2Fb?page=2&tag=x&tag=y', authorization: 'Bearer x' });
  expect((await call('GET /files/{path+}', { params: { path: 'a b/c' } })).body).toMatchObject({ url: '/prod/files/a%20b/c' });
  expect((await call('POST /pets', { body: { id: '7', name: 'Rex' } })).body).toMatchObject({ type: 'application/json', body: '{"id":"7","name":"Rex"}' });
  expect((await call('PUT /note', { body: 'hello', contentType: 'text/plain' })).body).toMatchObject({ type: 'text/plain', body: 'hello' });
});

test('answers are a union by status', async () => {
  const call = createClient<Api>({ baseUrl });
  answer = json(404, { title: 'no pet' });
  const received = await call('GET /pets/{petId}', { params: { petId: '7' } });
  if (received instanceof GatewayError) throw received;
  expect(received.status === 404 ? received.body.title : received.body.name).toBe('no pet');
});

test.each<[string, number, object, Record<string, string>]>([
  ['of a REST API', 403, { message: 'Forbidden' }, { 'x-amzn-errortype': 'ForbiddenException', 'x-amzn-requestid': 'r1' }],
  ['of an HTTP API', 401, { message: 'Unauthorized' }, { 'apigw-requestid': 'r1' }],
  ['of a policy', 403, { Message: 'User is not authorized' }, { 'x-amzn-requestid': 'r1' }],
  ['of handle()', 400, { message: 'Invalid request body', issues: ['body.id: missing'] }, { 'x-amzn-requestid': 'r1' }],
])('an answer of the gateway itself is one typed error: %s', async (_name, status, body, headers) => {
  answer = json(status, body, headers);
  const error = await createClient<Api>({ baseUrl })('POST /pets', { body: { id: '7', name: 'Rex' } });
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({ name: 'GatewayError', status, body, requestId: 'r1' });
});

test('a declared answer with the status of a gateway is no error of it', async () => {
  answer = json(403, { title: 'not yours', detail: 'x' });
  expect(await createClient<Api>({ baseUrl })('POST /pets', { body: { id: '7', name: 'Rex' } })).not.toBeInstanceOf(GatewayError);
});

test.each<[number, string, string]>([
  [404, 'application/json', '{"message":"no pet"}'],
  [404, 'text/plain', 'no pet'],
  [503, 'application/json', ''],
])('an answer %d that handle() says to be declared is none of the gateway: %s', async (status, type, text) => {
  answer = (_request, response) => { response.writeHead(status, { 'content-type': type, 'contract-answer': 'declared' }).end(text); };
  const received = await createClient<Api>({ baseUrl, retries: 0 })('GET /pets/{petId}', { params: { petId: '7' } });
  expect(received).not.toBeInstanceOf(GatewayError);
  expect(received).toMatchObject({ status });
});

test.each<[number, string]>([[502, '<html>Bad Gateway</html>'], [504, '']])('an answer %d of a proxy is an error: %j', async (status, text) => {
  answer = (_request, response) => { response.writeHead(status, { 'content-type': 'text/html' }).end(text); };
  const error = await createClient<Api>({ baseUrl, retries: 0 })('GET /pets/{petId}', { params: { petId: '7' } });
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({ status, message: String(status), body: text === '' ? undefined : text });
});

test('safe methods are repeated, others are not', async () => {
  const call = createClient<Api>({ baseUrl, retries: 2 });
  let sent = 0;
  answer = (request, response) => {
    sent += 1;
    if (sent % 3 === 0) return json(200, { id: '7', name: 'Rex' })(request, response);
    return json(429, { message: 'Too Many Requests' }, { 'retry-after': '0' })(request, response);
  };
  expect(await call('GET /pets/{petId}', { params: { petId: '7' } })).toMatchObject({ status: 200 });
  expect(sent).toBe(3);
  expect(await call('POST /pets', { body: { id: '7', name: 'Rex' } })).toMatchObject({ status: 429, message: 'Too Many Requests', retryAfter: 0 });
  expect(sent).toBe(4);
});

test.each([
  ['an HTTP API without the route', 404, { message: 'Not Found' }],
])('%s is an error of the gateway', async (_name, status, body) => {
  answer = json(status, body, { 'apigw-requestid': 'r1' });
  const error = await createClient<Api>({ baseUrl })('GET /pets/{petId}', { params: { petId: '7' } });
  expect(error).toBeInstanceOf(GatewayError);
});

test('a date of Retry-After is read, and a signal ends the wait', async () => {
  answer = json(503, { message: 'Service Unavailable' }, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
  const call = createClient<Api>({ baseUrl });
  expect(await call('GET /pets/{petId}', { params: { petId: '7' } })).toMatchObject({ status: 503, retryAfter: expect.any(Number) as number });
  answer = json(503, { message: 'Service Unavailable' }, { 'retry-after': '5' });
  const ended = call('GET /pets/{petId}', { params: { petId: '7' } }, { signal: AbortSignal.timeout(100) });
  await expect(ended).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }) as Error);
});

test('a path parameter that is missing leads to no route', async () => {
  const call = createClient<Api>({ baseUrl });
  await expect(call('GET /pets/{petId}', {} as never)).rejects.toThrow('petId is ""; a path has no segment ""');
});

test('a longer wait is left to the caller', async () => {
  answer = json(429, { message: 'Limit Exceeded' }, { 'retry-after': '60' });
  const call = createClient<Api>({ baseUrl });
  expect(await call('GET /pets/{petId}', { params: { petId: '7' } })).toMatchObject({ status: 429, retryAfter: 60 });
});

test.each(['', '.', '..'])('a path parameter "%s" leads to no other route', async (petId) => {
  const call = createClient<Api>({ baseUrl });
  await expect(call('GET /pets/{petId}', { params: { petId } })).rejects.toThrow(expect.objectContaining({
    code: 'CONTRACT_PARAMETER_INVALID', message: expect.stringContaining(`/pets/{petId}: petId is "${petId}"; a path has no segment`) as string,
  }) as Error);
});

test('a signal or a time-out ends a call', async () => {
  answer = () => undefined;
  const call = createClient<Api>({ baseUrl, timeout: 20, retries: 0 });
  await expect(call('GET /pets/{petId}', { params: { petId: '7' } })).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }) as Error);
  const aborted = call('GET /pets/{petId}', { params: { petId: '7' } }, { signal: AbortSignal.abort(), timeout: 0 });
  await expect(aborted).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }) as Error);
  server.closeAllConnections();
});

test('a body is read while it arrives', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('first');
  };
  const received = await createClient<Api>({ baseUrl })('GET /files/{path+}', { params: { path: 'log' } }, { stream: true });
  if (received instanceof GatewayError) throw received;
  const reader = received.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  await reader?.cancel();
});
