import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { APIGatewayProxyHandler, APIGatewayProxyHandlerV2 } from 'aws-lambda';
import { Api, App, Duration, IdentitySource, MappedIntegration, Period, ProxyFunction, RequestAuthorizer } from 'synthgate';
import { createTestGateway, FunctionFault, type FunctionStub, type TestGateway, type TestGatewayOptions } from 'synthgate/testing';

let code: string;
let gateway: TestGateway | undefined;

beforeAll(() => {
  code = mkdtempSync(path.join(tmpdir(), 'synthgate-harness-'));
  writeFileSync(path.join(code, 'index.js'), `
    let calls = 0;
    exports.handler = async (event) => {
      console.log('really');
      return { statusCode: 200, body: JSON.stringify({ real: true, calls: ++calls, epoch: event.requestContext.requestTimeEpoch }) };
    };`);
});
afterAll(() => rmSync(code, { recursive: true, force: true }));
afterEach(() => gateway?.close());

const ok: FunctionStub = { statusCode: 200, body: 'stub' };

describe('options', () => {
  // options of the kind that a JavaScript test, or an object of another type, passes
  test.each<[Readonly<Record<string, unknown>>, string, string]>([
    [{ stag: 'prod' }, 'OPTION_UNKNOWN', 'stag'],
    [{ accountLimit: { rateLimit: 1, burst: 1 } }, 'OPTION_UNKNOWN', 'accountLimit.burst'],
    [{ port: 3000 }, 'OPTION_UNKNOWN', 'port'],
    [{ clock: 'real' }, 'OPTION_INVALID', 'clock'],
    [{ accountLimit: { rateLimit: '1', burstLimit: 1 } }, 'OPTION_INVALID', 'accountLimit.rateLimit'],
    [{ functions: [] }, 'OPTION_INVALID', 'functions'],
  ])('%j: %s', async (options, code, option) => {
    await expect(createTestGateway(new App(), options)).rejects.toMatchObject({ code, details: { option } });
  });
});

