import { GatewayError } from '../../errors';
import { runtimeFamily } from '../../spec';
import { compose } from './compose';
import { openListeners, portOfApi, type ListenersParts } from './listeners';
import type { FunctionEngineOptions } from '../functions';
import { Readiness } from '../health/readiness';
import { HEALTH_LIMITS, serveHealth } from '../health/serve-health';
import { serveManagement } from '../management/serve-management';
import type { LoadedApi } from '../plan/loaded';
import type { Log } from '../ports';
import { openWorkerListeners, shareSlots } from './workers/worker-listeners';
import { readServeOptions, SERVE_DEFAULTS, type ServeOptions } from './serve-options';
import type { Serving } from './serving';
import { tokenIssuer } from './issue-token';
import { openDashboard, type OpenDashboard, type RunningGateway } from './dashboard/open-dashboard';
import { openLambdaEndpoint, type LambdaEndpoint } from './lambda-endpoint';
import { requireBasePaths } from './endpoints';
import { requireVpcLinks } from './vpc-links';
import { refuseOthersInWorkers } from './given-variables';
import { listenOptions } from './listen-options';
import { drainOnce } from './drain';
import { openLimits } from './open-limits';
import { openSharing } from './open-sharing';
import { dependenciesDirectory, localFiles } from './local-files';
import { OpenParts } from './open-parts';
import { openGatewayMetrics } from './gateway-metrics';
import { withRequestLog } from './request-log';
import { processCount } from './process-count';
import { requireApis, servedApis, servedNames, serving, watchedFiles, type ServingParts } from './server-handle';
import { defaultStateDirectory } from '../state/assembly';
import { openDeadLetters } from '../state/dead-letters';
import { openEventQueue } from '../state/event-queue';
import { lockForGateway } from '../state/gateway-lock';
import { removeLeftovers } from '../state/leftovers';
import { loadApis } from '../state/load';
import { deadLettersIn, eventsIn } from '../state/redrive';
import { readSecretIfThere } from '../state/secret-file';
import { unknownProfile } from '../system/aws-profile';
import { createCodeCopies } from '../system/code-copies';
import { connectionHosts } from './connection-hosts';
import { connectionCredential } from '../system/connection-credential';
import { createHttpClient } from '../system/http-client';
import { issuerSources } from '../system/issuer-sources';
import { requireOpenFiles } from '../system/open-files';
import { systemPorts } from '../system/system-ports';
import { signatureOf } from '../system/watch';
import { testInvoke } from '../pipeline/test-invoke';
import { ConnectionTrust } from './connection-trust';
import { compileLoad, withImplied, type Load } from './load';
import { Connections } from '../web-sockets';

