import { compileGateway, compileResource, keyValue, type CompileOptions } from '../../../lib/runtime/pipeline/compile';
import type { LoadedApi, LoadedStage } from '../../../lib/runtime/plan/loaded';
import type { FunctionEngine } from '../../../lib/runtime/ports';
import { openSharedCaches } from '../../../lib/runtime/response-cache/shared-caches';
import { createThrottling } from '../../../lib/runtime/throttling/throttling';
import { deployedSpec, deploymentId, fingerprint, type GatewaySpecInput } from '../../../lib/spec';
import { CREDENTIAL, decision, sign } from '../../support/authorizers';
import { handled, ports, received } from '../../support/exchange';
import { complete, MOCK, specInput, specWithPaths, type MethodInput } from '../../support/spec';
import { noSandbox } from '../../support/sandbox';

const KEYS = ['own', 'of-a-token', 'given', 'missing'].map((name) => `key-${name}`.padEnd(20, '.'));
const FILE = { directory: '/code', handler: 'index.handler', digest: 'd'.repeat(64) };
const late = (name: string) => `\${token:Shop/${name}}`;

/** A method that answers with this text. */
const answers = (text: string): MethodInput => ({ ...MOCK, integration: {
  type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' },
  responses: [{ statusCode: '200', responseTemplates: { 'application/json': text } }],
} });
/** A function whose answer is its event. */
const ECHO: MethodInput = { integration: { type: 'proxy', function: 'Echo' } };
const FUNCTIONS = { Echo: { code: 'code', handler: 'index.handler' }, Auth: { code: 'code', handler: 'index.handler' } };

/** GET of some paths. */
const pathsWith = (methods: Readonly<Record<string, MethodInput>>) =>
  ({ resources: Object.fromEntries(Object.entries(methods).map(([path, GET], index) => [path, { id: `r${index}`, methods: { GET } }])) });

/** A stage with a deployment of this definition. */
function stageOf(input: GatewaySpecInput, change: Partial<LoadedStage> = {}): LoadedStage {
  const deployed = deployedSpec(complete(input));
  const code = Object.fromEntries(Object.keys(deployed.functions).map((name) => [name, FILE]));
  return { name: 'prod', variables: {}, fingerprint: fingerprint(deployed), deployed, code, source: 'state', ...change };
}

/** An API; its only stage serves the definition unless others are given. */
function apiOf(input: GatewaySpecInput, ...stages: readonly LoadedStage[]): LoadedApi {
  return { name: 'Pets', definition: complete(input), code: {}, stages: stages.length === 0 ? [stageOf(input)] : stages };
}

/** Returns the options of a compilation, and the names of the functions that are called. */
function surroundings(given: Partial<CompileOptions> = {}) {
  const calls: string[] = [];
  const invoke: FunctionEngine['invoke'] = ({ name }, { payload }) => {
    calls.push(name);
    const result = name === 'Auth' ? decision() : { statusCode: 200, body: payload };
    return Promise.resolve({ type: 'result', payload: JSON.stringify(result) });
  };
  const options: CompileOptions = {
    accountId: '123456789012', region: 'us-east-1', apiKeys: {}, values: {}, functionEnvironment: {}, explains: false, ports: ports(), run: noSandbox,
    engine: { invoke, invokeAsync: () => Promise.resolve(), retain: () => undefined, close: () => Promise.resolve() },
    http: () => Promise.reject(new Error('no backend in this test')),
    throttling: createThrottling(undefined, { read: () => new Map(), changed: () => undefined }, ports()),
    ...given,
  };
  return { calls, options };
}

