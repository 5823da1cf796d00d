import cluster, { type Worker } from 'node:cluster';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { LIVENESS_FD } from '../../../../lib/runtime/hosting/workers/messages';
import type { FromPrimary, FromWorker, RpcRequest, WorkerSettings } from '../../../../lib/runtime/hosting/workers/messages';
import { serializeError } from '../../../../lib/runtime/hosting/workers/serialized-error';
import type { LoadedApi } from '../../../../lib/runtime/plan/loaded';
import { GatewayError } from '../../../../lib/errors';
import { deployedSpec, fingerprint, type GatewaySpecInput } from '../../../../lib/spec';
import { sendRequest } from '../../../support/http-client';
import { complete, MOCK, specWithMethod, type MethodInput } from '../../../support/spec';
import { until } from '../../../support/until';
import { newDirectory } from '../../../support/temporary-directory';

/* Real worker processes of the sources, whose primary is the test: it sends the messages of a primary, and answers as one. */

const LIB = path.resolve(__dirname, '../../../../lib/runtime');
const PROGRAMS = newDirectory();
/** More than a call needs on a busy machine. */
const AMPLE_MS = 28_000;

beforeAll(() => {
  buildSync({
    entryPoints: {
      worker: path.join(LIB, 'worker.ts'),
      instance: path.join(LIB, 'functions/host/main.ts'),
      sandbox: path.join(LIB, 'hosting/sandbox-worker/main.ts'),
    },
    outdir: PROGRAMS, bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error',
  });
});

const workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).filter((worker) => !worker.isDead()).map((worker) => new Promise((resolve) => {
    worker.once('exit', resolve).process.kill('SIGKILL');
  })));
});

type Message<Type extends FromWorker['type']> = Extract<FromWorker, { readonly type: Type }>;
type Respond = (request: RpcRequest) => unknown;

/** A worker of two that was sent its settings; `respond` answers its requests, and what it throws refuses them. */
async function start(apis: readonly LoadedApi[], change: Partial<WorkerSettings> = {}, respond: Respond = () => undefined) {
  const { ports = await freePorts(apis.length) } = change;
  const worker = fork();
  const { process: child } = worker;
  const messages: FromWorker[] = [];
  const post = (...batch: readonly FromPrimary[]) => void child.send(batch);
  const responseTo = ({ id, request }: Message<'request'>) => {
    try {
      return { id, value: respond(request) };
    } catch (error) {
      return { id, error: serializeError(error) };
    }
  };
  child.on('message', (batch: readonly FromWorker[]) => {
    messages.push(...batch);
    for (const message of batch) if (message.type === 'request') post({ type: 'response', response: responseTo(message) });
  });
  let printed = '';
  child.stdout?.on('data', (text: Buffer) => { printed += text.toString(); });
  child.stderr?.on('data', (text: Buffer) => { printed += text.toString(); });
  const ended = new Promise<number | null>((resolve) => { worker.once('exit', (code) => resolve(code)); });
  const options = { prewarm: false, ...change.options };
  post({ type: 'start', settings: { count: 2, apis, account: undefined, log: 'entries', hasAccessLog: false, hasMetrics: false, connectionCredential: { hasOtherClock: false, accessKeyId: 'LOCAL', secretAccessKey: 'secret' }, connectionVariables: {}, ...change, ports, options } });
  const all = <Type extends FromWorker['type']>(type: Type) => messages.filter((one): one is Message<Type> => one.type === type);
  const get = (target: string, headers = {}) => sendRequest(`http://127.0.0.1:${ports[0]}${target}`, { headers });
  return { pid: child.pid ?? 0, ports, post, all, ended, get, printed: () => printed, first: <Type extends FromWorker['type']>(type: Type) => until(() => all(type)[0]) };
}

/** One that serves. */
async function serving(...given: Parameters<typeof start>) {
  const started = await start(...given);
  await started.first('started');
  return started;
}

/** As the primary forks it, with the sources instead of the build. */
function fork(): Worker {
  const stdio: NonNullable<typeof cluster.settings.stdio> = ['ignore', 'pipe', 'pipe', 'ipc'];
  stdio[LIVENESS_FD] = 'pipe';
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: path.join(PROGRAMS, 'worker.js'), args: [], execArgv: [], stdio, serialization: 'advanced' });
  const worker = cluster.fork();
  workers.push(worker);
  return worker;
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen()));
  await Promise.all(servers.map(({ close }) => close()));
  return servers.map(({ port }) => port);
}

