import { pseudoParameters } from '../../spec';
import type { CompileOptions } from '../pipeline/compile';
import { createFunctionEngine, type FunctionEngineOptions, type LocalFunctionEngine } from '../functions';
import type { FunctionEngine } from '../ports';
import { SANDBOX_DEADLINE_MS, SandboxWorkers } from '../sandbox/sandbox-workers';
import { openTracing } from './open-tracing';
import { tracedEngine, tracedHttp } from '../tracing/traced-calls';
import { GivenVariables } from './given-variables';
import { SERVE_DEFAULTS, type ServeOptions, type WorkerOptions } from './serve-options';
import { limitBacktracking } from '../system/backtracking';
import { awsServices, endpointVariables } from '../system/aws-services';
import { hostFile, sandboxFile } from '../system/host-file';
import { createHttpClient } from '../system/http-client';
import { ignoreInspectorSignal } from '../system/inspector-signal';
import { issuerSources } from '../system/issuer-sources';
import { localApiKeys } from '../system/local-api-keys';

/* The parts of every process of a gateway, whether there is one, there are several, or it is for one call. */

export type ComposeOptions = WorkerOptions & Pick<ServeOptions, 'retryDelaysMs' | 'invokeMiddleware' | 'isolation' | 'inspect'>;

/** Parts that each process has of its own. */
export interface OwnParts extends Pick<CompileOptions, 'ports' | 'throttling' | 'inspect' | 'meterOf' | 'caches' | 'sharing' | 'connectionCredential' | 'connectionVariables'> {
  readonly engine?: Partial<Pick<FunctionEngineOptions, 'ports' | 'slots' | 'livenessFd' | 'prewarm' | 'eventQueue' | 'deadLetters' | 'onCall' | 'meterOf' | 'onEvent'>>;
  /** Returns the engine that is asked to run functions; default: the engine of this process. */
  readonly callsOf?: (local: LocalFunctionEngine) => FunctionEngine;
  readonly droppedSpans?: ((count: number) => void) | undefined;
  /** Sees every line that a function writes, besides the log. */
  readonly onOutput?: FunctionEngineOptions['output'] | undefined;
}

/** A compile option does not compile before it is composed here, or belongs to `OwnParts`. */
type ComposedOptions = CompileOptions & Required<Omit<CompileOptions, 'inspect' | 'meterOf' | 'tracing' | 'caches' | 'sharing' | 'connectionCredential' | 'connectionVariables' | 'connectionHosts' | 'connectionManagers'>>;

/** Nothing of it runs before it is used. @throws OPTION_INVALID for files that cannot be read */
export function compose(options: ComposeOptions, own: OwnParts) {
  limitBacktracking();
  ignoreInspectorSignal();
  const { engine: ownEngine, callsOf, onOutput, droppedSpans = () => undefined, ...compiled } = own;
  const { ports } = own;
  const http = createHttpClient();
  const sandbox = new SandboxWorkers({ file: sandboxFile(), log: ports.log, deadlineMs: SANDBOX_DEADLINE_MS });
  const variables = new GivenVariables(options.functionEnvironment);
  const output: FunctionEngineOptions['output'] = (given) => {
    const line = { ...given, text: variables.mask(given.text) };
    const { stream, text, ...origin } = line;
    onOutput?.(line);
    ports.log({ level: 'info', message: text, ...origin, fields: { stream } });
  };
  const engine = createFunctionEngine({ ...engineOptions(options), ports, http: http.request, output, ...ownEngine });
  const { tracing, sendMetrics, close: endTracing } = openTracing(options, ports, droppedSpans);
  const calls = callsOf?.(engine) ?? engine;
  return {
    engine,
    sendMetrics,
    compileOptions: {
      ...compiled,
      ...tokenValuesOf(options),
      apiKeys: options.apiKeys ?? {},
      localApiKeys: localKeysOf(options),
      credentials: options.credentials ?? [],
      sources: issuerSources(options),
      services: awsServices(options, ports),
      vpcLinks: options.vpcLinks ?? {},
      explains: options.explain ?? false,
      ...(tracing && { tracing }),
      engine: tracing === undefined ? calls : tracedEngine(calls, tracing),
      http: tracing === undefined ? http.request : tracedHttp(http.request, tracing),
      run: sandbox.run,
      get functionEnvironment() {
        return variables.given;
      },
    } satisfies ComposedOptions,
    /** The variables that the options give to functions; the next load has those that replace them. */
    variables,
    /** Stops functions, then what they and the gateway use. */
    close: async (graceMs: number): Promise<void> => {
      await engine.close(graceMs);
      await Promise.all([http.close(), sandbox.close(), endTracing()]);
    },
  };
}

/** Local values of API keys, where they are accepted; `true` has become the file that it stands for. */
export function localKeysOf({ localApiKeys: file }: Pick<ServeOptions, 'localApiKeys'>): ComposedOptions['localApiKeys'] {
  return typeof file === 'string' ? localApiKeys(file) : () => undefined;
}

export function tokenValuesOf({ accountId = SERVE_DEFAULTS.accountId, region = SERVE_DEFAULTS.region, tokenValues }: Pick<ServeOptions, 'accountId' | 'region' | 'tokenValues'>) {
  return { accountId, region, values: { ...pseudoParameters({ accountId, region }), ...tokenValues } };
}

function engineOptions(options: ComposeOptions): Omit<FunctionEngineOptions, 'ports' | 'http' | 'output'> {
  return {
    hostFile: hostFile(),
    accountId: options.accountId ?? SERVE_DEFAULTS.accountId,
    region: options.region ?? SERVE_DEFAULTS.region,
    permissions: options.functionPermissions,
    isolation: options.isolation,
    inspect: options.inspect,
    lambdaEndpoint: typeof options.lambdaEndpoint === 'string' ? options.lambdaEndpoint : undefined,
    endpointVariables: endpointVariables(options.functionEndpoints),
    prewarm: options.prewarm,
    strictRuntimes: options.strictRuntimes,
    dependenciesDirectory: typeof options.install === 'string' ? options.install : undefined,
    sandbox: options.sandbox,
    instanceIdleTimeoutMs: options.instanceIdleTimeoutMs,
    queueLimit: options.functionQueue,
    retryDelaysMs: options.retryDelaysMs,
    invokeMiddleware: options.invokeMiddleware,
  };
}
