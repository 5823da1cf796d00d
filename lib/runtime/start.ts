import { LIMITS } from '../spec';
import type { GatewayError } from '../errors';
import { compileGateway, type CompileOptions } from './compile';
import type { Received, Reply } from './exchange';
import { requestIds } from './front/request-ids';
import { createFunctionEngine, type LocalFunctionEngine } from './functions';
import { serve as serveRequest, type CompiledGateway } from './gateway';
import type { HttpClient } from './integrations/compile-context';
import type { LoadedApi } from './loaded';
import { PolicyWorkers } from './policy/policy-workers';
import { servePlain } from './plain/serve-plain';
import type { FunctionVersion, SystemPorts } from './ports';
import { serveManagement } from './management/serve-management';
import { readTarget } from './router/request-path';
import { SERVE_DEFAULTS, type AccountThrottle, type ServeOptions, type Serving } from './serve-options';
import { frontOptions } from './server/front-options';
import { listen, type HttpFront, type RequestHandler } from './server/http-server';
import { servedApis, serving, watchedFiles, type Load, type ServingParts } from './serving';
import { defaultStateDirectory } from './state/assembly';
import { openDeadLetters } from './state/dead-letters';
import { openEventQueue } from './state/event-queue';
import { loadApis } from './state/load';
import { deadLettersIn, eventsIn } from './state/redrive';
import { openUsageStore } from './state/usage-store';
import { gatewayResponse } from './steps/gateway-response';
import { observe } from './steps/observe';
import { limitBacktracking } from './system/backtracking';
import { createCodeCopies } from './system/code-copies';
import { hostFile, policyFile } from './system/host-file';
import { createHttpClient } from './system/http-client';
import { systemPorts } from './system/system-ports';
import { testInvoke } from './test-invoke';
import { createThrottling } from './throttling/throttling';
import { signatureOf } from './system/watch';

/** Time for one pattern, schema or template that is worked on off the main thread. */
const POLICY_DEADLINE_MS = 1_000;

/**
 * Serves every API of an assembly over HTTP, each on a port of its own. The same function serves in a test, on a laptop
 * and on a server.
 * @example const serving = await serve({ source: 'gateway.out', port: 0 }); await fetch(`${serving.apis[0].url}/prod/pets`);
 * @throws ASSEMBLY_*, SPEC_*, DEFINITION_INVALID, TOKEN_VALUE_MISSING, DEPLOYMENT_UNKNOWN, OPTION_INVALID, PORT_IN_USE
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  limitBacktracking();
  const ports = { ...systemPorts(options.log ?? (() => undefined), options), accessLog: options.accessLog };
  const listening = { ...frontOptions(options, ports.log), now: ports.now };
  const stateDirectory = options.stateDirectory ?? defaultStateDirectory(options.source);
  const copies = await createCodeCopies();
  const http = createHttpClient();
  const engine = engineOf(options, { ports, stateDirectory, http: http.request });
  const usage = openUsageStore(stateDirectory, ports.log);
  const throttling = createThrottling(accountThrottle(options), usage, ports);
  const policy = new PolicyWorkers({ file: policyFile(), log: ports.log, deadlineMs: POLICY_DEADLINE_MS });
  const compileOptions = compileOptionsOf(options, { engine, http: http.request, ports, throttling, run: policy.run });
  const fronts: HttpFront[] = [];
  const stop = async (): Promise<void> => {
    const graceMs = options.drainMs ?? SERVE_DEFAULTS.drainMs;
    await Promise.all(fronts.map((each) => each.close(graceMs)));
    await engine.close(graceMs);
    await Promise.all([http.close(), copies.close(), usage.close(), policy.close()]);
  };
  const load = async (): Promise<Load> => {
    const apis = await Promise.all((await loadApis({ ...options, stateDirectory })).map(copies.adopt));
    const gateways = new Map(apis.map((api) => [api.name, compileGateway(api, compileOptions)]));
    return { apis, gateways, versions: versionsOf(apis, gateways) };
  };
  const watched = watchedFiles(options.source, stateDirectory);
  try {
    const before = options.watch === false ? undefined : await signatureOf(watched);
    let current = await load();
    for (const [index, { name }] of current.apis.entries()) {
      const port = options.port === 0 ? 0 : (options.port ?? SERVE_DEFAULTS.port) + index;
      const handler = handlerOf(() => current.gateways.get(name), ports);
      fronts.push(await listen(handler, { ...listening, host: options.host ?? SERVE_DEFAULTS.host, port }));
    }
    const apis = () => servedApis(current, fronts, options);
    const management = await serveManagement(options.managementPort, { stateDirectory, apis, listening, monotonicNow: ports.monotonicNow });
    if (management !== undefined) fronts.push(management.front);
    await engine.resumeEvents(current.versions);
    void engine.prepare(current.versions);
    const take = (next: Load): void => {
      current = next;
      void engine.prepare(next.versions);
      engine.retain(new Set(next.versions.map((version) => version.key)));
    };
    const forget = async (): Promise<void> => {
      const fresh = await load();
      throttling.forget(ports.monotonicNow());
      current = fresh;
    };
    const invoke: ServingParts['invoke'] = async (api, request) =>
      testInvoke({ ...api, code: await copies.adoptCode(api.code) }, request, compileOptions);
    return serving({
      options, watched, before, fronts, management: management?.served, log: ports.log, load, take, current: () => current, invoke,
      eventsSettled: engine.eventsSettled, forget, stop,
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

function compileOptionsOf(options: ServeOptions, given: Pick<CompileOptions, 'engine' | 'http' | 'ports' | 'throttling' | 'run'>): CompileOptions {
  return {
    accountId: options.accountId ?? SERVE_DEFAULTS.accountId,
    region: options.region ?? SERVE_DEFAULTS.region,
    apiKeys: options.apiKeys ?? {},
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    values: options.values ?? {},
    explains: options.explain ?? false,
    ...given,
  };
}

/** The account's limit; none where both numbers are without end. */
function accountThrottle({ accountThrottle: given }: ServeOptions): AccountThrottle | undefined {
  const { rateLimit, burstLimit } = given ?? { rateLimit: LIMITS.accountRate.default, burstLimit: LIMITS.accountBurst.default };
  return rateLimit === Infinity && burstLimit === Infinity ? undefined : { rateLimit, burstLimit };
}

