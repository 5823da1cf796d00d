import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Api, MockIntegration, Period, type ApiProps, type App, type UsagePlanProps } from 'synthgate';
import type { ServeOptions } from 'synthgate/runtime';
import { writeAssembly } from '../support/assembly';
import { declareGateway, ECHO, functionOf, type Declare, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest } from '../support/http-client';
import { startCommand } from '../support/served-command';
import { until } from '../support/until';
import { newDirectory } from '../support/temporary-directory';

const KEY = 'key-of-the-first-client-0001';
const OTHER_KEY = 'key-of-the-second-client-002';
const FRIDAY = Date.UTC(2025, 10, 21, 12);
const [SECOND, DAY] = [1_000, 86_400_000];

const opened: DeclaredGateway[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((gateway) => gateway.close()));
});

const answer = () => new MockIntegration({
  requestTemplates: { 'application/json': '{"statusCode": 200}' }, integrationResponses: [{ statusCode: '200' }],
});

/** An API with GET and POST /pets, open and with a key, and a plan with two keys. */
function shop(plan: UsagePlanProps, props: ApiProps = {}, methodLimit?: number): Declare {
  return (app: App) => {
    const api = new Api(app, 'Shop', { defaultIntegration: answer(), ...props });
    const pets = api.root.addResource('pets');
    const get = pets.addMethod('GET', undefined, { apiKeyRequired: true });
    pets.addMethod('POST', undefined, { apiKeyRequired: true });
    api.root.addResource('open').addMethod('GET');
    const throttle = methodLimit === undefined ? [] : [{ method: get, throttle: { rateLimit: 1, burstLimit: methodLimit } }];
    const free = api.addUsagePlan('Free', { ...plan, apiStages: [{ stage: api.deploymentStage, throttle }] });
    free.addApiKey(api.addApiKey('First', { value: KEY }));
    free.addApiKey(api.addApiKey('Second', { value: OTHER_KEY }));
  };
}

/** Serves with a clock that stands still until it is moved. */
async function start(declare: Declare, options: Partial<ServeOptions> = {}) {
  const clock = { now: FRIDAY };
  const gateway = await declareGateway(declare, { now: () => clock.now, ...options });
  opened.push(gateway);
  const call = async (target = 'GET /prod/pets', key: string | undefined = KEY) => {
    const [method, target_] = target.split(' ');
    return sendRequest(`${gateway.url}${target_}`, { method, headers: key === undefined ? {} : { 'X-Api-Key': key } });
  };
  const statuses = async (times: number, target?: string, key?: string) => {
    const statuses: number[] = [];
    for (let request = 0; request < times; request++) statuses.push((await call(target, key)).status);
    return statuses;
  };
  return { ...gateway, clock, call, statuses };
}

