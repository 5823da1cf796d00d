import type { IConstruct } from 'constructs';
import { ApiBase } from '../../constructs';
import { GatewayError } from '../../errors';
import type { InvokeMiddleware, ServedApi } from '../../runtime';
import { connectClient, suggestText } from '../../runtime';
import { LOCAL_ENVIRONMENT } from '../../spec';
import { serveTemporarily, type Served, type TestAssembly } from '../served';
import { assemblyOf } from './assembly-of';
import { createSystemClock, createTestClock, type GatewayClock } from './clock';
import type { FunctionStub } from './function-stub';
import { createInvocationRecord, type InvocationRecord, type RecordedInvocation } from './invocations';
import { readTestGatewayOptions } from './read-test-gateway-options';
import { requestSigner, type SignRequest } from './request-signer';
import { createStubRunner, type StubRunner } from './run-stub';
import type { NameOfFunction } from './stubbed-assembly';
import type { TestGateway, TestGatewayOptions } from './test-gateway';
import { testToken } from './token';

/**
 * Serves a construct tree, an assembly or a source such as a cloud assembly on a free port, with the same code as `synthgate serve`; APIs
 * of the CDK's own classes are read from their templates. Functions run as declared
 * unless `functions` replaces them with stubs; every call is recorded; time moves only when the test moves it, unless `clock`
 * is `system`. The account has no limit unless one is given, and failed asynchronous calls are retried at once. Calls do not
 * wait for a busy function unless `functionQueue` is given: like Lambda, it is throttled. Assembly and state are temporary
 * unless a state directory is given; nothing is watched.
 * @example
 * const gateway = await createTestGateway(api, { stage: 'prod', functions: { Legacy: { statusCode: 200, body: 'stub' } } });
 * expect((await gateway.fetch('/prod/pets/7')).status).toBe(200);
 * expect(gateway.invocations('GetPet')[0].event.pathParameters).toEqual({ petId: '7' });
 * gateway.clock.advance('1d');
 * await gateway.close();
 * @throws DEFINITION_INVALID, ASSEMBLY_*, SPEC_*, API_UNKNOWN, TOKEN_VALUE_MISSING, TEST_FUNCTION_UNKNOWN, TEST_STAGE_UNKNOWN,
 * TEST_TIME_INVALID, TEST_CLOCK_NOT_MANUAL, OPTION_UNKNOWN, OPTION_INVALID
 */
export async function createTestGateway(scopeOrAssembly: IConstruct | string, input: TestGatewayOptions = {}): Promise<TestGateway> {
  const options = readTestGatewayOptions(input);
  const { stage, functions = {}, clock: kind, now, api, allowOutside, ...serveOptions } = options;
  const clock = clockOf(kind, now);
  const stubs = new Map<string, FunctionStub>();
  const record = createInvocationRecord();
  const { accountId: account, region, tokenValues, localIssuer } = options;
  const runner = createStubRunner({ clock, accountId: account ?? LOCAL_ENVIRONMENT.accountId, region: region ?? LOCAL_ENVIRONMENT.region });
  const environment = { account, region, tokenValues, allowOutside, hasLocalIssuer: localIssuer !== false };
  const makeAssembly = assemblyOf(scopeOrAssembly, new Set(Object.keys(functions)), environment);
  let nameOf: NameOfFunction = (name) => name;
  const assembly = async (directory: string): Promise<TestAssembly> => {
    const assembly = await makeAssembly(directory);
    nameOf = assembly.nameOf ?? nameOf;
    for (const [given, stub] of Object.entries(functions)) {
      const name = nameOf(given);
      if (stubs.has(name)) throw new GatewayError('OPTION_INVALID', { option: 'functions', given: `another stub of ${name}: ${given}`, allowed: 'one for each function' });
      stubs.set(name, stub);
    }
    return assembly;
  };
  const served = await serveTemporarily({ api, assembly }, {
    accountLimit: { rateLimit: Infinity, burstLimit: Infinity },
    retryDelaysMs: [0, 0],
    functionQueue: 0,
    localIssuer: true,
    localApiKeys: true,
    ...serveOptions,
    // with a system clock, `serve` uses its own, including a monotonic clock for rates
    ...(kind === 'system' ? {} : { now: clock.now }),
    invokeMiddleware: invokeMiddleware({ clock, stubs, record, runner }),
  });
  try {
    const functionNames = functionNamesOf(served);
    for (const name of stubs.keys()) requireFunction(name, functionNames);
    const chosen = chooseStage(served.api(), stage, scopeOrAssembly);
    const sign = requestSigner(options, clock.now);
    return testGateway({ served, clock, stubs, record, runner, functionNames, nameOf, stage: chosen, sign });
  } catch (error) {
    await served.close();
    throw error;
  }
}

/** @throws TEST_CLOCK_NOT_MANUAL, TEST_TIME_INVALID */
function clockOf(kind: TestGatewayOptions['clock'], now: TestGatewayOptions['now']): GatewayClock {
  if (kind !== 'system') return createTestClock(now);
  if (now !== undefined) throw new GatewayError('TEST_CLOCK_NOT_MANUAL', { action: 'now' });
  return createSystemClock();
}

interface Between {
  readonly clock: GatewayClock;
  readonly stubs: ReadonlyMap<string, FunctionStub>;
  readonly record: InvocationRecord;
  readonly runner: StubRunner;
}

/** Records every call; calls of stubbed functions never reach the engine. */
function invokeMiddleware({ clock, stubs, record, runner }: Between): InvokeMiddleware {
  return (invoke, type) => async (version, call) => {
    const stub = stubs.get(version.name);
    const isStubbed = stub !== undefined;
    const end = record.begin({ version, call, type, isStubbed, at: clock.now() });
    const outcome = await (isStubbed ? runner.run(stub, version, call) : invoke(version, call));
    end(outcome);
    return outcome;
  };
}

