import { pseudoParameters } from '../../spec';
import type { CompileOptions } from '../pipeline/compile';
import type { FunctionEngineOptions } from '../functions';
import type { SystemPorts, HttpClient } from '../ports';
import { SERVE_DEFAULTS, type ServeOptions, type WorkerOptions } from './serve-options';
import { awsServices } from '../system/aws-services';
import { hostFile } from '../system/host-file';
import { issuerSources } from '../system/issuer-sources';
import { variableMask } from '../inspection/mask-variables';

/* What every process of a gateway is composed of, whether there is one or several. */

/** What each process has its own of. */
type OwnOptions = Pick<CompileOptions, 'engine' | 'http' | 'ports' | 'throttling' | 'run' | 'inspect' | 'caches'>;

/** What definitions are compiled with, from the options of `serve`. */
export function compileOptionsOf(options: WorkerOptions, given: OwnOptions): CompileOptions {
  return {
    ...tokenValuesOf(options),
    apiKeys: options.apiKeys ?? {},
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    sources: issuerSources(options),
    services: awsServices(options, given.ports),
    explains: options.explain ?? false,
    functionEnvironment: options.functionEnvironment ?? {},
    ...given,
  };
}

/** Account, region and the local values of tokens. */
export function tokenValuesOf({ accountId = SERVE_DEFAULTS.accountId, region = SERVE_DEFAULTS.region, tokenValues }: Pick<ServeOptions, 'accountId' | 'region' | 'tokenValues'>) {
  return { accountId, region, values: { ...pseudoParameters({ accountId, region }), ...tokenValues } };
}

/** Time limit for one pattern, schema or template off the main thread. */
export const SANDBOX_DEADLINE_MS = 1_000;

/** What the function engine needs besides its options. */
export interface EngineSurroundings {
  readonly ports: SystemPorts;
  /** Sends records of failed events. */
  readonly http: HttpClient;
  /** Sees every line that a function writes, besides the log. */
  readonly onOutput?: FunctionEngineOptions['output'] | undefined;
  /** Masks secrets in what functions write; default: the values of secret variables among the options. */
  readonly mask?: (text: string) => string;
  /** Told of each call that an instance begins. */
  readonly onCall?: FunctionEngineOptions['onCall'];
}

/** How functions run, from the options of `serve`. */
export function engineOptions(
  options: WorkerOptions & Pick<ServeOptions, 'retryDelaysMs' | 'invokeMiddleware' | 'isolation' | 'inspect'>, surroundings: EngineSurroundings,
): FunctionEngineOptions {
  const { ports, http, onOutput, onCall, mask = variableMask(options.functionEnvironment) } = surroundings;
  return {
    hostFile: hostFile(),
    ports,
    http,
    onCall,
    accountId: options.accountId ?? SERVE_DEFAULTS.accountId,
    region: options.region ?? SERVE_DEFAULTS.region,
    output: (given) => {
      const line = { ...given, text: mask(given.text) };
      const { stream, text, ...origin } = line;
      onOutput?.(line);
      ports.log({ level: 'info', message: text, ...origin, fields: { stream } });
    },
    permissions: options.functionPermissions,
    isolation: options.isolation,
    inspect: options.inspect,
    lambdaEndpoint: typeof options.lambdaEndpoint === 'string' ? options.lambdaEndpoint : undefined,
    prewarm: options.prewarm,
    instanceIdleTimeoutMs: options.instanceIdleTimeoutMs,
    queueLimit: options.functionQueue,
    ...(options.retryDelaysMs === undefined ? {} : { retryDelaysMs: options.retryDelaysMs }),
    ...(options.invokeMiddleware === undefined ? {} : { invokeMiddleware: options.invokeMiddleware }),
  };
}