describe('functions', () => {
  test('are answered for by stubs, others run as they are', async () => {
    const { fetch, invocations } = await open({ Legacy: ok });
    expect(await (await fetch('/prod/legacy/7?color=red')).text()).toBe('stub');
    expect(await (await fetch('/prod/pets')).json()).toMatchObject({ real: true });
    expect(invocations('Legacy')).toMatchObject([{
      functionName: 'Legacy', type: 'RequestResponse', isStubbed: true, outcome: 'result', result: { statusCode: 200, body: 'stub' },
      event: { pathParameters: { id: '7' }, queryStringParameters: { color: 'red' } },
    }]);
    expect(invocations('Pets')).toMatchObject([{ isStubbed: false, outcome: 'result', event: { path: '/pets' }, result: { statusCode: 200 } }]);
    expect(invocations().map(({ functionName }) => functionName)).toEqual(['Legacy', 'Pets']);
  });

  test('with a stub need no code', async () => {
    const app = new App();
    new Api(app, 'Api').root.addMethod('GET', new ProxyFunction(app, 'Missing', { entry: 'no/such/file.ts' }));
    gateway = await createTestGateway(app, { functions: { Missing: ok } });
    expect((await gateway.fetch('')).status).toBe(200);
  });

  test('are handlers with event, context and callback, as Lambda calls them', async () => {
    const { fetch, stub, clock } = await open({
      Legacy: async (event, context) => ({ statusCode: 200, body: [event.pathParameters?.id, context.functionName, context.getRemainingTimeInMillis()].join(' ') }),
    });
    expect(await (await fetch('legacy/7')).text()).toBe('7 Legacy 5000');
    stub('Legacy', (_event: unknown, _context: unknown, callback: (error: null, result: object) => void) => callback(null, { statusCode: 201 }));
    expect((await fetch('legacy/7')).status).toBe(201);
    const typed: APIGatewayProxyHandler = async (event) => ({ statusCode: 202, body: event.httpMethod });
    stub('Legacy', typed);
    clock.advance('1s');
    expect((await fetch('legacy/7')).status).toBe(202);
  });

  test('get copies: what a stub does to its event and result stays with it', async () => {
    const result = { statusCode: 200, body: 'kept' };
    const { fetch, invocations } = await open({ Legacy: (event) => { Object.assign(event, { path: 'changed' }); return result; } });
    await fetch('legacy/7');
    result.body = 'changed';
    expect(invocations('Legacy')).toMatchObject([{ event: { path: '/legacy/7' }, result: { body: 'kept' } }]);
  });

  test.each<[string, FunctionStub, number, object]>([
    ['that throws', () => { throw new TypeError('no pets'); }, 502, { outcome: 'function-error', error: { type: 'TypeError', message: 'no pets' } }],
    ['that rejects with a text', () => Promise.reject('no pets'), 502, { outcome: 'function-error', error: { type: 'string', message: 'no pets' } }],
    ['whose result is not valid JSON', () => ({ statusCode: 200, body: 1n }), 502, { outcome: 'function-error', error: { type: 'TypeError' } }],
    ['that returns nothing', () => undefined, 502, { outcome: 'result', result: null }],
    ['that times out', FunctionFault.timeout(), 502, { outcome: 'timeout', error: { type: 'FUNCTION_TIMEOUT' } }],
    ['that is throttled', FunctionFault.throttled(), 500, { outcome: 'throttled' }],
    ['that crashes', FunctionFault.crash(), 502, { outcome: 'failed', error: { type: 'FUNCTION_CRASHED' } }],
    ['that has no memory left', FunctionFault.outOfMemory(), 502, { outcome: 'failed', error: { type: 'FUNCTION_OUT_OF_MEMORY' } }],
  ])('a stub %s is answered as such a function is', async (_, stub, status, recorded) => {
    const { fetch, invocations } = await open({ Legacy: stub });
    expect((await fetch('legacy/7')).status).toBe(status);
    expect(invocations('Legacy')).toMatchObject([recorded]);
  });

  test.each<[string, TestGatewayOptions, number[]]>([
    ['is throttled at once, as on Lambda', {}, [200, 500]],
    ['takes further calls later if there is a queue', { functionQueue: 1 }, [200, 200]],
  ])('a function without a free instance %s', async (_, options, statuses) => {
    const app = new App();
    writeFileSync(path.join(code, 'slow.js'), 'exports.handler = () => new Promise((resolve) => setTimeout(() => resolve({ statusCode: 200 }), 500));');
    const slow = new ProxyFunction(app, 'Slow', { code, handler: 'slow.handler', maxInstances: 1 });
    new Api(app, 'Api').root.addMethod('GET', slow);
    gateway = await createTestGateway(app, options);
    const { fetch } = gateway;
    const responses = await Promise.all([fetch(''), fetch('')]);
    expect(responses.map(({ status }) => status).sort()).toEqual(statuses);
    const refused = responses.find(({ status }) => status === 500);
    if (refused !== undefined) expect(await refused.text()).toBe('{"message": "Internal server error"}');
  });

  test('that hang are given up when the clock has moved past their time limit', async () => {
    let begun = (): void => undefined;
    const beginning = new Promise<void>((resolve) => { begun = resolve; });
    const { fetch, clock } = await open({ Legacy: () => { begun(); return new Promise(() => undefined); } });
    const response = fetch('legacy/7');
    await beginning;
    clock.advance('5s');
    expect((await response).status).toBe(502);
  });

  test('called asynchronously are tried again, and the test can wait for all of it', async () => {
    let attempts = 0;
    const { fetch, waitForIdle, invocations } = await open({ Audit: () => { if (++attempts < 3) throw new Error('not yet'); } });
    expect((await fetch('audit', { method: 'POST', body: '{"id":"7"}' })).status).toBe(202);
    await waitForIdle();
    expect(invocations('Audit').map(({ type, outcome }) => [type, outcome])).toEqual([
      ['Event', 'function-error'], ['Event', 'function-error'], ['Event', 'result'],
    ]);
  });

  test('that are unknown are refused, with the nearest names', async () => {
    await expect(createTestGateway(declare(), { functions: { Legcy: ok } })).rejects.toThrow('[TEST_FUNCTION_UNKNOWN] there is no function "Legcy" to stub; nearest: "Legacy"');
    const { invocations, stub, functionNames } = await open({ Legacy: ok });
    expect(() => invocations('Pet')).toThrow('nearest: "Pets"');
    expect(() => stub('Pet', ok)).toThrow('TEST_FUNCTION_UNKNOWN');
    expect(functionNames).toEqual(['Audit', 'Gate', 'Legacy', 'Pets']);
  });

  test('handlers of the second payload format cannot stub a proxy', () => {
    const handler: APIGatewayProxyHandlerV2 = async () => ({ statusCode: 200 });
    // its event has other members; the compiler tells where a stub is expected to be a proxy's
    const stub: FunctionStub = handler;
    expect(typeof stub).toBe('function');
  });
});