/**
 * Serves every API of an assembly over HTTP, each on a port of its own. The same function serves in a test, on a laptop
 * and on a server, in this process or in several.
 * @example const serving = await serve({ source: 'gateway.out', port: 0 }); await fetch(`${serving.apis[0].url}/prod/pets`);
 * @throws ASSEMBLY_*, SPEC_*, DEFINITION_INVALID, TOKEN_VALUE_MISSING, DEPLOYMENT_UNKNOWN, OPTION_UNKNOWN, OPTION_INVALID,
 * PORT_IN_USE, STATE_IN_USE, STATE_NOT_WRITABLE, SECRET_FILE_EXPOSED, OPEN_FILES_TOO_FEW, WORKER_START_FAILED, STORE_CLIENT_MISSING,
 * STORE_REFUSED
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const checked = readServeOptions(options);
  requireOpenFiles();
  const { log = () => undefined, stateDirectory = defaultStateDirectory(checked.source) } = checked;
  const chosen = { ...checked, stateDirectory };
  const parts = new OpenParts();
  const lock = lockForGateway(stateDirectory, { log, beforeMaking: () => void loadApis(chosen) });
  parts.part({ close: lock.release });
  try {
    removeLeftovers(stateDirectory, log);
    return await start(await composeGateway(chosen, parts), () => parts.close(graceOf(chosen)));
  } catch (error) {
    await parts.close(graceOf(chosen));
    throw error;
  }
}

async function start(gateway: Gateway, stop: () => Promise<void>): Promise<Serving> {
  const { parts, count, system, systemNow, dashboard, ports, listening, readiness, health, copies, lambda, options, toItself } = gateway;
  const { shared, throttling, engine, compileOptions, withVariables, connections, credential, connectionVariables, metrics } = gateway;
  const { load, portsOpened } = loaderOf(gateway);
  const watched = watchedFiles(options.source, options.stateDirectory);
  const before = options.watch === false ? undefined : await signatureOf(watched);
  const first = loadApis(options);
  requireBasePaths(first, options);
  await gateway.trust.open(first);
  requireVpcLinks(first, options.vpcLinks);
  await engine.expect(memorySizes(first));
  let current = await load(first);
  lambda.use({ engine, current: () => current });
  const listeners = parts.entrance(shared === undefined
    ? await openListeners(() => current, localListeners(options, { listening, ports, systemNow, connections }))
    : await openWorkerListeners(() => current, {
      options, count, throttling, engine, ports, allocator: shared.allocator, connectionCredential: credential, connectionVariables,
      hasMetrics: metrics.own !== undefined, entries: gateway.sharing.entries,
    }));
  parts.part(metrics.opened(gateway, listeners)); // closed after the entrances
  if (portsOpened(listeners.ports, first)) current = await load(first);
  dashboard?.loaded();
  const apis = () => servedApis(current, listeners.ports, options);
  const activate = async (next: Load, resetsLimits: boolean): Promise<void> => {
    if (resetsLimits) await forget(gateway);
    current = next;
    dashboard?.loaded();
    await listeners.load(next, resetsLimits);
    void engine.prepare(next.versions);
    engine.retain(new Set(next.versions.map((version) => version.key)));
    await copies.retire(next.apis);
  };
  const names = servedNames(current);
  const prepareReset = async (): Promise<() => Promise<void>> => {
    const next = requireApis(await load(), names);
    return () => activate(next, true);
  };
  const callers = callersOf(() => current, gateway);
  const from = { throttling, http: toItself.request, keyValueOf: compileOptions, callers, run: compileOptions.run };
  const running = { load: () => current, served: apis, prepareReset, connections, ...from };
  const { processes } = listeners;
  const management = await serveManagement(options.managementPort, {
    stateDirectory: options.stateDirectory, apis, processes, store: gateway.store, clocks: system, listening, metrics: metrics.page,
    dashboard: dashboard && {
      token: dashboard.token, renewToken: dashboard.renewToken, lastUrl: dashboard.lastUrl, close: dashboard.close,
      ports: dashboard.portsOf(running),
    },
  });
  if (management !== undefined) parts.entrance(management);
  await engine.resumeEvents(current.versions);
  void Promise.all([engine.prepare(current.versions), listeners.warm]).then(() => readiness.open(() => processes().serving.length));
  const invoke: ServingParts['invoke'] = async (api, request) =>
    testInvoke({ ...api, code: await copies.adoptCode(api.code) }, request, withImplied(api, compileOptions));
  return serving({
    options, watched, before, listeners, management: management?.served, health: health?.url, lambdaEndpoint: lambda.url, ports,
    connections, load, activate, withVariables, current: () => current, keyValueOf: compileOptions,
    invoke, waitForIdle: engine.waitForIdle, stop,
    drain: drainOnce({ readiness, listeners, delayMs: options.drainDelayMs }),
  });
}

/** Returns how definitions are loaded: functions have the addresses of WebSocket APIs once their ports are known. */
function loaderOf({ copies, compileOptions, options }: Gateway) {
  let ports: readonly number[] | undefined;
  const connectionHostsOf = (apis: readonly LoadedApi[]) => connectionHosts(apis, ports, options);
  return {
    load: async (apis: readonly LoadedApi[] = loadApis(options)): Promise<Load> =>
      compileLoad(await Promise.all(apis.map(copies.adopt)), { ...compileOptions, connectionHostsOf }),
    /** @returns whether functions of these APIs have such addresses, perhaps */
    portsOpened: (opened: readonly number[], apis: readonly LoadedApi[]): boolean => {
      ports = opened;
      return connectionHostsOf(apis).size > 0;
    },
  };
}

/** Resets used limits, and drops what is shared with other gateways. */
async function forget({ throttling, sharing, ports }: Gateway): Promise<void> {
  throttling.reset(ports.monotonicNow());
  await sharing.results?.clear();
}

type Gateway = Awaited<ReturnType<typeof composeGateway>>;