/** Compiles an API and sends requests to it. */
function open(api: LoadedApi, given: Partial<CompileOptions> = {}) {
  const { calls, options } = surroundings(given);
  const gateway = compileGateway(api, options);
  const send = async (target: string, headers: Readonly<Record<string, string>> = {}) => {
    const fields = Object.entries({ Host: 'api.test', ...headers }).map(([name, value]) => ({ name, value }));
    const { status, body, error } = await handled(gateway, received({ target, headers: fields }), options.ports);
    return { status, text: body.toString(), error };
  };
  const statusesOf = async (...targets: readonly string[]) => {
    const statuses: number[] = [];
    for (const target of targets) statuses.push((await send(target)).status);
    return statuses;
  };
  return { gateway, calls, send, statusesOf, textOf: async (target: string) => (await send(target)).text };
}

describe('a stage', () => {
  test('serves its own deployment, whatever the others and the definition have now', async () => {
    const [old, now] = ['old', 'now'].map((text) => specInput({ ...pathsWith({ '/pets': answers(text) }), stages: { prod: {}, beta: {} } }));
    const { textOf } = open(apiOf(now, stageOf(old), stageOf(now, { name: 'beta' })));
    expect([await textOf('/prod/pets'), await textOf('/beta/pets')]).toEqual(['old', 'now']);
  });

  test('has the settings of its deployment; answers before a stage is known have those of the definition', () => {
    const [old, now] = (['EDGE', 'REGIONAL'] as const).map((endpointType) =>
      ({ ...specWithPaths('/'), api: { id: 'pets', name: 'Pets', endpointType, binaryMediaTypes: [`image/${endpointType}`] }, stages: { prod: {} } }));
    const deployed = stageOf(old);
    const { gateway: { responseContext, stages } } = open(apiOf(now, deployed));
    expect(responseContext.endpointType).toBe('REGIONAL');
    expect(stages.get('prod')?.stage).toMatchObject({
      name: 'prod', endpointType: 'EDGE', binaryMediaTypes: ['image/EDGE'], accountId: '123456789012', region: 'us-east-1',
      fingerprint: deployed.fingerprint, deploymentId: deploymentId(deployed.fingerprint),
    });
  });

  test('that the definition does not declare is served without settings, also by the name of an object\'s own members', async () => {
    const input = specInput({ ...pathsWith({ '/pets': answers('pets') }), stages: { prod: { methodSettings: { '*/*': { throttlingBurstLimit: 0, throttlingRateLimit: 0 } } } } });
    const { statusesOf } = open(apiOf(input, stageOf(input), stageOf(input, { name: 'constructor' })));
    expect(await statusesOf('/prod/pets', '/constructor/pets')).toEqual([429, 200]);
  });

  test('has limits of its own', async () => {
    const settings = { methodSettings: { '/pets/GET': { throttlingBurstLimit: 1, throttlingRateLimit: 0 } } };
    const input = specInput({ ...pathsWith({ '/pets': answers('pets'), '/open': answers('open') }), stages: { prod: settings, beta: settings } });
    const { statusesOf } = open(apiOf(input, stageOf(input), stageOf(input, { name: 'beta' })));
    expect(await statusesOf('/prod/pets', '/prod/pets', '/prod/open', '/prod/open')).toEqual([200, 429, 200, 200]);
    expect(await statusesOf('/beta/pets', '/beta/pets')).toEqual([200, 429]);
  });

  test('numbers its methods from 0', () => {
    const input = { ...specWithPaths('/', '/a', '/b'), stages: { prod: {}, beta: {} } };
    const { gateway } = open(apiOf(input, stageOf(input), stageOf(input, { name: 'beta' })));
    const indexesOf = (name: string) => gateway.stages.get(name)?.routes.map(({ method, path }) => {
      const target = gateway.stages.get(name)?.router.match(method, path)?.target;
      return target?.type === 'method' ? target.index : undefined;
    });
    expect([indexesOf('prod'), indexesOf('beta')]).toEqual([[0, 1, 2], [0, 1, 2]]);
  });

  test('knows what is defined but not deployed, and still serves what is deployed but no longer defined', async () => {
    const [old, now] = ['old', 'now'].map((name) => specInput({ ...pathsWith({ [`/${name}`]: answers(name) }), stages: { prod: {} } }));
    const { send, statusesOf } = open(apiOf(now, stageOf(old)));
    expect(await statusesOf('/prod/old', '/prod/now', '/prod/none')).toEqual([200, 403, 403]);
    expect((await send('/prod/now')).error?.details.defined).toBe('it is defined but not deployed to this stage: run synthgate deploy');
    expect((await send('/prod/none')).error?.details.defined).toBe('nothing is defined there');
  });

  test('has the functions of its deployment', () => {
    const input = specInput({ functions: { Echo: FUNCTIONS.Echo, Away: { code: 'x', handler: 'index.handler', unavailable: 'it is written in Go' } }, stages: { prod: {} } });
    const stage = open(apiOf(input)).gateway.stages.get('prod')?.stage;
    expect([stage?.functionVersion('Echo')?.name, stage?.functionVersion('Other')]).toEqual(['Echo', undefined]);
    expect(stage?.functionAbsence?.('Away')).toMatchObject({ code: 'FUNCTION_UNAVAILABLE', details: { name: 'Away', reason: 'it is written in Go' } });
  });
});

