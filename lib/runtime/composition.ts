import { LIMITS } from '../spec';
import { compileGateway, type CompileOptions } from './compile';
import type { Received, Reply } from './exchange';
import { requestIds } from './front/request-ids';
import type { FunctionEngineOptions } from './functions';
import { serve as serveRequest, type CompiledGateway } from './gateway';
import type { HttpClient } from './integrations/compile-context';
import type { LoadedApi } from './loaded';
import { servePlain } from './plain/serve-plain';
import type { FunctionVersion, SystemPorts } from './ports';
import type { WorkerOptions } from './processes/messages';
import { readTarget } from './router/request-path';
import { SERVE_DEFAULTS, type ServeOptions } from './serve-options';
import type { RequestHandler } from './server/http-server';
import type { Load } from './serving';
import { gatewayResponse } from './steps/gateway-response';
import { observe } from './steps/observe';
import { hostFile } from './system/host-file';

/*
 * What every process of a gateway is composed of, the one that is alone and each of several.
 */

/** What definitions are compiled with, from the options of `serve`. */
export function compileOptionsOf(options: WorkerOptions, given: Pick<CompileOptions, 'engine' | 'http' | 'ports' | 'throttling' | 'run'>): CompileOptions {
  return {
    accountId: options.accountId ?? SERVE_DEFAULTS.accountId,
    region: options.region ?? SERVE_DEFAULTS.region,
    apiKeys: options.apiKeys ?? {},
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    values: options.tokenValues ?? {},
    explains: options.explain ?? false,
    ...given,
  };
}

/** Time for one pattern, schema or template that is worked on off the main thread. */
export const SANDBOX_DEADLINE_MS = 1_000;

/** What functions need around them. */
export interface EngineSurroundings {
  readonly ports: SystemPorts;
  /** By which records of failed events are sent. */
  readonly http: HttpClient;
}

/** How functions run, from the options of `serve`. */
export function engineOptions(
  options: WorkerOptions & Pick<ServeOptions, 'retryDelaysMs' | 'invokeMiddleware' | 'isolation'>, { ports, http }: EngineSurroundings,
): FunctionEngineOptions {
  return {
    hostFile: hostFile(),
    ports,
    http,
    accountId: options.accountId ?? SERVE_DEFAULTS.accountId,
    region: options.region ?? SERVE_DEFAULTS.region,
    output: ({ stream, text, ...origin }) => ports.log({ level: 'info', message: text, ...origin, fields: { stream } }),
    permissions: options.functionPermissions,
    isolation: options.isolation,
    hasSpares: options.prewarm,
    instanceIdleTimeoutMs: options.instanceIdleTimeoutMs,
    ...(options.retryDelaysMs === undefined ? {} : { retryDelaysMs: options.retryDelaysMs }),
    ...(options.invokeMiddleware === undefined ? {} : { invokeMiddleware: options.invokeMiddleware }),
  };
}

/** Does all work that depends on what was loaded only. */
export function compileLoad(apis: readonly LoadedApi[], options: CompileOptions): Load {
  const gateways = new Map(apis.map((api) => [api.name, compileGateway(api, options)]));
  return { apis, gateways, versions: versionsOf(apis, gateways) };
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
export function handlerOf(current: () => CompiledGateway | undefined, ports: SystemPorts): RequestHandler {
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
      const ids = requestIds(received.headers, front, ports);
      const scene = { received, ids, path: readTarget(received.target), front, target: 'front', explains };
      return observe(gatewayResponse(error, scene), scene, ports);
    },
  };
}