/** Something else that has a port. */
function listen(): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = createServer();
  const close = () => new Promise<void>((resolve) => { server.close(() => resolve()); });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port, close })); // a TCP server that listens has one
  });
}

/** An API as it is loaded: all of its stages serve the definition; its functions have the given code. */
function loaded(input: GatewaySpecInput, code = ''): LoadedApi {
  const definition = complete(input);
  const deployed = deployedSpec(definition);
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'index.js'), code);
  const file = { directory, handler: 'index.handler', digest: createHash('sha256').update(code).digest('hex') };
  const files = Object.fromEntries(Object.keys(definition.functions).map((name) => [name, file]));
  const stages = Object.entries(definition.stages).map(([name, { variables }]) =>
    ({ name, variables, fingerprint: fingerprint(deployed), deployed, code: files, source: 'assembly' as const }));
  return { name: definition.api.name, definition, code: files, stages };
}

/** GET and POST of / answer with this text. */
function mockApi(text: string, name = 'Pets'): LoadedApi {
  const responses = [{ statusCode: '200', responseTemplates: { 'application/json': text } }];
  const method: MethodInput = { ...MOCK, integration: { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses } };
  return loaded({ ...specWithMethod(method), api: { id: 'api', name }, resources: { '/': { id: 'root', methods: { GET: method, POST: method } } }, stages: { prod: {} } });
}

/** GET / is that of a function. */
function functionApi(code: string, given: { readonly maxInstances?: number; readonly stage?: object } = {}): LoadedApi {
  const { maxInstances = 10, stage = {} } = given;
  const functions = { Fn: { code: 'fn', handler: 'index.handler', timeoutMs: AMPLE_MS, maxInstances } };
  return loaded(specWithMethod({ integration: { type: 'proxy', function: 'Fn', timeoutMs: AMPLE_MS } }, { functions, stages: { prod: stage } }), code);
}

const PID = 'exports.handler = async () => ({ statusCode: 200, body: String(process.pid) });';
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

describe('from its start to its end', () => {
  test('it serves its APIs at the ports that it is given, below a base path where an option names one', async () => {
    const options = { basePaths: { Shops: 'below' } };
    const { ports, get } = await serving([mockApi('pets'), mockApi('shops', 'Shops')], { options });
    expect((await get('/below/prod')).text).toBe('shops');
    expect((await sendRequest(`http://127.0.0.1:${ports[1]}/prod`)).text).toBe('pets');
  });

  test('the signals that a terminal sends to all processes do not end it', async () => {
    const { pid, get } = await serving([mockApi('pets')]);
    for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid, signal);
    expect((await get('/prod')).text).toBe('pets');
  });

  test('a port that is taken is reported, and it ends with 1', async () => {
    const { port, close } = await listen();
    const { all, ended } = await start([mockApi('pets')], { ports: [port] });
    expect(await ended).toBe(1);
    expect(all('failed')).toMatchObject([{ error: { code: 'PORT_IN_USE', details: { port } } }]);
    expect(all('started')).toEqual([]);
    await close();
  });

  test('a defect while it reads a message is reported with its stack, and it ends with 1', async () => {
    const { post, all, ended } = await serving([mockApi('pets')]);
    post({ type: 'load', number: 1, apis: [{ name: 'Pets' } as LoadedApi], resetsLimits: false });
    expect(await ended).toBe(1);
    expect(all('failed')).toMatchObject([{ error: { code: 'INTERNAL', details: { reason: expect.stringMatching(/^TypeError: .*\n +at /) } } }]);
    expect(all('loaded')).toEqual([]);
  });

  test('told to stop, it finishes the request in flight, ends its instances, and says so before it ends with 0', async () => {
    const code = 'exports.handler = async () => { console.log("begun"); await new Promise((r) => setTimeout(r, 300)); return { statusCode: 200, body: String(process.pid) }; };';
    const { post, first, all, get, ended } = await serving([functionApi(code)]);
    const answer = get('/prod');
    const { version: { key } } = await first('request-slot');
    post({ type: 'slot-granted', key });
    await until(() => all('log').find(({ entry }) => entry.message === 'begun'));
    post({ type: 'stop', graceMs: AMPLE_MS });
    const { status, text } = await answer;
    expect(status).toBe(200);
    expect(await ended).toBe(0);
    expect(isAlive(Number(text))).toBe(false);
    expect(all('return-slot')).toEqual([{ type: 'return-slot', key }]);
    await expect(get('/prod')).rejects.toThrow('ECONNREFUSED');
  });

  test('the grace period is that of the message; what was logged is printed before the end', async () => {
    const code = 'exports.handler = async () => { console.log("begun"); await new Promise(() => setTimeout(() => undefined, 60_000)); };';
    const { post, first, printed, get, ended } = await serving([functionApi(code)], { log: { format: 'json', hasColor: false } });
    const answer = get('/prod').catch(() => 'cut off');
    const { version: { key } } = await first('request-slot');
    post({ type: 'slot-granted', key });
    await until(() => /"begun"/.exec(printed()) ?? undefined);
    post({ type: 'stop', graceMs: 0 });
    expect(await ended).toBe(0);
    expect(await answer).toBe('cut off');
    expect(printed().trimEnd().split('\n').map((line) => (JSON.parse(line) as { message: string }).message)).toContain('begun');
  });
});