/** Composes a gateway before it listens. @param parts - gets what is opened */
async function composeGateway(given: ServeOptions & { readonly stateDirectory: string }, parts: OpenParts) {
  const count = processCount(given);
  refuseInspectedThreads(given);
  const system = withRequestLog({ ...systemPorts(given.log ?? (() => undefined), given), accessLog: given.accessLog }, given);
  const dashboard = openDashboard(given, system);
  const ports = dashboard?.ports ?? system;
  const listening = listenOptions(given, ports.log);
  const { stateDirectory, host = SERVE_DEFAULTS.host } = given;
  const readiness = new Readiness();
  // the first to open and the last to close: probes are answered all the time
  const metrics = parts.part(openGatewayMetrics(given, ports.log));
  const healthListening = { ...listenOptions({ serverLimits: HEALTH_LIMITS }, ports.log), host, now: ports.now };
  const health = await serveHealth(given.healthPort, { readiness, metrics: metrics.page, listening: healthListening });
  if (health !== undefined) parts.part(health);
  const files = localFiles(given, stateDirectory);
  // a state directory, a secret or a file of keys that cannot be used is found before anything is open
  const stores = eventStores(stateDirectory, ports.log);
  const limits = parts.part(await openLimits(given, ports, metrics.own?.store));
  const sharing = parts.part(await openSharing(given, ports));
  for (const file of Object.values(files)) if (typeof file === 'string') readSecretIfThere(file);
  issuerSources({ userPools: given.userPools });
  const noted = await unknownProfile(given.awsProfile);
  if (noted !== undefined) ports.log(noted);
  const copies = parts.part(await createCodeCopies(ports.monotonicNow));
  const lambda = parts.entrance(await openLambdaEndpoint(given, { ports, listening }));
  const options = { ...given, lambdaEndpoint: lambda.url, ...files, install: dependenciesDirectory(given, stateDirectory) };
  const connections = new Connections(ports.now);
  const credential = connectionCredential(given.now !== undefined);
  // functions and clients have the clock of the system, whatever a test says
  const { now: systemNow } = systemPorts(ports.log);
  const trust = parts.part(new ConnectionTrust({ options: given, now: systemNow, log: ports.log }));
  const connectionVariables = (): Readonly<Record<string, string>> => trust.variables;
  const toItself = parts.part(createHttpClient({ acceptsAnyCertificate: true }));
  const shared = count === 1 ? undefined : shareSlots();
  const { throttling } = limits;
  const { variables, ...composition } = parts.part(compose(options, {
    ports, throttling, sharing: sharing.results, connectionCredential: credential, connectionVariables,
    onOutput: outputTo(lambda, dashboard), ...dashboard?.compile, meterOf: metrics.own?.api, droppedSpans: metrics.own?.droppedSpans,
    engine: {
      onCall: dashboard?.engine.onCall, meterOf: metrics.own?.function, onEvent: metrics.own?.onEvent, ...stores,
      ...(shared && { slots: shared.slots, prewarm: false }), // with workers, most functions run there
    },
  }));
  const withVariables: ServingParts['withVariables'] = async (next, run) => {
    refuseOthersInWorkers(count);
    await variables.replacedBy(next, run);
  };
  return {
    parts, count, system, systemNow, dashboard, ports, listening, readiness, health, copies, lambda, options, toItself,
    connections, credential, connectionVariables, trust, metrics,
    shared, throttling, sharing, store: limits.store, ...composition, withVariables,
  };
}

function graceOf({ shutdownTimeoutMs = SERVE_DEFAULTS.shutdownTimeoutMs }: ServeOptions): number {
  return shutdownTimeoutMs;
}

function callersOf(current: () => Load, { options, ports }: Gateway): RunningGateway['callers'] {
  const { credentials = [], region = SERVE_DEFAULTS.region, localIssuer } = options;
  const issueToken = localIssuer === undefined ? undefined : tokenIssuer(() => current().apis, { ...options, ports });
  return { credentials, region, issueToken };
}

/** Returns the receiver of the lines that functions write, besides the log. */
function outputTo({ onOutput }: LambdaEndpoint, dashboard: OpenDashboard | undefined): FunctionEngineOptions['output'] | undefined {
  if (dashboard === undefined) return onOutput;
  return (line) => {
    onOutput?.(line);
    dashboard.engine.onOutput(line);
  };
}

/** Returns the memory sizes of the functions of Node.js that run here; canaries have the same, as a rule. */
function memorySizes(apis: readonly LoadedApi[]): ReadonlySet<number> {
  const stages = apis.flatMap((api) => api.stages);
  const functions = stages.flatMap(({ code, deployed }) => Object.keys(code).flatMap((name) => deployed.functions[name] ?? []));
  return new Set(functions.filter(({ runtime }) => runtime === undefined || runtimeFamily(runtime) === 'nodejs').map(({ memoryMiB }) => memoryMiB));
}

function localListeners(options: ServeOptions, parts: Pick<ListenersParts, 'listening' | 'ports' | 'systemNow' | 'connections'>): ListenersParts {
  const { host, basePaths } = options;
  const { connections } = parts;
  const manageConnection: ListenersParts['manageConnection'] = (place, command) => connections.manage(place, command) ?? { type: 'gone' };
  return { host, portOf: (index) => portOfApi(options, index), https: options, basePaths, pid: process.pid, manageConnection, ...parts };
}

/** Threads share the inspector of the gateway. @throws OPTION_INVALID */
function refuseInspectedThreads({ inspect, isolation }: ServeOptions): void {
  if (inspect === undefined || isolation !== 'thread') return;
  throw new GatewayError('OPTION_INVALID', { option: 'isolation', given: 'thread', allowed: 'process with the option inspect' });
}

/** The stores of asynchronous events and of those that failed for good. */
function eventStores(stateDirectory: string, log: Log): Pick<FunctionEngineOptions, 'eventQueue' | 'deadLetters'> {
  const onDamaged = ({ code, message }: GatewayError): void => log({ level: 'error', code, message });
  return {
    eventQueue: openEventQueue(eventsIn(stateDirectory), { onDamaged }),
    deadLetters: openDeadLetters(deadLettersIn(stateDirectory), { onDamaged }),
  };
}
