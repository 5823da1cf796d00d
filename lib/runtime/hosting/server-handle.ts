import { addressOf, endpointsOf, type Address } from './endpoints';
import type { FunctionEnvironment } from './given-variables';
import type { Load } from './load';
import type { Connections } from '../web-sockets';
import { dirname, join, resolve } from 'node:path';
import { GatewayError } from '../../errors';
import { localAuthorityFile } from '../certificates/local-authority';
import { isHttps, isLocalAuthorityUsed } from '../certificates/server-certificate';
import { describeProtocol, protocolOf, routesOf } from '../../spec';
import type { Listeners } from './listeners';
import { missingValuesEntry } from './missing-token-values';
import { vpcLinksEntry } from './vpc-links';
import type { LoadedApi } from '../plan/loaded';
import type { SystemPorts } from '../ports';
import { tokenIssuer } from './issue-token';
import { readReloadOptions, SERVE_DEFAULTS, type ServeOptions } from './serve-options';
import type { Serving } from './serving';
import type { TestInvokeRequest, TestInvokeResult } from '../pipeline/test-invocation';
import { assemblyDirectory } from '../state/assembly';
import { driftedStages, driftText, type StageDrift } from '../state/stage-drift';
import { watch, type Watched } from '../system/watch';
import type { ServedApi, ServedManagement, ServingProcesses } from '../management/served';
import { keyValue, type KeySource } from '../pipeline/compile';
import type { FunctionSettings } from '../pipeline/function-versions';
import { suggestText } from '../suggest';
import { keyNameOf } from '../throttling/key-name';
import { exampleCallsOf } from './example-calls';

const WATCH_INTERVAL_MS = 200;

