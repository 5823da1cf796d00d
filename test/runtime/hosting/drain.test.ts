import http from 'node:http';
import type { Socket } from 'node:net';
import { Api, WebSocketApi, WebSocketLambdaIntegration, WebSocketStage } from 'synthgate';
import { connectClient, type Serving } from 'synthgate/runtime';
import { declareGateway, functionOf, type Declare, type DeclaredGateway } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';
import { until } from '../../support/until';

/** Longer than the requests of a test take, and the start of a worker, even on a busy machine. */
const DELAY_MS = { 1: 2_000, 2: 5_000 } as const;

const opened: DeclaredGateway[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((gateway) => gateway.close()));
});

/** An API that answers at once, or when it is told to. */
const declared: Declare = (app) => {
  new Api(app, 'Shop').root.addProxy({ defaultIntegration: functionOf(app, 'Says', "() => ({ statusCode: 200, body: 'hello' })") });
};

async function gatewayWith(
  options: Parameters<typeof declareGateway>[1], declare = declared,
): Promise<DeclaredGateway & { readonly health: string }> {
  const gateway = await declareGateway(declare, { healthPort: 0, ...options });
  opened.push(gateway);
  const { health } = gateway.serving;
  if (health === undefined) throw new Error('there is no health port');
  return { ...gateway, health };
}

async function isReady(health: string): Promise<string> {
  for (;;) {
    const { status, text } = await sendRequest(`${health}/readyz`);
    if (status === 200) return text;
    await new Promise((resolve) => { setTimeout(resolve, 10); });
  }
}

/** A client that keeps one connection as long as the gateway does. */
function keeping(url: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<Socket>();
  return {
    agent,
    sockets,
    ask: () => new Promise<string>((resolve, reject) => {
      const request = http.get(url, { agent }, (response) => {
        response.resume().on('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
      });
      request.on('socket', (socket) => sockets.add(socket)).on('error', reject);
    }),
  };
}

/** Kills the workers; resolves when others serve. */
async function replaceWorkers(serving: Serving): Promise<void> {
  const killed = serving.processes.serving;
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await until(() => (serving.processes.serving.some((pid) => !killed.includes(pid)) ? true : undefined));
}

test.each([1, 2] as const)('a gateway with %i processes that drains is not ready and accepts requests, whose connections end', async (processes) => {
  const { serving, url, health, close } = await gatewayWith({ processes, prewarm: true, drainDelayMs: DELAY_MS[processes] });
  expect(await isReady(health)).toBe('ready\n');
  const kept = keeping(`${url}/prod/a`);
  expect([await kept.ask(), await kept.ask(), kept.sockets.size]).toEqual(['200 keep-alive', '200 keep-alive', 1]);
  let hasDrained = false;
  const drained = serving.drain().then(() => { hasDrained = true; });
  expect(await sendRequest(`${health}/readyz`)).toMatchObject({ status: 503, text: 'draining\n' });
  expect((await sendRequest(`${health}/livez`)).status).toBe(200);
  // a worker is told over its channel; the last answer of the kept connection is the first one after that
  let asked = 0;
  while (await kept.ask() === '200 keep-alive') asked += 1;
  expect(kept.sockets.size).toBe(1);
  expect(asked).toBeLessThan(1_000);
  expect(await kept.ask()).toBe('200 close');
  expect(kept.sockets.size).toBe(2);
  expect((await sendRequest(`${url}/prod/new`)).text).toBe('hello');
  if (processes === 2) await replaceWorkers(serving);
  expect(await keeping(`${url}/prod/newest`).ask()).toBe('200 close');
  expect(hasDrained).toBe(false);
  await drained;
  await close();
  await expect(sendRequest(`${url}/prod/a`)).rejects.toThrow();
  await expect(sendRequest(`${health}/livez`)).rejects.toThrow();
});

test('without a delay a gateway that stops accepts nothing more', async () => {
  const { serving, url, health } = await gatewayWith({});
  await isReady(health);
  await serving.drain();
  expect((await sendRequest(`${health}/readyz`)).text).toBe('draining\n');
  const closing = serving.close();
  await expect(sendRequest(`${url}/prod/a`)).rejects.toThrow();
  await closing;
});

test('a WebSocket connection stays until the end of the delay and is then told that the gateway goes away', async () => {
  const { serving, url } = await gatewayWith({ drainDelayMs: 500 }, (app) => {
    const echo = functionOf(app, 'Echo', '(event) => ({ statusCode: 200, body: event.body })');
    const webSocketApi = new WebSocketApi(app, 'Chat', { defaultRouteOptions: { integration: new WebSocketLambdaIntegration('Echo', echo), returnResponse: true } });
    new WebSocketStage(app, 'Stage', { webSocketApi, stageName: 'prod', autoDeploy: true });
  });
  const client = await connectClient(`${url}/prod`);
  let hasDrained = false;
  const closing = serving.drain().then(() => { hasDrained = true; }).then(serving.close);
  client.send('still here');
  expect(await client.next()).toBe('still here');
  const { code } = await client.closed;
  expect([code, hasDrained]).toEqual([1001, true]);
  await closing;
});
