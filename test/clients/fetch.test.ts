import http from 'node:http';
import { Api } from 'synthgate';
import { declareGateway, ECHO, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest } from '../support/http-client';

interface Event {
  readonly httpMethod: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'dev' }, binaryMediaTypes: ['image/png'] });
    api.root.addProxy({ defaultIntegration: functionOf(app, 'Echo', ECHO) });
    api.root.addResource('image').addMethod('GET', functionOf(app, 'Image', `() => ({
      statusCode: 200, headers: { 'Content-Type': 'image/png' }, body: 'iVBORw0KGgo=', isBase64Encoded: true,
    })`));
  });
});
afterAll(() => gateway.close());

const eventOf = async (path: string, init?: RequestInit): Promise<Event> => (await fetch(`${gateway.url}/dev/${path}`, init)).json() as Promise<Event>;

test('a GET and a POST of JSON', async () => {
  expect(await eventOf('a')).toMatchObject({ httpMethod: 'GET', body: null });
  const headers = { 'Content-Type': 'application/json' };
  expect(await eventOf('a', { method: 'POST', headers, body: JSON.stringify({ a: 'ü' }) })).toMatchObject({ body: '{"a":"ü"}' });
});

test('an object that was not serialized is answered 400', async () => {
  const body = { a: 1 } as unknown as string;
  const response = await fetch(`${gateway.url}/dev/a`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(response.status).toBe(400);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test('a multipart form passes as text', async () => {
  const form = new FormData();
  form.set('name', 'Ajax');
  const event = await eventOf('a', { method: 'POST', body: form });
  expect(event.body).toContain('name="name"\r\n\r\nAjax\r\n');
  expect(event.isBase64Encoded).toBe(false);
});

test('a streamed body of unknown length arrives as a whole', async () => {
  const body = new ReadableStream({
    start(controller) {
      for (const part of ['one ', 'two ', 'three']) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body, duplex: 'half' };
  expect(await eventOf('a', init as RequestInit)).toMatchObject({ body: 'one two three' });
});

test('bytes go both ways where the media type is binary', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const event = await eventOf('a', { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: bytes });
  expect(event).toMatchObject({ isBase64Encoded: true, body: Buffer.from(bytes).toString('base64') });
  const image = await fetch(`${gateway.url}/dev/image`, { headers: { Accept: 'image/png' } });
  expect(Buffer.from(await image.arrayBuffer()).toString('hex')).toBe('89504e470d0a1a0a');
});

test('a request that the client gives up does not harm the next one', async () => {
  const controller = new AbortController();
  const pending = fetch(`${gateway.url}/dev/a`, { signal: controller.signal });
  controller.abort();
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  expect(await eventOf('a')).toMatchObject({ httpMethod: 'GET' });
});

test('50 requests at the same time all get their own answer', async () => {
  const events = await Promise.all(Array.from({ length: 50 }, (_, index) => eventOf('a', { method: 'POST', body: `number ${index}` })));
  expect(events.map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, index) => `number ${index}`));
});

test('one connection carries many requests, errors among them', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  agent.on('free', (socket: { localPort?: number }) => ports.add(socket.localPort));
  const json = { 'Content-Type': 'application/json' };
  const statuses = [
    await sendRequest(`${gateway.url}/dev/a`, { agent }),
    await sendRequest(`${gateway.url}/dev/a`, { agent, method: 'POST', headers: json, body: 'no json' }),
    await sendRequest(`${gateway.url}/nowhere`, { agent }),
    await sendRequest(`${gateway.url}/dev/a`, { agent, method: 'HEAD' }),
    await sendRequest(`${gateway.url}/dev/a`, { agent, method: 'POST', body: 'text' }),
  ].map(({ status }) => status);
  await new Promise(setImmediate);
  agent.destroy();
  expect(statuses).toEqual([200, 400, 403, 200, 200]);
  expect(ports.size).toBe(1);
});