describe('a canary', () => {
  const caching = { cacheClusterEnabled: true, methodSettings: { '*/*': { cachingEnabled: true, requireAuthorizationForCacheControl: false } } };
  const input = specInput({ functions: FUNCTIONS, ...pathsWith({ '/pets': ECHO }), stages: { prod: caching } });

  /** Requests go to the canary where the random digits are 0. */
  function withCanary(useStageCache: boolean, given: Partial<CompileOptions> = {}) {
    const chance = { digit: 'f' };
    const canary = { percentTraffic: 50, useStageCache, stage: stageOf(input, { isCanary: true, variables: { of: 'canary' } }) };
    const stage = stageOf(input, { variables: { of: 'stage' }, canary });
    return { chance, ...open(apiOf(input, stage), { ports: ports({ randomHex: (length) => chance.digit.repeat(length) }), ...given }) };
  }

  test.each([[true, 'stage', 1], [false, 'canary', 2]])('with useStageCache %s has the cache of the %s', async (useStageCache, _, count) => {
    const { chance, calls, textOf } = withCanary(useStageCache);
    await textOf('/prod/pets');
    chance.digit = '0';
    const [first, second] = [await textOf('/prod/pets'), await textOf('/prod/pets')];
    expect([calls.length, second]).toEqual([count, first]);
    expect((JSON.parse(first) as { stageVariables: object }).stageVariables).toEqual({ of: useStageCache ? 'stage' : 'canary' });
  });

  test('has a cache that other processes tell from that of the stage', async () => {
    const invalidated: string[] = [];
    const { chance, send } = withCanary(false, { caches: openSharedCaches(1, (name) => invalidated.push(name)) });
    for (const digit of ['f', '0']) {
      chance.digit = digit;
      await send('/prod/pets');
      await send('/prod/pets', { 'Cache-Control': 'max-age=0' });
    }
    expect(invalidated).toEqual(['["Pets","prod"]', '["Pets","prod","canary"]']);
  });
});

