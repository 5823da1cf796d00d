import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Api, Duration, MappedIntegration, MockIntegration, Period, type App } from 'synthgate';
import type { ServeOptions } from 'synthgate/runtime';
import type { GatewaySpecInput } from '../../../../lib/spec';
import { petsSpec, writeAssembly } from '../../../support/assembly';
import { declareGateway, functionOf, type Declare, type DeclaredGateway } from '../../../support/declared-gateway';
import { sendRequest, type Answer } from '../../../support/http-client';
import { until } from '../../../support/until';
import { newDirectory } from '../../../support/temporary-directory';

/** A busy machine starts instances slowly. */
const AMPLE = Duration.seconds(28);
const KEY = 'key-of-the-first-client-0001';

const opened: DeclaredGateway[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((gateway) => gateway.close()));
});

async function start(declare: Declare, options: Partial<ServeOptions> = {}): Promise<DeclaredGateway> {
  const gateway = await declareGateway(declare, { processes: 2, ...options });
  opened.push(gateway);
  return gateway;
}

/** The same, of a spec and the code of its functions. */
async function startSpec(spec: GatewaySpecInput, code: string): Promise<DeclaredGateway> {
  return start(() => undefined, { source: writeAssembly(path.join(newDirectory(), 'gateway.out'), [spec], code) });
}

/** Says which process of which worker answers. */
const WHO = '() => ({ statusCode: 200, body: JSON.stringify({ instance: process.pid, worker: process.ppid }) })';

/** An API whose methods are all the given function's. */
function apiOf(handler: string, props: { maxInstances?: number } = {}): Declare {
  return (app: App) => {
    const api = new Api(app, 'Shop');
    api.root.addProxy({ defaultIntegration: functionOf(app, 'Who', handler, { timeout: AMPLE, ...props }) });
  };
}

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const times = <Value>(count: number, make: (index: number) => Value): Value[] => Array.from({ length: count }, (_, index) => make(index));
const allAtOnce = (count: number, url: string, headers = {}) => Promise.all(times(count, () => sendRequest(url, { headers })));