export interface ServingParts {
  readonly options: ServeOptions & { readonly stateDirectory: string };
  readonly watched: Watched;
  /** Its signature before the first load; none if it is not watched. */
  readonly before: string | undefined;
  readonly listeners: Listeners;
  readonly management: ServedManagement | undefined;
  readonly health: string | undefined;
  readonly lambdaEndpoint: string | undefined;
  readonly ports: SystemPorts;
  /** Reads and compiles the source as it is now. */
  readonly load: () => Promise<Load>;
  /** Puts a load into service. @param resetsLimits - whether used limits are reset, too */
  readonly activate: (next: Load, resetsLimits: boolean) => Promise<void>;
  /** Runs a reload with other variables for functions, which stay if it succeeds. @throws OPTION_INVALID with several processes */
  readonly withVariables: (variables: FunctionEnvironment, reload: () => Promise<void>) => Promise<void>;
  readonly current: () => Load;
  readonly connections: Connections;
  readonly keyValueOf: KeySource & FunctionSettings;
  readonly invoke: (api: LoadedApi, request: TestInvokeRequest) => Promise<TestInvokeResult>;
  readonly waitForIdle: () => Promise<void>;
  /** Resolves after the drain delay; the second call gives the promise of the first. */
  readonly drain: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function serving(parts: ServingParts): Serving {
  const { options, listeners, load, activate, current, waitForIdle, drain, stop } = parts;
  const names = servedNames(current());
  const loadAgain = async (resetsLimits: boolean): Promise<void> => {
    await activate(requireApis(await load(), names), resetsLimits);
    reportMissing(parts);
  };
  const issueToken = tokenIssuer(() => current().apis, { ...options, ports: parts.ports });
  const reload: Serving['reload'] = async (given = {}) => {
    const { functionEnvironment } = readReloadOptions(given);
    const again = (): Promise<void> => loadAgain(false);
    return functionEnvironment === undefined ? again() : parts.withVariables(functionEnvironment, again);
  };
  reportMissing(parts);
  const stopWatching = watchSource(parts, reload);
  let closing: Promise<void> | undefined;
  return {
    get processes(): ServingProcesses {
      return listeners.processes();
    },
    get apis(): readonly ServedApi[] {
      return servedApis(current(), listeners.ports, options);
    },
    port: listeners.ports[0] ?? 0,
    get requestsInFlight(): number | undefined {
      return listeners.requestsInFlight();
    },
    health: parts.health,
    management: parts.management,
    lambdaEndpoint: parts.lambdaEndpoint,
    certificateAuthority: isLocalAuthorityUsed(parts.options) ? localAuthorityFile() : undefined,
    testInvoke: async (name, request) => parts.invoke(apiNamed(current().apis, name), request),
    issueToken,
    apiKey: (name) => keyNamed(name, parts),
    connections: (name) => parts.connections.of(apiNamed(current().apis, name).name),
    exampleCalls: (name, stage) => exampleCallsOf(apiNamed(current().apis, name), stage, parts),
    reload,
    waitForIdle,
    reset: async () => {
      await parts.connections.end(options.shutdownTimeoutMs ?? SERVE_DEFAULTS.shutdownTimeoutMs);
      await loadAgain(true);
    },
    drain,
    close: () => {
      stopWatching?.();
      closing ??= drain().then(stop);
      return closing;
    },
  };
}

function reportMissing({ current, ports, options }: ServingParts): void {
  const { missing, apis } = current();
  for (const entry of [missingValuesEntry(missing), vpcLinksEntry(apis, options.vpcLinks)]) if (entry !== undefined) ports.log(entry);
}

/** @throws API_UNKNOWN */
function apiNamed(apis: readonly LoadedApi[], name: string): LoadedApi {
  const api = apis.find((one) => one.name === name);
  if (api === undefined) throw new GatewayError('API_UNKNOWN', { name, known: apis.map((one) => one.name).join(', ') });
  return api;
}

/** The APIs in order, with what a port is opened for: connections stay. */
export function servedNames({ apis }: Pick<Load, 'apis'>): string[] {
  return apis.map(({ name, definition }) => (describeProtocol(definition).keepsConnections ? `${name} (${describeProtocol(definition).label})` : name));
}

/** Ports are assigned to APIs by their order, so a reload with other APIs is refused. @throws RELOAD_CHANGES_APIS */
export function requireApis(next: Load, names: readonly string[]): Load {
  const servedNow = servedNames(next);
  if (servedNow.join('\n') !== names.join('\n')) {
    throw new GatewayError('RELOAD_CHANGES_APIS', { served: names.join(', '), found: servedNow.join(', ') });
  }
  return next;
}

/** The files that determine what is served: those of the assembly, and the records of stages. */
export function watchedFiles(source: string, stateDirectory: string): Watched {
  const assembly = source.endsWith('.json') ? dirname(resolve(source)) : assemblyDirectory(resolve(source));
  const files = [join(assembly, 'manifest.json'), join(assembly, 'code.json'), resolve(source)];
  return { files, directories: [join(stateDirectory, 'stages')] };
}

/** Reloads when the assembly or the deployments change; an unreadable one is logged, and the last good one stays in service. */
function watchSource({ watched, before, ports: { log }, options }: ServingParts, reload: () => Promise<void>): (() => void) | undefined {
  if (before === undefined) return undefined;
  return watch({ watched, before, intervalMs: WATCH_INTERVAL_MS }, () =>
    reload().then(() => {
      log({ level: 'info', message: 'reloaded' });
      for (const drift of drifted(options)) log({ level: 'warn', message: driftText(drift, 'synthgate dev') });
    }).catch((error: unknown) => log({
      level: 'error',
      message: `not reloaded; still serving the last good definition: ${error instanceof Error ? error.message : String(error)}`,
      ...(GatewayError.isGatewayError(error) ? { code: error.code } : {}),
    })),
  );
}

function drifted({ source, stateDirectory, ignoreDeployments }: ServingParts['options']): StageDrift[] {
  return ignoreDeployments === true ? [] : driftedStages(source, stateDirectory);
}

/** The served APIs with their URLs; ports are in the order of the endpoints. */
export function servedApis({ apis }: Load, ports: readonly number[], options: AddressOptions): readonly ServedApi[] {
  const endpoints = endpointsOf(apis, options);
  return apis.map((api) => {
    const address = addressOf(api.name, endpoints);
    return servedApi(api, address, originOf(api, ports[address.index] ?? 0, options));
  });
}

type AddressOptions = Pick<ServeOptions, 'host' | 'https' | 'httpsCert' | 'basePaths'>;

function originOf({ definition }: LoadedApi, port: number, options: AddressOptions): string {
  const { host = SERVE_DEFAULTS.host } = options;
  const scheme = describeProtocol(definition).keepsConnections ? 'ws' : 'http';
  return `${scheme}${isHttps(options) ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function servedApi(api: LoadedApi, { path, stagePath }: Address, origin: string): ServedApi {
  const stages = api.stages.flatMap(({ name, fingerprint, source, deployed }) => {
    const below = stagePath(name);
    return below === undefined ? [] : [{ name, url: `${origin}${below}`, fingerprint, source, routes: routesOf(deployed) }];
  });
  const deployments = api.stages.flatMap(({ deployed, canary }) => [deployed, canary?.stage.deployed]);
  const functions = [...new Set([api.definition, ...deployments].flatMap((one) => Object.keys(one?.functions ?? {})))].sort();
  return { name: api.name, apiId: api.definition.api.id, protocol: protocolOf(api.definition), url: `${origin}${path}`, functions, stages };
}

/** @throws OPTION_INVALID */
function keyNamed(name: string, { current, keyValueOf }: ServingParts): string {
  const declared = Object.fromEntries(current().apis.flatMap(({ definition }) => Object.entries(definition.apiKeys)));
  const known = keyNameOf(name, Object.keys(declared));
  const value = known === undefined ? undefined : keyValue(known, declared[known]?.value, keyValueOf);
  if (value === undefined) throw new GatewayError('OPTION_INVALID', { option: 'name', given: name, allowed: `an API key with a value; ${suggestText(name, Object.keys(declared))}` });
  return value;
}
