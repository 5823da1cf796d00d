import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Api, ApiKey, MockIntegration, Period, type App } from 'synthgate';
import type { ServeOptions } from 'synthgate/runtime';
import { declareGateway, type DeclaredGateway } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';
import { freePort, startStoreServer, type StoreServer } from '../../support/store-server';
import { newDirectory } from '../../support/temporary-directory';

let server: StoreServer;
const opened: DeclaredGateway[] = [];
beforeAll(async () => { server = await startStoreServer(); });
beforeEach(() => server.client.flushall());
afterEach(async () => { await Promise.all(opened.splice(0).map((gateway) => gateway.close())); });
afterAll(() => server.close());

/** An API with a quota of six requests a day. */
function declare(app: App): void {
  const api = new Api(app, 'Shop');
  api.root.addMethod('GET', new MockIntegration(), { apiKeyRequired: true });
  const plan = api.addUsagePlan('Free', { quota: { limit: 6, period: Period.DAY } });
  plan.addApiKey(new ApiKey(app, 'Dev', { value: 'a-key-of-twenty-characters' }));
  plan.addApiStage({ stage: api.deploymentStage });
}

async function start(options: Partial<ServeOptions> = {}): Promise<DeclaredGateway> {
  const gateway = await declareGateway(declare, { store: server.url, storeTimeoutMs: 5_000, ...options });
  opened.push(gateway);
  return gateway;
}

const statusOf = async ({ url }: DeclaredGateway): Promise<number> =>
  (await sendRequest(`${url}/prod/`, { headers: { 'x-api-key': 'a-key-of-twenty-characters' } })).status;

test('gateways share a quota through a store, also those with several processes', async () => {
  const [first, second] = [await start(), await start({ processes: 2 })];
  const statuses: number[] = [];
  for (const gateway of [first, second, first, second, second, first, first, second]) statuses.push(await statusOf(gateway));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});

test('the account\'s throttle is shared as well, by requests without limits of their own', async () => {
  const accountLimit = { rateLimit: 0, burstLimit: 2 };
  const [first, second] = [await start({ accountLimit }), await start({ accountLimit, processes: 2 })];
  expect([await statusOf(first), await statusOf(second), await statusOf(first), await statusOf(second)]).toEqual([200, 200, 429, 429]);
});

test('the management port tells the state of the store', async () => {
  const { serving } = await start({ managementPort: 0 });
  const { url = '', tokenFile = '' } = serving.management ?? {};
  const { text } = await sendRequest(`${url}/health`, { headers: { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` } });
  expect(JSON.parse(text)).toMatchObject({ status: 'ok', store: { store: server.url, state: 'connected', gateways: 1 } });
});

test('metrics have the calls of the store, whether it is there, and requests that were decided without it', async () => {
  const textOf = async ({ serving }: DeclaredGateway): Promise<string> => (await sendRequest(`${serving.health}/metrics`)).text;
  const gateway = await start({ healthPort: 0 });
  await statusOf(gateway);
  const text = await textOf(gateway);
  expect(text).toMatch(/^synthgate_limits_store_seconds_count{outcome="ok"} [1-9]/m);
  expect(text).toMatch(/^synthgate_limits_store_up 1$/m);
  expect(text).toMatch(/^synthgate_limits_store_fallbacks_total 0$/m);
  const fails = (): Promise<never> => Promise.reject(new Error('gone'));
  const alone = await start({ healthPort: 0, store: { evalsha: fails, eval: fails } });
  expect(await statusOf(alone)).toBe(200);
  const withoutStore = await textOf(alone);
  expect(withoutStore).toMatch(/^synthgate_limits_store_seconds_count{outcome="failed"} [1-9]/m);
  expect(withoutStore).toMatch(/^synthgate_limits_store_up 0$/m);
  expect(withoutStore).toMatch(/^synthgate_limits_store_fallbacks_total 1$/m);
});

test('a store with TLS is reached if its authority is one that Node trusts', async () => {
  const [at, certificates] = [await freePort(), path.join(__dirname, '../../support/certificates')];
  const [pem, authority] = [path.join(certificates, 'valid.pem'), path.join(certificates, 'authority.pem')];
  const files = ['--tls-cert-file', pem, '--tls-key-file', pem, '--tls-ca-cert-file', authority];
  const secured = await startStoreServer('--tls-port', String(at), '--bind', '127.0.0.1', '--tls-auth-clients', 'no', ...files);
  const { directory } = await start();
  const options = { source: directory, stateDirectory: newDirectory(), port: 0, watch: false, store: `valkeys://127.0.0.1:${at}` };
  const program = `require('synthgate/runtime').serve({ ...${JSON.stringify(options)}, log: ({ message }) => console.log(message) }).then((one) => one.close())`;
  const run = promisify(execFile)(process.execPath, ['-e', program], { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } });
  expect((await run).stdout).toMatch(/^limits are shared in the store valkeys:/);
  await secured.close();
});

test('a URL that is none is refused, and the message does not repeat it: it may have a password', async () => {
  await expect(start({ store: 'http://user:secret@cache' })).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'store', given: '(not shown)' } });
});