describe('the clock', () => {
  test('is what events are stamped with', async () => {
    const { fetch } = await open({}, { now: '2025-03-01T00:00:00Z' });
    expect(await (await fetch('pets')).json()).toMatchObject({ epoch: Date.UTC(2025, 2, 1) });
  });

  test('fills buckets', async () => {
    const { fetch, clock } = await open({ Legacy: ok });
    const statuses = async (count: number) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index++) statuses.push((await fetch('legacy/7')).status);
      return statuses;
    };
    expect(await statuses(3)).toEqual([200, 200, 429]);
    clock.advance('1s');
    expect(await statuses(2)).toEqual([200, 429]);
  });

  test('begins new periods of quotas', async () => {
    const { fetch, clock } = await open({ Legacy: ok });
    const send = async () => (await fetch('keyed', { headers: { 'x-api-key': KEY } })).status;
    expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
    clock.advance('11h');
    expect(await send()).toBe(429);
    clock.advance('1h');
    expect(await send()).toBe(200);
  });

  test('ends what caches of responses and of authorizers hold', async () => {
    const { fetch, clock, invocations } = await open({ Legacy: ok, Gate: allow });
    const send = () => fetch('guarded', { headers: { authorization: 'me' } });
    await send();
    await send();
    expect([invocations('Gate').length, invocations('Legacy').length]).toEqual([1, 1]);
    clock.advance('60s');
    await send();
    expect([invocations('Gate').length, invocations('Legacy').length]).toEqual([1, 2]);
    clock.advance(Duration.minutes(5));
    await send();
    expect([invocations('Gate').length, invocations('Legacy').length]).toEqual([2, 3]);
  });

  test('the account has no limit unless one is given', async () => {
    const { fetch } = await open({ Legacy: ok }, { accountLimit: { rateLimit: 1, burstLimit: 1 } });
    expect([(await fetch('keyed', { headers: { 'x-api-key': KEY } })).status, (await fetch('keyed', { headers: { 'x-api-key': KEY } })).status]).toEqual([200, 429]);
  });
});

test('a reset is as a fresh start', async () => {
  const { fetch, clock, reset, stub, invocations, logs, accessLogs } = await open({ Legacy: ok, Gate: allow });
  const start = clock.now();
  const send = async () => {
    const guarded = await fetch('guarded', { headers: { authorization: 'me' } });
    const keyed = await fetch('keyed', { headers: { 'x-api-key': KEY } });
    return [guarded.status, keyed.status, (await fetch('legacy/1')).status, (await fetch('legacy/1')).status, (await fetch('legacy/1')).status];
  };
  const calls = () => invocations().map(({ functionName }) => functionName);
  const first = { statuses: await send(), calls: calls() };
  expect(first).toEqual({ statuses: [200, 200, 200, 200, 429], calls: ['Gate', 'Legacy', 'Legacy', 'Legacy', 'Legacy'] });
  stub('Legacy', { statusCode: 418 });
  await fetch('keyed', { headers: { 'x-api-key': KEY } });
  clock.advance('3d');
  await reset();
  expect([clock.now(), invocations(), logs, accessLogs]).toEqual([start, [], [], []]);
  expect({ statuses: await send(), calls: calls() }).toEqual(first);
  expect(logs.length).toBeGreaterThan(0);
});

test('a reset gives up calls that hang and waits for events', async () => {
  const { fetch, reset, invocations } = await open({ Legacy: () => new Promise(() => undefined), Audit: null });
  const hanging = fetch('legacy/7');
  await fetch('audit', { method: 'POST', body: '{}' });
  await until(() => invocations('Legacy').length === 1);
  await reset();
  expect((await hanging).status).toBe(502);
  expect(invocations()).toEqual([]);
});