describe('throttling over HTTP', () => {
  test('too many requests of a key: 429 THROTTLED, without Retry-After, until tokens are back', async () => {
    const { call, statuses, clock } = await start(shop({ throttle: { rateLimit: 2, burstLimit: 1 } }));
    expect((await call()).status).toBe(200);
    const refused = await call();
    expect(refused).toMatchObject({ status: 429, text: '{"message":"Too Many Requests"}' });
    expect(refused.headers).toMatchObject({ 'x-amzn-errortype': 'TooManyRequestsException', 'content-type': 'application/json' });
    expect(refused.headers).not.toHaveProperty('retry-after');
    clock.now += SECOND / 2;
    expect(await statuses(2)).toEqual([200, 429]);
    expect(await statuses(2, undefined, OTHER_KEY)).toEqual([200, 429]);
  });

  test('a limit of one method leaves the others alone', async () => {
    const { statuses } = await start(shop({}, {}, 1));
    expect(await statuses(2)).toEqual([200, 429]);
    expect(await statuses(3, 'POST /prod/pets')).toEqual([200, 200, 200]);
  });

  test('a stage\'s limit is for each of its methods by itself, with or without a key', async () => {
    const { statuses } = await start(shop({}, { deployOptions: { throttlingRateLimit: 1, throttlingBurstLimit: 2 } }));
    expect(await statuses(3, 'GET /prod/open', undefined)).toEqual([200, 200, 429]);
    expect(await statuses(3)).toEqual([200, 200, 429]);
    expect(await statuses(1, undefined, OTHER_KEY)).toEqual([429]);
  });

  test('a method\'s own setting on the stage wins over the stage\'s', async () => {
    const deployOptions = { throttlingRateLimit: 1, throttlingBurstLimit: 1, methodOptions: { '/pets/get': { throttlingBurstLimit: 3 } } };
    const { statuses } = await start(shop({}, { deployOptions }));
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(2, 'POST /prod/pets')).toEqual([200, 429]);
  });

  test('the account\'s limit is for all requests together', async () => {
    const { statuses } = await start(shop({}), { accountLimit: { rateLimit: 1, burstLimit: 2 } });
    expect(await statuses(1, 'GET /prod/open')).toEqual([200]);
    expect(await statuses(2)).toEqual([200, 429]);
    expect(await statuses(1, 'GET /prod/nothing')).toEqual([403]);
  });

  test('a request without a key is refused before any limit is touched', async () => {
    const { statuses } = await start(shop({ throttle: { rateLimit: 1, burstLimit: 1 } }));
    expect(await statuses(3, 'GET /prod/pets', 'no-such-key')).toEqual([403, 403, 403]);
    expect(await statuses(1)).toEqual([200]);
  });

  test('what was used outlives a reload, also of a definition with another limit', async () => {
    const { statuses, declareAgain, serving } = await start(shop({ throttle: { rateLimit: 1, burstLimit: 2 } }));
    expect(await statuses(3)).toEqual([200, 200, 429]);
    await serving.reload();
    expect(await statuses(1)).toEqual([429]);
    declareAgain(shop({ throttle: { rateLimit: 1, burstLimit: 9 } }));
    await serving.reload();
    expect(await statuses(1)).toEqual([429]);
  });
});

describe('quotas over HTTP', () => {
  test('the quota used up: 429 QUOTA_EXCEEDED', async () => {
    const { call, statuses } = await start(shop({ quota: { limit: 2, period: Period.DAY } }));
    expect(await statuses(2)).toEqual([200, 200]);
    const refused = await call();
    expect(refused).toMatchObject({ status: 429, text: '{"message":"Limit Exceeded"}' });
    expect(refused.headers).toMatchObject({ 'x-amzn-errortype': 'LimitExceededException' });
    expect(refused.headers).not.toHaveProperty('retry-after');
    expect(await statuses(1, undefined, OTHER_KEY)).toEqual([200]);
  });

  test.each([
    [Period.DAY, 0, '2025-11-22'], [Period.WEEK, 0, '2025-11-24'], [Period.WEEK, 5, '2025-11-22'],
    [Period.MONTH, 0, '2025-12-01'], [Period.MONTH, 27, '2025-11-28'],
  ])('of one %s with an offset of %d begins anew on %s', async (period, offset, next) => {
    const { statuses, clock } = await start(shop({ quota: { limit: 1, period, offset } }));
    expect(await statuses(2)).toEqual([200, 429]);
    clock.now = Date.parse(next) - 1;
    expect(await statuses(1)).toEqual([429]);
    clock.now += 1;
    expect(await statuses(2)).toEqual([200, 429]);
  });

  test('A24: of 1,000 requests at once a quota of 100 answers 100', async () => {
    const { call } = await start(shop({ quota: { limit: 100, period: Period.DAY } }));
    const answers = (await Promise.all(Array.from({ length: 1_000 }, () => call()))).map(({ status }) => status);
    expect(answers.filter((status) => status === 200)).toHaveLength(100);
    expect(answers.filter((status) => status === 429)).toHaveLength(900);
  });

  test('a plan of several stages counts them together', async () => {
    const { statuses } = await start((app) => {
      const api = new Api(app, 'Shop', { defaultIntegration: answer() });
      api.root.addMethod('GET', undefined, { apiKeyRequired: true });
      const stages = [{ stage: api.deploymentStage }, { stage: api.addStage('beta') }];
      const plan = api.addUsagePlan('Free', { quota: { limit: 3, period: Period.DAY }, apiStages: stages });
      plan.addApiKey(api.addApiKey('First', { value: KEY }));
    });
    expect(await statuses(2, 'GET /prod/')).toEqual([200, 200]);
    expect(await statuses(2, 'GET /beta/')).toEqual([200, 429]);
    expect(await statuses(1, 'GET /prod/')).toEqual([429]);
  });
});

