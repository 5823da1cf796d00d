import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { GatewayError } from '../../../errors';
import { endpointsOf } from '../endpoints';
import { portOfApi, type Listeners } from '../listeners';
import type { LocalFunctionEngine } from '../../functions';
import type { SystemPorts } from '../../ports';
import { SERVE_DEFAULTS, workerOptions, type ServeOptions } from '../serve-options';
import type { OwnThrottling } from '../../throttling/throttling';
import type { EntryStore } from '../../shared-results/entry-store';
import { createRpcServer } from './rpc-server';
import { openGrantedSlots } from './granted-slots';
import { SlotAllocator } from './slot-allocator';
import { ConnectionDirectory } from './connection-directory';
import type { WorkerSettings } from './messages';
import { leaseBlock } from './worker-throttling';
import { Workers } from './workers';
import type { Load } from '../load';

/** The primary's id among the holders of instance slots; workers count from 1. */
const PRIMARY = 0;
/** Another program may take a free port before the workers listen on it. */
const FREE_PORT_TRIES = 5;

export function shareSlots() {
  const allocator = new SlotAllocator();
  const slots = openGrantedSlots({
    want: (version) => allocator.want(PRIMARY, version),
    give: (key) => allocator.give(PRIMARY, key),
  });
  allocator.join(PRIMARY, slots);
  return { allocator, slots };
}

export interface WorkerListenersParts {
  readonly options: ServeOptions;
  readonly count: number;
  readonly throttling: OwnThrottling;
  readonly engine: LocalFunctionEngine;
  readonly ports: SystemPorts;
  readonly allocator: SlotAllocator;
  readonly entries: EntryStore | undefined;
  readonly hasMetrics: boolean;
  /** The credential that those of functions of WebSocket APIs are derived of. */
  readonly connectionCredential: WorkerSettings['connectionCredential'];
  readonly connectionVariables: () => WorkerSettings['connectionVariables'];
}

/** Serves the APIs in worker processes. @throws PORT_IN_USE, LISTEN_FAILED, WORKER_START_FAILED */
export async function openWorkerListeners(current: () => Load, parts: WorkerListenersParts): Promise<Listeners> {
  const isFree = parts.options.port === 0;
  for (let attempt = 1; ; attempt++) {
    const endpoints = endpointsOf(current().apis, parts.options);
    const ports = await Promise.all(endpoints.map((_, index) => (isFree ? freePort(parts.options) : portOfApi(parts.options, index))));
    try {
      return await openOn(ports, current, parts);
    } catch (error) {
      const isTaken = GatewayError.isGatewayError(error) && error.code === 'PORT_IN_USE';
      if (!isFree || !isTaken || attempt === FREE_PORT_TRIES) throw error;
    }
  }
}

async function openOn(ports: readonly number[], current: () => Load, parts: WorkerListenersParts): Promise<Listeners> {
  const { options, count, throttling, engine, allocator } = parts;
  const { account } = throttling;
  const connections = new ConnectionDirectory();
  const workers = new Workers({
    settings: {
      options: workerOptions(options),
      count,
      ports,
      // tokens of a store are not lent: a worker asks for each request
      account: account && { limit: account.limit, block: throttling.admitRemotely ? 0 : leaseBlock(account.limit.burstLimit, count) },
      log: logOf(options),
      hasAccessLog: options.accessLog !== undefined,
      hasMetrics: parts.hasMetrics,
      connectionCredential: parts.connectionCredential,
      connectionVariables: parts.connectionVariables(),
    },
    apis: () => current().apis,
    rpc: createRpcServer({ throttling, engine, ports: parts.ports, connections, entries: parts.entries }),
    allocator,
    connections,
    log: parts.ports.log,
    accessLog: options.accessLog,
    lines: options.logLines,
  });
  try {
    await workers.open();
  } catch (error) {
    await workers.close(0);
    throw error;
  }
  return {
    ports,
    processes: () => ({ wanted: count, serving: workers.serving }),
    requestsInFlight: () => undefined,
    warm: workers.warm(),
    drain: () => workers.drain(),
    snapshots: () => workers.snapshots(),
    load: ({ apis }, resetsLimits) => workers.load(apis, resetsLimits),
    close: (graceMs) => workers.close(graceMs),
  };
}

function logOf({ log, logLines }: ServeOptions): WorkerSettings['log'] {
  if (logLines !== undefined) return { format: logLines.format, hasColor: logLines.hasColor };
  return log === undefined ? 'none' : 'entries';
}

async function freePort({ host = SERVE_DEFAULTS.host }: Pick<ServeOptions, 'host'>): Promise<number> {
  const server = createServer().listen({ port: 0, host, exclusive: true });
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw new GatewayError('LISTEN_FAILED', { host, port: 0, reason: cause.message }, { cause });
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  server.close();
  await once(server, 'close');
  return port;
}