describe('stages and paths', () => {
  test('relative paths lead to the chosen stage, else to the deployment stage', async () => {
    const first = await open({ Legacy: (event) => ({ statusCode: 200, body: event.requestContext.stage }) });
    expect(first.stage).toBe('prod');
    expect(await (await first.fetch('legacy/7')).text()).toBe('prod');
    expect(await (await first.fetch('/beta/legacy/7')).text()).toBe('beta');
    expect(first.url('beta')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/beta$/);
    await first.close();
    const second = await open({ Legacy: (event) => ({ statusCode: 200, body: event.requestContext.stage }) }, { stage: 'beta' });
    expect(await (await second.fetch('legacy/7')).text()).toBe('beta');
  });

  test('behind a base path, functions see it, and relative paths lead below it', async () => {
    const { fetch, url } = await open({ Legacy: ({ path: seen, resource }) => ({ statusCode: 200, body: `${seen} ${resource}` }) }, { basePaths: { 'PetsApi/prod': 'pets/v1' } });
    expect(await (await fetch('legacy/7')).text()).toBe('/pets/v1/legacy/7 /legacy/{id}');
    expect([(await fetch('/pets/v1/legacy/7')).status, (await fetch('/pets')).status]).toEqual([200, 403]);
    expect(url('prod')).toMatch(/\/pets\/v1$/);
  });

  test('an unknown stage is refused', async () => {
    await expect(createTestGateway(declare(), { stage: 'bet', functions: { Legacy: ok } })).rejects.toThrow('[TEST_STAGE_UNKNOWN] PetsApi has no stage "bet"; known: "beta", "prod"');
  });

  test('of an assembly with several stages one must be chosen', async () => {
    const directory = `${code}.out`;
    App.synthesize(declare(), { outdir: directory });
    gateway = await createTestGateway(directory, { functions: { Legacy: ok } });
    await expect(gateway.fetch('legacy/7')).rejects.toThrow('[TEST_STAGE_NOT_CHOSEN] the path "legacy/7" is relative to a stage, and PetsApi has several: beta, prod');
    expect((await gateway.fetch('/prod/legacy/7')).status).toBe(200);
    await gateway.close();
    expect(existsSync(path.join(directory, 'manifest.json'))).toBe(true);
    rmSync(directory, { recursive: true });
  });

  test('redirects are shown, not followed', async () => {
    const { fetch } = await open({ Legacy: { statusCode: 302, headers: { Location: 'http://127.0.0.1:1/' } } });
    const response = await fetch('legacy/7');
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/']);
  });

  test('an Api is enough, its app is not needed', async () => {
    const api = declare().node.tryFindChild('PetsApi');
    if (!Api.isApi(api)) throw new Error('there is no PetsApi');
    gateway = await createTestGateway(api, { functions: { Legacy: ok } });
    expect((await gateway.fetch('legacy/7')).status).toBe(200);
    expect(gateway.api.name).toBe('PetsApi');
  });
});

describe('a system clock', () => {
  test('is real time, in events and in limits', async () => {
    const before = Date.now();
    const { fetch, clock } = await open({ Legacy: ok }, { clock: 'system' });
    const { epoch } = await (await fetch('pets')).json() as { readonly epoch: number };
    expect(epoch).toBeGreaterThanOrEqual(before);
    expect(epoch).toBeLessThanOrEqual(clock.now());
  });

  test('cannot be moved, and begins nowhere else (TEST_CLOCK_NOT_MANUAL)', async () => {
    const { clock } = await open({ Legacy: ok }, { clock: 'system' });
    expect(() => clock.advance('1s')).toThrow('[TEST_CLOCK_NOT_MANUAL] clock.advance: this gateway runs on the system clock');
    expect(() => clock.set(0)).toThrow('[TEST_CLOCK_NOT_MANUAL] clock.set');
    await expect(createTestGateway(declare(), { clock: 'system', now: 0 })).rejects.toThrow('[TEST_CLOCK_NOT_MANUAL] now');
  });

  test('is not moved by a reset', async () => {
    const { clock, reset } = await open({ Legacy: ok }, { clock: 'system' });
    const before = clock.now();
    await reset();
    expect(clock.now()).toBeGreaterThanOrEqual(before);
  });
});

describe('closing', () => {
  test('ends calls that hang; nothing is asked afterwards', async () => {
    const { fetch, close, reset, invocations } = await open({ Legacy: () => new Promise(() => undefined) });
    const hanging = fetch('legacy/7');
    await until(() => invocations('Legacy').length === 1);
    await Promise.all([close(), close()]);
    expect((await hanging).status).toBe(502);
    await expect(fetch('legacy/7')).rejects.toThrow('[TEST_GATEWAY_CLOSED] fetch legacy/7');
    await expect(reset()).rejects.toThrow('TEST_GATEWAY_CLOSED');
  });

  test('leaves nothing open: no socket, timer, process or file, and the program ends by itself', () => {
    const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-tmp-'));
    const output = execFileSync(process.execPath, ['-e', SCRIPT, code], { cwd: root, env: { ...process.env, TMPDIR: temporary }, encoding: 'utf8', timeout: 120_000 });
    expect(JSON.parse(output)).toEqual({ statuses: [200, 200, 502, 202], left: [] });
    expect(readdirSync(temporary)).toEqual([]);
    rmSync(temporary, { recursive: true });
  });
});

