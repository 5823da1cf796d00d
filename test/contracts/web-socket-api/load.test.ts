import aws4 from 'aws4';
import type { Socket } from 'node:net';
import type { ServeOptions } from 'synthgate/runtime';
import { connect, type Client } from '../../support/web-socket-client';
import { serveWebSocketApi, type ServedHttpApi, type WebSocketApiDefinition } from '../../support/http-api';
import { until } from '../../support/until';

/* Clients that ask for much: others are served, and memory is bounded. */

const CREDENTIALS = { accessKeyId: 'AKIATESTS', secretAccessKey: 'secret' };
const MOCK = {
  type: 'mock' as const, requestTemplates: { $default: '{"statusCode": 200}' },
  responses: [{ statusCode: '200', responseTemplates: { $default: '$context.connectionId' } }],
};
const DEFINITION: WebSocketApiDefinition = {
  functions: { Slow: 'async () => { await new Promise((resolve) => setTimeout(resolve, 1000)); return { statusCode: 200 }; }' },
  routes: { $default: { hasRouteResponse: true, integration: MOCK }, slow: 'Slow', flood: { integration: MOCK } },
};

async function withApi(serverLimits: ServeOptions['serverLimits'], check: (api: ServedHttpApi) => Promise<void>): Promise<void> {
  const api = await serveWebSocketApi(DEFINITION, { serverLimits, credentials: [CREDENTIALS] });
  try {
    await check(api);
  } finally {
    await api.close();
  }
}

/** A frame of a client. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

test('messages that are answered at once are answered in turns with those of others', async () => {
  await withApi({}, async (api) => {
    const [flooding, other] = [await connect(`${api.url}/prod`), await connect(`${api.url}/prod`)];
    const count = 2_000;
    const isAnswered = ({ fields }: ServedHttpApi['log'][number]): boolean => fields?.path === '/prod/flood';
    const answered = (): number => api.log.filter(isAnswered).length;
    const bytes = Buffer.concat(Array.from({ length: count }, () => frame('{"action":"flood"}')));
    // all at once, as a client may send them
    (flooding.socket as unknown as { readonly _socket: Socket })._socket.write(bytes);
    other.send('x');
    await other.next();
    expect(answered()).toBeLessThan(count / 2);
    await until(() => answered() === count || undefined);
  });
});

test('messages count in the memory for requests until they are answered', async () => {
  await withApi({ requestBytesInFlight: 100_000 }, async (api) => {
    const client = await connect(`${api.url}/prod`);
    const text = JSON.stringify({ action: 'slow', text: 'x'.repeat(30_000) });
    for (let count = 0; count < 3; count += 1) client.send(text);
    const refused = await connect(`${api.url}/prod`);
    refused.send('y'.repeat(30_000));
    expect((await refused.closed).code).toBe(1013);
    await until(() => api.log.filter(({ fields }) => fields?.path === '/prod/slow').length === 3 || undefined);
    const next = await connect(`${api.url}/prod`);
    next.send('y'.repeat(30_000));
    await next.next();
  });
});

test('a message in many small frames counts with what they take', async () => {
  await withApi({ requestBytesInFlight: 100_000 }, async (api) => {
    const client = await connect(`${api.url}/prod`);
    for (let count = 0; count < 1_000; count += 1) client.socket.send('x', { fin: false });
    expect((await client.closed).code).toBe(1013);
  });
});

test('what waits for clients that read slowly counts, too: the one that was stuck longest is cut off', async () => {
  await withApi({ responseBytesInFlight: 400_000 }, async (api) => {
    const client = await connect(`${api.url}/prod`);
    client.send('who');
    const id = await client.next();
    client.socket.pause();
    const statuses = new Set<number>();
    for (let count = 0; count < 1_000 && !statuses.has(410) && !statuses.has(429); count += 1) statuses.add(await post(api, id));
    expect([...statuses]).toEqual([200, 410]);
    expect(await answers(await connect(`${api.url}/prod`))).toBe(true);
  });
});

test('a connection that is being closed is gone for those who post to it', async () => {
  await withApi({}, async (api) => {
    const client = await connect(`${api.url}/prod`);
    client.send('who');
    const id = await client.next();
    client.socket.pause(); // so it does not answer the close
    client.socket.send(Buffer.from('x'));
    let status = 200;
    for (let count = 0; count < 5 && status === 200; count += 1) status = await post(api, id);
    expect(status).toBe(410);
  });
});

async function answers(client: Client): Promise<boolean> {
  client.send('who');
  return (await client.next()).length === 16;
}

async function post({ url }: ServedHttpApi, id: string): Promise<number> {
  const { host } = new URL(url);
  const path = `/prod/@connections/${encodeURIComponent(id)}`;
  const body = 'x'.repeat(100_000);
  const { headers = {} } = aws4.sign({ host, path, method: 'POST', service: 'execute-api', region: 'us-east-1', body, headers: {} }, CREDENTIALS);
  const { status } = await fetch(`http://${host}${path}`, { method: 'POST', body, headers: headers as Record<string, string> });
  return status;
}