interface EngineSurroundings {
  readonly ports: SystemPorts;
  readonly stateDirectory: string;
  readonly http: HttpClient;
}

function engineOf(options: ServeOptions, { ports, stateDirectory, http }: EngineSurroundings): LocalFunctionEngine {
  const onDamaged = ({ code, message }: GatewayError): void => ports.log({ level: 'error', code, message });
  return createFunctionEngine({
    hostFile: hostFile(),
    ports,
    http,
    accountId: options.accountId ?? SERVE_DEFAULTS.accountId,
    region: options.region ?? SERVE_DEFAULTS.region,
    output: ({ stream, text, ...origin }) => ports.log({ level: 'info', message: text, ...origin, fields: { stream } }),
    eventQueue: openEventQueue(eventsIn(stateDirectory), { onDamaged }),
    deadLetters: openDeadLetters(deadLettersIn(stateDirectory), { onDamaged }),
    permissions: options.functionPermissions,
    isolation: options.isolation,
    hasSpares: options.hasSpareProcesses,
    idleMs: options.idleMs,
    ...(options.retryDelaysMs === undefined ? {} : { retryDelaysMs: options.retryDelaysMs }),
    ...(options.aroundInvoke === undefined ? {} : { aroundInvoke: options.aroundInvoke }),
  });
}

/** The functions that the stages' deployments have: what the engine keeps running. */
function versionsOf(apis: readonly LoadedApi[], gateways: ReadonlyMap<string, CompiledGateway>): FunctionVersion[] {
  return apis.flatMap((api) =>
    api.stages.flatMap(({ name, deployed, canary }) => {
      const serving = gateways.get(api.name)?.stages.get(name);
      return [
        ...Object.keys(deployed.functions).flatMap((id) => serving?.stage.functionVersion(id) ?? []),
        ...Object.keys(canary?.stage.deployed.functions ?? {}).flatMap((id) => serving?.canary?.stage.stage.functionVersion(id) ?? []),
      ];
    }),
  );
}

/** Answers the requests of one API from what is current when they arrive; those in flight keep what they began with. */
function handlerOf(current: () => CompiledGateway | undefined, ports: SystemPorts): RequestHandler {
  const gatewayNow = (): CompiledGateway => {
    const gateway = current();
    if (gateway === undefined) throw new Error('the API is not loaded'); // cannot be: a reload that loses an API is refused
    return gateway;
  };
  return {
    servePlain: (request, respond) => servePlain({ gateway: gatewayNow(), ports }, request, respond),
    serve: (received: Received): Promise<Reply> => serveRequest(gatewayNow(), received, ports),
    urlLength: () => (gatewayNow().front.endpointType === 'REGIONAL' ? LIMITS.regionalUrlLength : LIMITS.urlLength).max,
    refuse: (received: Received, error: unknown): Reply => {
      const { front, explains } = gatewayNow();
      const ids = requestIds(received.headers, front.vendor.service, ports);
      const scene = { received, ids, path: readTarget(received.target), front, target: 'front', explains };
      return observe(gatewayResponse(error, scene), scene, ports);
    },
  };
}