interface Parts extends Between {
  readonly served: Served;
  readonly stubs: Map<string, FunctionStub>;
  readonly functionNames: readonly string[];
  readonly nameOf: NameOfFunction;
  readonly stage: string | undefined;
  readonly sign: SignRequest;
}

function testGateway({ served, clock, stubs, record, runner, functionNames, nameOf, stage, sign }: Parts): TestGateway {
  const { serving, logs, accessLogs, url } = served;
  const initialStubs = new Map(stubs);
  let closing: Promise<void> | undefined;
  const whileOpen = (action: string): void => {
    if (closing !== undefined) throw new GatewayError('TEST_GATEWAY_CLOSED', { action });
  };
  const knownFunction = (given: string): string => {
    const name = functionNames.includes(given) ? given : nameOf(given);
    requireFunction(name, functionNames);
    return name;
  };
  const connectionUrlOf = (target: string): string => (target.startsWith('/') ? `${url()}${target}`
    : `${url(stageOf(target, served.api(), stage))}${target === '' ? '' : '/'}${target}`);
  return {
    get api() { return served.api(); },
    get apis() { return serving.apis; },
    stage, functionNames, clock, logs, accessLogs, url,
    ...calling(served, { connectionUrlOf, whileOpen, sign }),
    apiKey: (name) => serving.apiKey(name),
    token: async (options) => {
      whileOpen('token');
      return testToken(serving, options);
    },
    // the caller chooses the event type, which cannot be checked
    invocations: <Event>(given?: string) => {
      const name = given === undefined ? undefined : knownFunction(given);
      return record.all().filter(({ functionName }) => name === undefined || functionName === name) as RecordedInvocation<Event>[];
    },
    stub: (name, stub) => {
      stubs.set(knownFunction(name), stub);
    },
    waitForIdle: serving.waitForIdle,
    reset: async () => {
      whileOpen('reset');
      runner.giveUp();
      await serving.waitForIdle();
      clock.reset();
      await serving.reset();
      stubs.clear();
      for (const [name, stub] of initialStubs) stubs.set(name, stub);
      record.clear();
      for (const log of [logs, accessLogs]) log.length = 0;
    },
    close: () => {
      runner.giveUp();
      closing ??= served.close();
      return closing;
    },
  };
}

interface Calling {
  /** The URL of a path; of a WebSocket API, the one to connect to. */
  readonly connectionUrlOf: (target: string) => string;
  readonly whileOpen: (action: string) => void;
  readonly sign: SignRequest;
}

function calling(
  { serving, api }: Served, { connectionUrlOf, whileOpen, sign }: Calling,
): Pick<TestGateway, 'fetch' | 'signedFetch' | 'connect' | 'signedConnect' | 'connections'> {
  // a WebSocket API has requests, too: those about connections
  const urlOf = (target: string): string => connectionUrlOf(target).replace(/^ws/, 'http');
  const signed = (request: Request, accessKeyId: string | undefined) => sign({ request, protocol: api().protocol, accessKeyId });
  return {
    fetch: async (target, init) => {
      whileOpen(`fetch ${target}`);
      return fetch(urlOf(target), { redirect: 'manual', ...init });
    },
    signedFetch: async (target, init, accessKeyId) => {
      whileOpen(`signedFetch ${target}`);
      const { url, ...request } = await signed(new Request(urlOf(target), init), accessKeyId);
      return fetch(url, { redirect: 'manual', ...request });
    },
    connect: async (target = '', options = {}) => {
      whileOpen(`connect ${target}`);
      return connectClient(connectionUrlOf(target), options);
    },
    signedConnect: async (target = '', options = {}, accessKeyId?: string) => {
      whileOpen(`signedConnect ${target}`);
      const { url, headers } = await signed(new Request(urlOf(target), { headers: options.headers }), accessKeyId);
      return connectClient(url.replace(/^http/, 'ws'), { ...options, headers: Object.fromEntries(headers) });
    },
    connections: () => serving.connections(api().name),
  };
}

function functionNamesOf({ serving }: Served): readonly string[] {
  return [...new Set(serving.apis.flatMap(({ functions }) => functions))].sort();
}

/** @throws TEST_FUNCTION_UNKNOWN */
function requireFunction(name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new GatewayError('TEST_FUNCTION_UNKNOWN', { name, known: suggestText(name, known) });
}

/** @throws TEST_STAGE_UNKNOWN */
function chooseStage(api: ServedApi, stage: string | undefined, scope: IConstruct | string): string | undefined {
  const names = api.stages.map(({ name }) => name);
  if (stage !== undefined) {
    if (!names.includes(stage)) throw new GatewayError('TEST_STAGE_UNKNOWN', { api: api.name, name: stage, known: suggestText(stage, names) });
    return stage;
  }
  const [first, ...others] = names;
  if (others.length === 0) return first;
  const declared = typeof scope === 'string' ? undefined : scope.node.findAll().filter(ApiBase.isApiBase).find(({ apiName }) => apiName === api.name);
  return declared?._ownStageName();
}

/** @throws TEST_STAGE_NOT_CHOSEN */
function stageOf(target: string, { name, stages }: ServedApi, stage: string | undefined): string {
  if (stage !== undefined) return stage;
  throw new GatewayError('TEST_STAGE_NOT_CHOSEN', { path: target, api: name, known: stages.map((candidate) => candidate.name).join(', ') || 'none' });
}