test('a key that the authorizer names has its own limits, and X-Api-Key is not looked at', async () => {
  const authorizer = `exports.handler = async ({ authorizationToken, methodArn }) => ({
    principalId: 'user',
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }] },
    ...(authorizationToken === 'none' ? {} : { usageIdentifierKey: authorizationToken }),
  });`;
  const source = path.join(newDirectory(), 'gateway.out');
  writeAssembly(source, [{
    format: 'synthgate/1',
    api: { id: 'shop', name: 'Shop', apiKeySource: 'AUTHORIZER' },
    functions: { Check: { code: 'check', handler: 'index.handler' } },
    authorizers: { Check: { type: 'token', function: 'Check' } },
    resources: { '/': { id: 'root', methods: { GET: {
      apiKeyRequired: true,
      authorization: { type: 'CUSTOM', authorizer: 'Check' },
      methodResponses: { 200: {} },
      integration: { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] },
    } } } },
    stages: { prod: {} },
    apiKeys: { First: { value: KEY } },
    usagePlans: { Free: { quota: { limit: 1, period: 'DAY' }, stages: { prod: {} }, keys: ['First'] } },
  }], authorizer);
  const { url, log } = await start(() => undefined, { source });
  const statusOf = async (token: string) =>
    (await sendRequest(`${url}/prod/`, { headers: { 'Authorization': token, 'X-Api-Key': KEY } })).status;
  expect([await statusOf('none'), await statusOf('no-such-key'), await statusOf(KEY), await statusOf(KEY)]).toEqual([403, 403, 200, 429]);
  expect(JSON.stringify(log)).not.toContain(KEY);
});