describe('a load', () => {
  test('replaces what is served and is acknowledged by its number; of several, the last one stays', async () => {
    const { post, all, get } = await serving([mockApi('one')]);
    expect((await get('/prod')).text).toBe('one');
    const load = (number: number, text: string) => ({ type: 'load', number, apis: [mockApi(text)], resetsLimits: false } as const);
    post(load(7, 'two'), load(8, 'three'));
    await until(() => all('loaded')[1]);
    expect(all('loaded').map(({ number }) => number)).toEqual([7, 8]);
    expect((await get('/prod')).text).toBe('three');
  });

  test('ends the instances of functions that it does not have', async () => {
    const { post, first, all, get } = await serving([functionApi(PID)]);
    const answer = get('/prod');
    const { version: { key } } = await first('request-slot');
    post({ type: 'slot-granted', key });
    const { text } = await answer;
    expect([isAlive(Number(text)), all('return-slot')]).toEqual([true, []]);
    post({ type: 'load', number: 1, apis: [mockApi('none')], resetsLimits: false });
    expect(await first('return-slot')).toEqual({ type: 'return-slot', key });
    expect(isAlive(Number(text))).toBe(false);
  });

  test('prepares processes for its functions before they are called, as the start does', async () => {
    const { pid, post, all } = await serving([functionApi(PID)], { options: { prewarm: true } });
    const load = (number: number, api: LoadedApi) => post({ type: 'load', number, apis: [api], resetsLimits: false });
    const prewarmed = (count: number) => until(() => (instancesOf(pid).length === count ? true : undefined));
    await prewarmed(1);
    load(1, mockApi('none'));
    await prewarmed(0);
    load(2, functionApi(PID));
    await prewarmed(1);
    expect(all('request-slot')).toEqual([]);
  });

  test('keeps the tokens of the account that were leased, unless it resets limits', async () => {
    const asked: string[] = [];
    const account = { limit: { rateLimit: 1_000, burstLimit: 1_000 }, block: 100 };
    const { post, all, get } = await serving([mockApi('one')], { account }, (request) => {
      asked.push(request.type);
      return request.type === 'lease' ? request.wanted : undefined;
    });
    let number = 0;
    /** Whether a request after the load needs the primary, although the one before it has made the worker lease tokens. */
    const asksAfterLoad = async (resetsLimits: boolean): Promise<boolean> => {
      await get('/prod');
      post({ type: 'load', number: ++number, apis: [mockApi('two')], resetsLimits });
      await until(() => all('loaded').find((one) => one.number === number));
      const before = asked.length;
      await get('/prod');
      return asked.slice(before).includes('admit');
    };
    expect(await asksAfterLoad(true)).toBe(true);
    // on a machine that is busy for a second, the tokens are returned in between
    for (let round = 0; await asksAfterLoad(false); round++) expect(round).toBeLessThan(5);
    expect(await asksAfterLoad(true)).toBe(true);
  });
});

