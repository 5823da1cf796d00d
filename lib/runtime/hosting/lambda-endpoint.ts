import type { FunctionEngine, SystemPorts } from '../ports';
import { LogTails } from '../lambda-api/log-tails';
import { serveLambdaApi } from '../lambda-api/serve-lambda-api';
import type { ListenOptions } from '../server/http-server';
import type { Load } from './load';
import { SERVE_DEFAULTS, type ServeOptions } from './serve-options';

export interface LambdaEndpointParts {
  readonly ports: SystemPorts;
  readonly listening: Omit<ListenOptions, 'host' | 'port' | 'now'>;
}

interface Running {
  readonly engine: FunctionEngine;
  readonly current: () => Load;
}

export type LambdaEndpoint = Awaited<ReturnType<typeof openLambdaEndpoint>>;

/** Opens an endpoint of Lambda's API if the options ask for one. @throws LISTEN_FAILED */
export async function openLambdaEndpoint(options: ServeOptions, { ports, listening }: LambdaEndpointParts) {
  const { lambdaEndpoint: given } = options;
  const url = given === false || given === true ? undefined : given;
  if (given !== true) return { url, onOutput: undefined, use: (): void => undefined, close: () => Promise.resolve() };
  const tails = new LogTails();
  let running: Running | undefined;
  const api = await serveLambdaApi({
    ports, tails,
    engine: () => running?.engine,
    versionOf: (name) => running?.current().versions.find((version) => version.name === name),
    unavailable: (name) => running && unavailableReason(running.current(), name),
    accountId: options.accountId ?? SERVE_DEFAULTS.accountId,
    region: options.region ?? SERVE_DEFAULTS.region,
  }, { ...listening, now: ports.now });
  return { url: api.url, onOutput: tails.take, use: (now: Running): void => { running = now; }, close: api.listener.close };
}

function unavailableReason({ apis }: Load, name: string): string | undefined {
  return apis.map(({ definition }) => definition.functions[name]?.unavailable).find((reason) => reason !== undefined);
}