describe('usage that is kept (P15, A25)', () => {
  const daily = shop({ quota: { limit: 3, period: Period.DAY } });
  const usageFile = (directory: string) => path.join(path.dirname(directory), 'gateway.state', 'usage', 'Shop-Free.json');
  const again = async ({ serving, directory }: DeclaredGateway, clock: { now: number }, options: Partial<ServeOptions> = {}) => {
    await serving.close();
    return start(() => undefined, { source: directory, now: () => clock.now, ...options });
  };

  test('counts on after a restart', async () => {
    const first = await start(daily);
    expect(await first.statuses(2)).toEqual([200, 200]);
    const second = await again(first, first.clock);
    expect(await second.statuses(2)).toEqual([200, 429]);
    first.clock.now += DAY;
    expect(await second.statuses(1)).toEqual([200]);
  });

  test('is written within a second or so, as absolute numbers, without a key', async () => {
    const first = await start(daily);
    await first.statuses(2);
    const text = await until(() => {
      const written = existsSync(usageFile(first.directory)) ? readFileSync(usageFile(first.directory), 'utf8') : '';
      return written.includes('"used": 2') ? written : undefined;
    });
    expect(JSON.parse(text)).toEqual({ version: 1, plan: 'Shop-Free', keys: { 'Shop-First': { window: Date.UTC(2025, 10, 21), used: 2 } } });
    await first.statuses(1);
    await first.serving.close();
    expect(readFileSync(usageFile(first.directory), 'utf8')).toContain('"used": 3');
    expect(readdirSync(path.dirname(usageFile(first.directory)))).toEqual(['Shop-Free.json']);
  });

  test('killed again and again right after its first answer, it counts each of them', async () => {
    const declared = await start(shop({ quota: { limit: 3, period: Period.MONTH } }));
    await declared.serving.close();
    const statuses: number[] = [];
    for (let run = 0; run < 4; run++) {
      const command = startCommand(path.dirname(declared.directory), ['serve', declared.directory, '--port', '0']);
      const [url] = await command.sees(/http:\/\/127\.0\.0\.1:\d+/);
      statuses.push((await sendRequest(`${url}/prod/pets`, { headers: { 'X-Api-Key': KEY } })).status);
      command.child.kill('SIGKILL');
      await command.ended;
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('A25: killed in between, it has forgotten no more than the last second', async () => {
    const declared = await start(shop({ quota: { limit: 50, period: Period.MONTH } }));
    await declared.serving.close();
    const startAgain = async () => {
      const command = startCommand(path.dirname(declared.directory), ['serve', declared.directory, '--port', '0']);
      const [url] = await command.sees(/http:\/\/127\.0\.0\.1:\d+/);
      const passing = async (times: number) => {
        const answers = await Promise.all(Array.from({ length: times }, () => sendRequest(`${url}/prod/pets`, { headers: { 'X-Api-Key': KEY } })));
        return answers.filter(({ status }) => status === 200).length;
      };
      return { ...command, passing };
    };
    const first = await startAgain();
    expect(await first.passing(20)).toBe(20);
    const file = usageFile(declared.directory);
    await until(() => (existsSync(file) && readFileSync(file, 'utf8').includes('"used": 20') ? true : undefined));
    expect(await first.passing(10)).toBe(10);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startAgain();
    const passed = await second.passing(60);
    expect([passed >= 20, passed <= 30]).toEqual([true, true]);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"used": 50');
  });

  test('STATE_DAMAGED: a file that cannot be read stops the start, and refunds nothing', async () => {
    const first = await start(daily);
    await first.statuses(3);
    await first.serving.close();
    writeFileSync(usageFile(first.directory), '{"version":1,"plan":"Shop-Free","keys":{"Shop-First":{"win');
    await expect(again(first, first.clock)).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
    writeFileSync(usageFile(first.directory), '{"version":2}');
    await expect(again(first, first.clock)).rejects.toMatchObject({ code: 'STATE_VERSION_UNSUPPORTED' });
  });

  test('STATE_NOT_WRITABLE: where it cannot be kept, requests are counted and answered, and the log says so once', async () => {
    const first = await start(daily);
    const directory = path.dirname(usageFile(first.directory));
    rmSync(directory, { recursive: true, force: true });
    writeFileSync(directory, 'no directory');
    expect(await first.statuses(4)).toEqual([200, 200, 200, 429]);
    await until(() => (first.log.some(({ code }) => code === 'STATE_NOT_WRITABLE') ? true : undefined));
    await first.serving.close();
    expect(first.log.filter(({ code }) => code === 'STATE_NOT_WRITABLE')).toHaveLength(1);
  });

  test('nothing is written where there is no quota', async () => {
    const first = await start(shop({ throttle: { rateLimit: 5, burstLimit: 5 } }));
    await first.statuses(2);
    await first.serving.close();
    expect(existsSync(path.dirname(usageFile(first.directory)))).toBe(false);
  });
});

describe('keys stay secret (M15)', () => {
  test('no line of the log has one, whatever became of the request', async () => {
    const limits = { throttle: { rateLimit: 1, burstLimit: 1 }, quota: { limit: 2, period: Period.DAY } };
    const { statuses, call, log } = await start(shop(limits), { explain: true });
    expect([...await statuses(2), ...await statuses(1, 'GET /prod/pets', 'a-wrong-key-0123456789')]).toEqual([200, 429, 403]);
    await call('GET /prod/nothing');
    const text = JSON.stringify(log);
    expect(text).toContain('RATE_EXCEEDED');
    for (const key of [KEY, OTHER_KEY, 'a-wrong-key']) expect(text).not.toContain(key);
  });

  test('no answer has one, also not where it explains itself', async () => {
    const { url, statuses } = await start(shop({ throttle: { rateLimit: 1, burstLimit: 1 } }), { explain: true });
    await statuses(1);
    const answers = await Promise.all([KEY, 'a-wrong-key-0123456789'].map((key) =>
      sendRequest(`${url}/prod/pets`, { headers: { 'X-Api-Key': key, 'X-Synthgate-Explain': '1' } })));
    expect(answers.map(({ status }) => status)).toEqual([429, 403]);
    expect(JSON.stringify(answers.map(({ headers, text }) => [headers, text]))).not.toMatch(/key-of-the-first|a-wrong-key/);
  });

  test('the function knows the key that was accepted', async () => {
    const { call } = await start((app) => {
      const api = new Api(app, 'Shop');
      api.root.addMethod('GET', functionOf(app, 'Echo', ECHO), { apiKeyRequired: true });
      api.addUsagePlan('Free', { apiStages: [{ stage: api.deploymentStage }] }).addApiKey(api.addApiKey('First', { value: KEY }));
    });
    const { requestContext: { identity } } = (await call('GET /prod/')).json<{ requestContext: { identity: object } }>();
    expect(identity).toMatchObject({ apiKey: KEY, apiKeyId: 'Shop-First' });
  });
});