/** A server at which functions wait until it is opened. */
async function openGate() {
  const waiting = new Set<http.ServerResponse>();
  let [most, isOpen] = [0, false];
  const server = http.createServer((_, response) => {
    if (isOpen) return response.end();
    waiting.add(response);
    most = Math.max(most, waiting.size);
    return response.on('close', () => waiting.delete(response));
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // a TCP server that listens has one
    waiting: () => waiting.size,
    most: () => most,
    open: () => {
      isOpen = true;
      for (const response of waiting) response.end();
    },
    close: () => new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/** The workers that answered. */
async function workersOf(url: string, count: number): Promise<Set<number>> {
  const answers = await allAtOnce(count, url);
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  return new Set(answers.map((answer) => answer.json<{ worker: number }>().worker));
}

describe('several processes', () => {
  test('share one port, for new connections and kept ones', async () => {
    const { url, serving } = await start(apiOf(WHO));
    expect(serving.processes.serving).toHaveLength(2);
    expect(serving.processes.wanted).toBe(2);
    const [first, second] = serving.processes.serving;
    const seen = new Set<number>();
    for (let round = 0; round < 20 && seen.size < 2; round++) for (const worker of await workersOf(`${url}/prod/who`, 64)) seen.add(worker);
    expect([...seen].sort()).toEqual([first, second].sort());
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const answers = [];
    for (let request = 0; request < 20; request++) answers.push(await sendRequest(`${url}/prod/who`, { agent }));
    agent.destroy();
    expect(new Set(answers.map((answer) => answer.json<{ worker: number }>().worker)).size).toBe(1);
  });

  test('a killed worker is replaced and logged; the others continue', async () => {
    const { url, serving, log } = await start(apiOf(WHO));
    await workersOf(`${url}/prod/who`, 32);
    const [first, second] = serving.processes.serving;
    process.kill(first, 'SIGKILL');
    await until(() => (serving.processes.serving.includes(first) ? undefined : true));
    expect(statusesOf(await allAtOnce(32, `${url}/prod/who`))).not.toContain(500);
    await until(() => (serving.processes.serving.length === 2 ? true : undefined));
    expect(serving.processes.serving).toContain(second);
    expect(log.find(({ code }) => code === 'WORKER_ENDED')?.message).toContain(`worker process ${first} of the gateway ended with signal SIGKILL`);
    process.kill(second, 'SIGKILL');
    await until(() => (serving.processes.serving.includes(second) ? undefined : true));
    expect((await workersOf(`${url}/prod/who`, 32)).has(first)).toBe(false);
  });

  test('all killed at once come back on the same port', async () => {
    const { url, serving } = await start(apiOf(WHO));
    const before = serving.processes.serving;
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await until(() => (serving.processes.serving.filter((pid) => !before.includes(pid)).length === 2 ? true : undefined));
    await workersOf(`${url}/prod/who`, 8);
  });

  test('reload a new definition together, without losing a request', async () => {
    const version = (text: string) => apiOf(`() => ({ statusCode: 200, body: '${text}' })`);
    const { url, serving, declareAgain } = await start(version('1'));
    const answers: string[] = [];
    let isOver = false;
    const calling = Promise.all(times(8, async () => {
      while (!isOver) {
        const { status, text } = await sendRequest(`${url}/prod/pets`);
        answers.push(`${status} ${text}`);
      }
    }));
    await until(() => (answers.length > 20 ? true : undefined));
    declareAgain(version('2'));
    await serving.reload();
    const after = await allAtOnce(32, `${url}/prod/pets`);
    isOver = true;
    await calling;
    expect(new Set(after.map(({ text }) => text))).toEqual(new Set(['2']));
    expect([...new Set(answers)].sort()).toEqual(['200 1', '200 2']);
    await expect((async () => {
      declareAgain((app) => new Api(app, 'Other').root.addMethod('GET', new MockIntegration()));
      await serving.reload();
    })()).rejects.toMatchObject({ code: 'RELOAD_CHANGES_APIS' });
    expect((await sendRequest(`${url}/prod/pets`)).text).toBe('2');
  });

  test('stop without leftovers and let requests in flight finish', async () => {
    const slow = 'async () => { console.log("begun"); await new Promise((r) => setTimeout(r, 1000)); return { statusCode: 200, body: String(process.pid) }; }';
    const { url, serving, log } = await start(apiOf(slow));
    const pids = serving.processes.serving;
    const calls = allAtOnce(6, `${url}/prod/pets`);
    await until(() => (log.filter(({ message }) => message === 'begun').length === 6 ? true : undefined));
    await opened[0]?.close();
    const answers = await calls;
    expect(statusesOf(answers)).toEqual(times(6, () => 200));
    const isAlive = (pid: number) => existsSync(`/proc/${pid}`);
    expect([...pids, ...answers.map(({ text }) => Number(text))].filter(isAlive)).toEqual([]);
    await expect(sendRequest(`${url}/prod/pets`)).rejects.toThrow();
  });
});

describe('limits of all processes together', () => {
  const answer = () => new MockIntegration({
    requestTemplates: { 'application/json': '{"statusCode": 200}' }, integrationResponses: [{ statusCode: '200' }],
  });
  const shop = (plan: object, props: object = {}): Declare => (app: App) => {
    const api = new Api(app, 'Shop', { defaultIntegration: answer(), ...props });
    api.root.addResource('pets').addMethod('GET', undefined, { apiKeyRequired: true });
    api.root.addResource('open').addMethod('GET');
    const free = api.addUsagePlan('Free', { ...plan, apiStages: [{ stage: api.deploymentStage }] });
    free.addApiKey(api.addApiKey('First', { value: KEY }));
  };
  const countOf = (answers: readonly Answer[], status: number) => statusesOf(answers).filter((one) => one === status).length;

  test('of 300 requests at once a quota of 100 answers exactly 100, and counts on after a worker was killed', async () => {
    const { url, serving, directory } = await start(shop({ quota: { limit: 100, period: Period.DAY } }));
    const key = { 'X-Api-Key': KEY };
    const answers = await allAtOnce(150, `${url}/prod/pets`, key);
    process.kill(serving.processes.serving[0], 'SIGKILL');
    await until(() => (serving.processes.serving.length === 2 ? true : undefined));
    const more = await allAtOnce(150, `${url}/prod/pets`, key);
    expect([countOf([...answers, ...more], 200), countOf([...answers, ...more], 429)]).toEqual([100, 200]);
    expect(more.find(({ status }) => status === 429)?.text).toBe('{"message":"Limit Exceeded"}');
    await serving.close();
    const usage: unknown = JSON.parse(readFileSync(path.join(path.dirname(directory), 'gateway.state', 'usage', 'Shop-Free.json'), 'utf8'));
    expect(usage).toMatchObject({ keys: { 'Shop-First': { used: 100 } } });
  });

  test.each([
    ['a key', { throttle: { rateLimit: 0.001, burstLimit: 20 } }, {}, 'pets'],
    ['a stage\'s method', {}, { deployOptions: { throttlingRateLimit: 0.001, throttlingBurstLimit: 20 } }, 'open'],
  ])('the bucket of %s lets its burst pass and no more', async (_, plan, props, resource) => {
    const { url } = await start(shop(plan, props));
    const answers = await allAtOnce(80, `${url}/prod/${resource}`, { 'X-Api-Key': KEY });
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([20, 60]);
  });

  test.each([[40, 40], [800, 700]])('the account\'s burst of %d lets at least %d and never more pass', async (burstLimit, atLeast) => {
    const { url } = await start(shop({}), { accountLimit: { rateLimit: 0, burstLimit } });
    const instances: number[] = [];
    for (let round = 0; round < 10; round++) instances.push(countOf(await allAtOnce(burstLimit / 8, `${url}/prod/open`), 200));
    const passed = instances.reduce((sum, count) => sum + count, 0);
    expect(passed).toBeLessThanOrEqual(burstLimit);
    expect(passed).toBeGreaterThanOrEqual(atLeast);
  });

  test('maxInstances counts the instances of all of them, also while one that was killed is replaced', async () => {
    const gate = await openGate();
    const wait = `async () => { await fetch('${gate.url}'); return { statusCode: 200, body: '' }; }`;
    const { url, serving } = await start(apiOf(wait, { maxInstances: 3 }));
    const asMany = () => times(12, () => sendRequest(`${url}/prod/pets`).then(({ status }) => status, () => 'cut off'));
    const calls = asMany();
    await until(() => (gate.waiting() === 3 ? true : undefined));
    process.kill(serving.processes.serving[0], 'SIGKILL');
    await until(() => (serving.processes.serving.length === 2 ? true : undefined));
    calls.push(...asMany());
    await until(() => (gate.waiting() === 3 ? true : undefined));
    await new Promise((resolve) => { setTimeout(resolve, 300); }); // for one too many
    gate.open();
    const answers = await Promise.all(calls);
    await gate.close();
    expect(gate.most()).toBe(3);
    expect(answers.filter((status) => status !== 200 && status !== 'cut off')).toEqual([]);
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(12);
  });

  test.each([1, 2])('a function of %d instances answers in every process', async (maxInstances) => {
    const { url, serving } = await start(apiOf(WHO, { maxInstances }));
    const answers = await allAtOnce(60, `${url}/prod/pets`);
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    const instances = answers.map((one) => one.json<{ instance: number }>());
    expect(new Set(instances.map(({ instance }) => instance)).size).toBeLessThanOrEqual(maxInstances);
    expect(serving.processes.serving).toHaveLength(2);
  });

  test('an invalidated response is removed from the caches of all processes', async () => {
    const { url } = await startSpec(petsSpec({
      functions: { Pets: { code: 'x', handler: 'index.handler', timeoutMs: 28_000 } },
      resources: { '/time': { id: 'time', methods: { GET: { integration: { type: 'proxy', function: 'Pets' } } } } },
      stages: { prod: {
        cacheClusterEnabled: true,
        methodSettings: { '*/*': { cachingEnabled: true, requireAuthorizationForCacheControl: false } },
      } },
    }), 'exports.handler = async () => ({ statusCode: 200, body: String(process.hrtime.bigint()) });');
    const textsOf = async () => new Set((await allAtOnce(64, `${url}/prod/time`)).map(({ text }) => text));
    await textsOf();
    const before = await textsOf();
    expect(before.size).toBeLessThanOrEqual(2);
    await sendRequest(`${url}/prod/time`, { headers: { 'Cache-Control': 'max-age=0' } });
    // the other process learns of it a little later, and then has none of them any more
    while ([...await textsOf()].some((text) => before.has(text)));
    const after = await textsOf();
    expect([...after].filter((text) => before.has(text))).toEqual([]);
  });
});

describe('functions and events', () => {
  test('an event that fails is tried by one process and becomes one dead letter', async () => {
    const { url, serving, directory } = await start((app) => {
      const api = new Api(app, 'Shop');
      const jobs = functionOf(app, 'Jobs', '() => { throw new Error("no"); }', { timeout: AMPLE, deadLetter: { retryAttempts: 1 } });
      api.root.addResource('jobs').addMethod('POST', new MappedIntegration(jobs, {
        requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': '\'Event\'' },
        integrationResponses: [{ statusCode: '202' }],
      }), { methodResponses: [{ statusCode: '202' }] });
    }, { retryDelaysMs: [1, 1] });
    const headers = { 'Content-Type': 'application/json' };
    const post = (number: number) => sendRequest(`${url}/prod/jobs`, { method: 'POST', body: JSON.stringify({ number }), headers });
    const answers = await Promise.all(times(20, post));
    expect(new Set(statusesOf(answers))).toEqual(new Set([202]));
    await serving.waitForIdle();
    const deadLetterFolder = path.join(path.dirname(directory), 'gateway.state', 'dead-letters');
    const events = readdirSync(deadLetterFolder).map((name) => (JSON.parse(readFileSync(path.join(deadLetterFolder, name), 'utf8')) as { event: string; attempts: number }));
    const numbers = events.map(({ event }) => (JSON.parse(event) as { number: number }).number);
    expect(numbers.sort((left, right) => left - right)).toEqual(times(20, (number) => number));
    expect(new Set(events.map(({ attempts }) => attempts))).toEqual(new Set([2]));
  });

  test.each([10, 1])('a function that may have %d instances streams from wherever it runs', async (maxInstances) => {
    const code = `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
      const body = awslambda.HttpResponseStream.from(stream, { statusCode: 201, headers: { 'x-own': 'yes' } });
      for (let part = 0; part < 300; part++) body.write('x'.repeat(1000));
      body.end();
    });`;
    const { url } = await startSpec(petsSpec({
      functions: { Stream: { code: 'x', handler: 'index.handler', timeoutMs: 28_000, maxInstances } },
      resources: { '/stream': { id: 'stream', methods: {
        GET: { integration: { type: 'proxy', function: 'Stream', responseTransferMode: 'STREAM' } },
      } } },
    }), code);
    const answers = await allAtOnce(8, `${url}/prod/stream`);
    expect(answers.map(({ status, headers, body }) => [status, headers['x-own'], body.length])).toEqual(times(8, () => [201, 'yes', 300_000]));
  });
});