describe('values that the definition leaves open', () => {
  const methods = { functions: FUNCTIONS, ...pathsWith({ '/pets': ECHO, '/open': answers('open') }) };
  const custom: MethodInput = { ...ECHO, authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Auth' } };
  const missing = (what: string, token: string) => ({ code: 'METHOD_VALUE_MISSING', details: { what, token } });

  test('of stage variables are put in; without one, every method of this stage alone is refused', async () => {
    const input = specInput({ ...methods, stages: { prod: {}, beta: {} } });
    const variables = { table: `table-${late('Table.Ref')}`, plain: 'x' };
    const api = apiOf(input, stageOf(input, { variables }), stageOf(input, { name: 'beta' }));
    const [given, without] = [open(api, { values: { 'Shop/Table.Ref': 'pets' } }), open(api)];
    expect(JSON.parse(await given.textOf('/prod/pets'))).toMatchObject({ stageVariables: { table: 'table-pets', plain: 'x' } });
    expect(await without.statusesOf('/prod/pets', '/prod/open', '/beta/pets', '/beta/open')).toEqual([503, 503, 200, 200]);
    expect((await without.send('/prod/open')).error).toMatchObject(missing('stage variable table', 'Shop/Table.Ref'));
  });

  test('of an authorizer: without one, the methods that ask it are refused', async () => {
    const authorizers = { Auth: { type: 'cognito-user-pools' as const, userPools: [{ arn: late('Pool.Arn') }] } };
    const { send, statusesOf } = open(apiOf(specInput({ ...methods, ...pathsWith({ '/pets': custom, '/open': answers('open') }), authorizers, stages: { prod: {} } })));
    expect((await send('/prod/pets', { Authorization: 'token' })).error).toMatchObject(missing('authorizer Auth', 'Shop/Pool.Arn'));
    expect(await statusesOf('/prod/open')).toEqual([200]);
  });

  const policy = { Statement: [{ Effect: 'Allow' as const, Principal: '*' as const, Action: '*', Resource: '*', Condition: { IpAddress: { 'aws:SourceIp': [late('Office.Range')] } } }] };
  const withPolicy = specInput({ ...methods, api: { id: 'pets', name: 'Pets', policy }, stages: { prod: {} } });

  test('of the resource policy: without one, every method is refused', async () => {
    const { send } = open(apiOf(withPolicy));
    expect((await send('/prod/open')).error).toMatchObject(missing('the resource policy', 'Shop/Office.Range'));
    expect(await open(apiOf(withPolicy), { values: { 'Shop/Office.Range': '192.0.2.0/24' } }).statusesOf('/prod/open')).toEqual([200]);
  });

  test('one that is wrong fails the load', () => {
    expect(() => open(apiOf(withPolicy), { values: { 'Shop/Office.Range': 'the office' } })).toThrow('SPEC_INVALID');
  });
});

describe('API keys', () => {
  const [own, ofToken, given, without] = KEYS;
  const keyed: MethodInput = { ...answers('pets'), apiKeyRequired: true };
  const input = specInput({
    ...pathsWith({ '/pets': keyed }), stages: { prod: {} },
    apiKeys: { Own: { value: own }, OfToken: { value: late('Key') }, Given: {}, Missing: { value: late('Other') } },
    usagePlans: {
      Plan: { keys: ['Own', 'OfToken', 'Given', 'Missing'], stages: { prod: {} } },
      Limited: { quota: { limit: 1, period: 'DAY' }, keys: [], stages: {} },
    },
  });
  const values = { 'Shop/Key': ofToken };

  test('have the value of the definition or a given one; where the deployment expects them', async () => {
    const now = { ...input, api: { id: 'pets', name: 'Pets', apiKeySource: 'AUTHORIZER' as const } };
    const { send } = open(apiOf(now, stageOf(input)), { values, apiKeys: { Given: given, Own: without } });
    const statuses = await Promise.all(KEYS.map(async (key) => (await send('/prod/pets', { 'X-Api-Key': key })).status));
    expect(statuses).toEqual([200, 200, 200, 403]);
  });

  test.each<[string, string | undefined, Readonly<Record<string, string>>, string | undefined]>([
    ['its own value, whatever is given', own, { Key: given }, own],
    ['the given value before that of a token', late('Key'), { Key: given }, given],
    ['the value of its token', late('Key'), {}, ofToken],
    ['the given value, if its token has none', late('Other'), { Key: given }, given],
    ['no value without that of its token', late('Other'), {}, undefined],
    ['no value if nothing is given', undefined, { Other: given }, undefined],
  ])('a key has %s', (_, value, apiKeys, expected) => {
    expect(keyValue('Key', value, { apiKeys, values })).toBe(expected);
  });

  test('the name of an object\'s own member is not a given key', () => {
    expect(keyValue('constructor', undefined, { apiKeys: {}, values })).toBeUndefined();
  });

  test('the usage of quotas is read at the load, which damaged usage fails', () => {
    const plans: string[] = [];
    const throttling = (read: (plan: string) => Map<string, never>) =>
      createThrottling(undefined, { read, changed: () => undefined }, ports());
    open(apiOf(input), { throttling: throttling((plan) => (plans.push(plan), new Map<string, never>())) });
    expect(plans).toEqual(['Limited']);
    expect(() => open(apiOf(input), { throttling: throttling(() => { throw new Error('damaged'); }) })).toThrow('damaged');
  });
});

describe('callers', () => {
  test('results of an authorizer are kept as long as the load', async () => {
    const input = specInput({
      functions: FUNCTIONS, authorizers: { Auth: { type: 'token', function: 'Auth' } }, stages: { prod: {} },
      ...pathsWith({ '/pets': { ...answers('pets'), authorization: { type: 'CUSTOM', authorizer: 'Auth' } } }),
    });
    const { options, calls } = surroundings();
    for (const load of [1, 2]) {
      const { send } = open(apiOf(input), options);
      const answered = [await send('/prod/pets', { Authorization: 'token' }), await send('/prod/pets', { Authorization: 'token' })];
      expect(answered.map(({ status }) => status)).toEqual([200, 200]);
      expect(calls).toEqual(Array.from({ length: load }, () => 'Auth'));
    }
  });

  test.each([[200, [CREDENTIAL]], [403, undefined]])('a signature is answered with %d if the credentials are %j', async (status, credentials) => {
    const input = specInput({ ...pathsWith({ '/pets': { ...answers('pets'), authorization: { type: 'AWS_IAM' } } }), stages: { prod: {} } });
    const { headers } = sign();
    expect((await open(apiOf(input), { credentials }).send('/prod/pets', headers)).status).toBe(status);
  });
});

test('a dashboard inspects the API, once for all of its stages', () => {
  const asked: string[] = [];
  const watched: string[] = [];
  const inspection: ReturnType<NonNullable<CompileOptions['inspect']>> = {
    watch: (steps, { label }) => (watched.push(label), steps),
    begin: () => ({}), explain: (reply) => reply, answered: (reply) => reply, rendered: () => undefined,
  };
  const input = specInput({ ...pathsWith({ '/pets': answers('pets') }), stages: { prod: {}, beta: {} } });
  const { gateway } = open(apiOf(input, stageOf(input), stageOf(input, { name: 'beta' })), { inspect: (name) => (asked.push(name), inspection) });
  expect([asked, watched, gateway.inspection]).toEqual([['Pets'], ['mock', 'mock'], inspection]);
});

describe('a single resource', () => {
  const method: MethodInput = { ...answers('pets'), apiKeyRequired: true, authorization: { type: 'CUSTOM', authorizer: 'Auth' } };
  const input = specInput({
    functions: FUNCTIONS, authorizers: { Auth: { type: 'token', function: 'Auth' } },
    resources: { '/pets': { id: 'pets', methods: { GET: method, POST: method } }, '/other': { id: 'other', methods: { GET: method } } },
  });
  const compile = (path: string) => compileResource(stageOf(input, { variables: { table: late('Table') } }), path, surroundings({ values: { 'Shop/Table': 'pets' } }).options);

  test('has its own methods, without authorizer, key and limits, at the host of test invocations', () => {
    const { stage, targets } = compile('/pets');
    expect(stage).toMatchObject({ domainName: 'testPrefix.testDomainName', variables: { table: 'pets' } });
    expect([...targets.keys()]).toEqual(['GET', 'POST']);
    const steps = [...targets.values()].map((target) => target.steps.map(({ name }) => name));
    expect(steps.flat().filter((name) => ['authorize', 'identify', 'throttle'].includes(name))).toEqual([]);
    expect(targets.get('GET')).toMatchObject({ resourcePath: '/pets', eventStage: { domainName: 'testPrefix.testDomainName' } });
  });

  test('that is not deployed has none', () => {
    expect(compile('/none').targets.size).toBe(0);
  });
});