const root = path.resolve(__dirname, '..', '..', '..');
/** Asks real functions and stubs, resets, closes, and tells what keeps the program alive that did not before. */
const SCRIPT = `
  const { Api, App, MappedIntegration, ProxyFunction } = require('synthgate');
  const { createTestGateway } = require('synthgate/testing');
  const app = new App();
  const api = new Api(app, 'PetsApi');
  for (const name of ['Pets', 'Stubbed', 'Hanging', 'Failing']) api.root.addResource(name).addMethod('ANY', new ProxyFunction(app, name, { code: process.argv[1] }));
  api.root.addResource('events').addMethod('POST', new ProxyFunction(app, 'Events', { code: process.argv[1] }));
  const audit = new ProxyFunction(app, 'Audit', { code: process.argv[1] });
  api.root.addResource('audit').addMethod('POST', new MappedIntegration(audit, {
    requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
    integrationResponses: [{ statusCode: '202' }],
  }), { methodResponses: [{ statusCode: '202' }] });
  const { existsSync, readFileSync } = require('node:fs');
  const children = '/proc/self/task/' + process.pid + '/children';
  const processes = () => (existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map((pid) => 'child ' + pid) : []);
  const open = () => [...process.getActiveResourcesInfo(), ...processes()];
  (async () => {
    const before = open();
    const gateway = await createTestGateway(app, { functions: {
      Stubbed: { statusCode: 200 }, Hanging: () => new Promise(() => {}), Failing: () => { throw new Error('no'); }, Audit: () => { throw new Error('no'); },
    } });
    const statuses = [];
    for (const target of ['Pets', 'Stubbed', 'Failing']) statuses.push((await gateway.fetch(target)).status);
    statuses.push((await gateway.fetch('audit', { method: 'POST', body: '{}' })).status);
    await gateway.reset();
    gateway.fetch('Hanging').catch(() => {});
    while (gateway.invocations('Hanging').length === 0) await new Promise(setImmediate);
    await gateway.close();
    const left = () => open().filter((kind) => !before.includes(kind));
    // the client's sockets, and a process that the engine asked for its version, end a moment later by themselves
    for (let turn = 0; turn < 2000 && left().length > 0; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
    console.log(JSON.stringify({ statuses, left: left() }));
  })();
`;

const KEY = 'dev-key-0123456789abcdef';
const allow: FunctionStub = () => ({
  principalId: 'me', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] },
});

async function open(functions: Readonly<Record<string, FunctionStub>>, options: TestGatewayOptions = {}): Promise<TestGateway> {
  gateway = await createTestGateway(declare(), { functions, ...options });
  return gateway;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2));
}

function declare(): App {
  const app = new App();
  const fn = (id: string) => new ProxyFunction(app, id, { code, timeout: Duration.seconds(5) });
  const [pets, legacy, audit, gate] = [fn('Pets'), fn('Legacy'), fn('Audit'), fn('Gate')];
  const api = new Api(app, 'PetsApi', {
    deployOptions: {
      cacheClusterEnabled: true,
      methodOptions: {
        '/legacy/{id}/GET': { throttlingRateLimit: 1, throttlingBurstLimit: 2 },
        '/guarded/GET': { cachingEnabled: true, cacheTtl: Duration.minutes(1) },
      },
    },
  });
  api.addStage('beta');
  api.root.addResource('pets').addMethod('GET', pets);
  api.root.addResource('legacy').addResource('{id}').addMethod('GET', legacy);
  api.root.addResource('audit').addMethod('POST', new MappedIntegration(audit, {
    requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
    integrationResponses: [{ statusCode: '202' }],
  }), { methodResponses: [{ statusCode: '202' }] });
  const authorizer = new RequestAuthorizer(app, 'Gatekeeper', {
    handler: gate, identitySources: [IdentitySource.header('Authorization')], resultsCacheTtl: Duration.minutes(5),
  });
  api.root.addResource('guarded').addMethod('GET', legacy, { authorizer });
  api.root.addResource('keyed').addMethod('GET', legacy, { apiKeyRequired: true });
  const plan = api.addUsagePlan('Free', { quota: { limit: 2, period: Period.DAY }, apiStages: [{ stage: api.deploymentStage }] });
  plan.addApiKey(api.addApiKey('Dev', { value: KEY }));
  return app;
}