describe('functions', () => {
  test('run here in slots of the primary, and an idle one ends when its slot is reclaimed', async () => {
    const { post, first, all, get } = await serving([functionApi(PID)]);
    const answer = get('/prod');
    const { version } = await first('request-slot');
    expect(version.maxInstances).toBe(10);
    expect(all('request')).toEqual([]);
    post({ type: 'slot-granted', key: version.key });
    const { status, text } = await answer;
    expect(status).toBe(200);
    post({ type: 'reclaim-slot', key: version.key, must: true });
    expect(await first('return-slot')).toEqual({ type: 'return-slot', key: version.key });
    expect(isAlive(Number(text))).toBe(false);
  });

  test('run in the primary if they may not have an instance in each process; its answer, or its refusal, is that of the request', async () => {
    const outcomes: (() => unknown)[] = [
      () => ({ type: 'result', payload: '{"statusCode": 201, "body": "of the primary"}' }),
      () => { throw new GatewayError('INTERNAL', { reason: 'the primary is broken' }); },
    ];
    const { all, get } = await serving([functionApi(PID, { maxInstances: 2 })], {}, ({ type }) => (type === 'invoke' ? outcomes.shift()?.() : undefined));
    expect(await get('/prod')).toMatchObject({ status: 201, text: 'of the primary' });
    expect((await get('/prod')).status).toBe(502);
    expect(all('request').map(({ request }) => request.type)).toEqual(['invoke', 'invoke']);
    expect(all('request-slot')).toEqual([]);
  });

  test('their lines are logged; what this machine does not enforce is left to the primary (ISOLATION_PARTIAL)', async () => {
    // a function's own user cannot read this code, so at least that is not enforced, whoever runs the test
    const { post, first, all, get } = await serving([functionApi(`console.log("hello");${PID}`)]);
    const answer = get('/prod');
    post({ type: 'slot-granted', key: (await first('request-slot')).version.key });
    await answer;
    post({ type: 'stop', graceMs: AMPLE_MS });
    const { entry } = await until(() => all('log').find(({ entry: { message } }) => message === 'hello'));
    expect(entry).toMatchObject({ level: 'info', functionName: 'Fn' });
    expect(all('log').map(({ entry: { code } }) => code)).not.toContain('ISOLATION_PARTIAL');
  });
});

test('an entry of a response cache that is invalidated here or elsewhere is invalid everywhere', async () => {
  const stage = { cacheClusterEnabled: true, methodSettings: { '*/*': { cachingEnabled: true, requireAuthorizationForCacheControl: false } } };
  let calls = 0;
  const { post, first, get } = await serving([functionApi(PID, { maxInstances: 1, stage })], {}, () =>
    ({ type: 'result', payload: JSON.stringify({ statusCode: 200, body: `call ${++calls}` }) }));
  const textsOf = async () => [(await get('/prod')).text, (await get('/prod')).text];
  expect(await textsOf()).toEqual(['call 1', 'call 1']);
  await get('/prod', { 'Cache-Control': 'max-age=0' });
  const invalidated = await first('invalidate');
  expect(await textsOf()).toEqual(['call 2', 'call 2']);
  post({ ...invalidated, cache: 'another' });
  expect(await textsOf()).toEqual(['call 2', 'call 2']);
  post(invalidated);
  expect(await textsOf()).toEqual(['call 3', 'call 3']);
});

describe('limits for all connections: of two workers, each has half', () => {
  test.each([
    ['connections, rounded down', { maxConnections: 5 }, 2],
    ['connections of one address, rounded up', { maxConnectionsPerAddress: 5 }, 3],
  ])('of %s', async (_, serverLimits, share) => {
    const { ports: [port] } = await serving([mockApi('pets')], { options: { serverLimits } });
    const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    const closed = () => sockets.filter((socket) => socket.readableEnded || socket.destroyed);
    sockets.forEach((socket) => socket.resume());
    await until(() => (closed().length >= 5 - share ? true : undefined));
    const open = sockets.filter((socket) => !closed().includes(socket));
    const answers = open.map((socket) => new Promise<string>((resolve) => {
      socket.once('data', (text) => resolve(text.toString())).once('close', () => resolve('closed'));
      socket.write('GET /prod HTTP/1.1\r\nHost: api.test\r\n\r\n');
    }));
    expect((await Promise.all(answers)).map((text) => text.split('\r\n')[0])).toEqual(Array.from({ length: share }, () => 'HTTP/1.1 200 OK'));
    sockets.forEach((socket) => socket.destroy());
  });

  test('of the bytes of request bodies', async () => {
    const { ports: [port] } = await serving([mockApi('pets')], { options: { serverLimits: { requestBytesInFlight: 40_000 } } });
    const send = (bytes: number) => sendRequest(`http://127.0.0.1:${port}/prod`, { method: 'POST', body: 'x'.repeat(bytes), headers: { 'Content-Type': 'application/json' } });
    expect([(await send(15_000)).status, (await send(30_000)).status]).toEqual([200, 503]);
  });
});

/** Processes of functions, also those that have no function yet, that a process has started. */
function instancesOf(pid: number): readonly number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((one) => {
    try {
      const [, parent] = readFileSync(`/proc/${one}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
      return Number(parent) === pid && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('/instance.js');
    } catch {
      return false; // it has ended meanwhile
    }
  });
}
