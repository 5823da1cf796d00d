import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { writeWebSocketApi } from '../../support/http-api';

/* WebSocket APIs in a user's test. */

let directory: string;
let gateway: TestGateway;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'synthgate-connect-'));
  writeWebSocketApi(path.join(directory, 'gateway.out'), {
    functions: { Echo: 'async ({ body }) => ({ statusCode: 200, body })', Refuses: 'async (event) => ({ statusCode: Number(event.headers["X-Status"] ?? 200) })' },
    routes: { $connect: 'Refuses', $disconnect: 'Echo', $default: { hasRouteResponse: true, integration: { type: 'proxy', function: 'Echo' } } },
  });
  gateway = await createTestGateway(path.join(directory, 'gateway.out'), { functions: { Echo: (event: { readonly body: string }) => ({ statusCode: 200, body: `stub: ${event.body}` }) } });
});
afterAll(async () => {
  await gateway.close();
  rmSync(directory, { recursive: true });
});

test('connects, sends, takes messages in turn, and shows connections and calls', async () => {
  const client = await gateway.connect('/prod', { headers: { 'user-agent': 'mine' } });
  client.send({ action: 'say' });
  client.send('text');
  expect(new Set([await client.next(), await client.next()])).toEqual(new Set(['stub: {"action":"say"}', 'stub: text']));
  expect(gateway.connections()).toEqual([expect.objectContaining({ stage: 'prod', userAgent: 'mine' })]);
  expect(gateway.invocations<{ readonly requestContext: object }>('Echo')[0].event.requestContext).toMatchObject({ eventType: 'MESSAGE' });
  client.close(1000, 'done');
  expect(() => client.send('late')).toThrow(expect.objectContaining({ code: 'TEST_CONNECTION_CLOSED', message: expect.stringContaining('the message is not sent: the connection is closing') }));
  expect(await client.closed).toEqual({ code: 1000, reason: 'done' });
  const state = 'was closed with 1000 done';
  await expect(client.next()).rejects.toMatchObject({ code: 'TEST_CONNECTION_CLOSED', details: { action: 'no message comes any more', state } });
  expect(() => client.send('late')).toThrow(expect.objectContaining({ details: { action: 'the message is not sent', state } }));
});

test('the path may be relative to the stage', async () => {
  const client = await gateway.connect();
  client.send('x');
  expect(await client.next()).toBe('stub: x');
  client.close();
});

test('a refused handshake says why', async () => {
  await expect(gateway.connect('/prod', { headers: { 'x-status': '401' } })).rejects.toMatchObject({ code: 'TEST_CONNECTION_REFUSED', details: { status: 401 } });
});

test('the clock moves the limit of idle connections', async () => {
  const client = await gateway.connect('/prod');
  gateway.clock.advance('10m');
  expect(await client.closed).toEqual({ code: 1001, reason: 'Going away' });
  expect(gateway.connections()).toEqual([]);
});

test('a reset ends connections, and their ends are not in what the next test sees', async () => {
  const client = await gateway.connect('/prod');
  await gateway.reset();
  expect(await client.closed).toEqual({ code: 1001, reason: 'Going away' });
  expect([gateway.connections(), gateway.invocations()]).toEqual([[], []]);
  const next = await gateway.connect('/prod');
  next.send('x');
  expect(await next.next()).toBe('stub: x');
  next.close();
});
