import { compileOptionsOf, engineOptions, SANDBOX_DEADLINE_MS, type EngineSurroundings } from '../compose';
import { openListeners, type Listeners } from '../listeners';
import { createFunctionEngine } from '../../functions';
import type { LoadedApi } from '../../plan/loaded';
import { SandboxWorkers } from '../../sandbox/sandbox-workers';
import type { SystemPorts } from '../../ports';
import { openSharedCaches } from '../../response-cache/shared-caches';
import { listenOptions } from '../listen-options';
import { SERVER_LIMIT_DEFAULTS } from '../../server/server-limits';
import { limitBacktracking } from '../../system/backtracking';
import { sandboxFile } from '../../system/host-file';
import { createHttpClient } from '../../system/http-client';
import { systemPorts } from '../../system/system-ports';
import { LIVENESS_FD } from './liveness';
import { openGrantedSlots } from './granted-slots';
import type { FromPrimary, FromWorker, WorkerSettings } from './messages';
import { openRpcClient } from './rpc-client';
import { serializeError } from './serialized-error';
import { tickBatch } from './tick-batch';
import { workerEngine } from './worker-engine';
import { workerLog } from './worker-log';
import { workerThrottling } from './worker-throttling';
import { compileLoad, type Load } from '../load';

type Post = (message: FromWorker) => void;

/**
 * The whole life of a worker process: it receives what to serve, serves it, and ends with the primary. The primary handles
 * signals, because a terminal sends them to all processes of a group.
 */
export function runWorker(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const post = tickBatch<FromWorker>((messages) => send(messages, () => undefined));
  const fail = (error: unknown): void => send([{ type: 'failed', error: serializeError(error) }], () => process.exit(1));
  let worker: Worker | undefined;
  const handle = (message: FromPrimary): void => {
    if (message.type === 'start') {
      worker = createWorker(message.settings, post);
      worker.start().then(() => post({ type: 'started' }), fail);
    } else if (message.type === 'stop') {
      // after everything posted before
      void worker?.stop(message.graceMs).then(() => setImmediate(() => send([], () => process.exit(0))));
    } else {
      worker?.receive(message);
    }
  };
  process.on('message', (messages: readonly FromPrimary[]) => {
    try {
      messages.forEach(handle);
    } catch (error) {
      fail(error);
    }
  });
}

/** Without the primary there is no one to report to; Node then ends this process. */
function send(messages: readonly FromWorker[], done: () => void): void {
  if (process.connected) process.send?.(messages, undefined, undefined, done);
}

interface Worker {
  /** Listens. @throws PORT_IN_USE, LISTEN_FAILED */
  readonly start: () => Promise<void>;
  readonly receive: (message: Exclude<FromPrimary, { readonly type: 'start' | 'stop' }>) => void;
  readonly stop: (graceMs: number) => Promise<void>;
}

function createWorker(settings: WorkerSettings, post: Post): Worker {
  limitBacktracking();
  const { count, account, options } = settings;
  const { flush, ...logs } = workerLog(settings, post);
  const ports: SystemPorts = { ...systemPorts(logs.log), ...logs };
  const rpc = openRpcClient(post);
  const throttling = workerThrottling(account, rpc);
  const http = createHttpClient();
  const caches = openSharedCaches(1 / count, (cache, key) => post({ type: 'invalidate', cache, key }));
  const { slots, local } = localEngine(settings, { ports, http: http.request }, post);
  const sandbox = new SandboxWorkers({ file: sandboxFile(), log: ports.log, deadlineMs: SANDBOX_DEADLINE_MS });
  const engine = workerEngine({ local, rpc, post, count });
  const parts = { engine, http: http.request, ports, throttling, run: sandbox.run };
  const compile = (apis: readonly LoadedApi[]): Load => {
    const compiled = compileLoad(apis, { ...compileOptionsOf(settings.options, parts), caches });
    caches.loaded();
    return compiled;
  };
  let current = compile(settings.apis);
  const load = ({ apis, resetsLimits, number }: Extract<FromPrimary, { readonly type: 'load' }>): void => {
    if (resetsLimits) throttling.reset(ports.monotonicNow());
    current = compile(apis);
    void local.prepare(current.versions);
    local.retain(new Set(current.versions.map(({ key }) => key)));
    post({ type: 'loaded', number });
  };
  let listeners: Listeners | undefined;
  return {
    start: async () => {
      const listening = listenOptions(sharedLimits(settings), ports.log);
      const portOf = (index: number): number => settings.ports[index] ?? 0; // there is one for each endpoint
      listeners = await openListeners(() => current, {
        host: options.host, https: options, basePaths: options.basePaths, systemNow: ports.now, portOf, listening, ports, pid: process.pid,
      });
      void local.prepare(current.versions);
    },
    receive: (message) => {
      switch (message.type) {
        case 'response': return rpc.onResponse(message.response);
        case 'load': return load(message);
        case 'slot-granted': return slots.granted(message.key);
        case 'reclaim-slot': return slots.reclaimed(message.key, message.must);
        case 'invalidate': return caches.invalidate(message.cache, message.key);
      }
    },
    stop: async (graceMs) => {
      await listeners?.close(graceMs);
      await local.close(graceMs);
      await Promise.all([http.close(), sandbox.close()]);
      rpc.close();
      throttling.close();
      flush();
    },
  };
}

/** Functions that run here. The primary has already reported what the machine cannot enforce. */
function localEngine({ options }: WorkerSettings, { ports, http }: EngineSurroundings, post: Post) {
  const slots = openGrantedSlots({
    want: (version) => {
      post({ type: 'request-slot', version });
      return false;
    },
    give: (key) => post({ type: 'return-slot', key }),
  });
  const log: SystemPorts['log'] = (entry) => {
    if (entry.code !== 'ISOLATION_PARTIAL') ports.log(entry);
  };
  const around = engineOptions(options, { ports: { ...ports, log }, http });
  return { slots, local: createFunctionEngine({ ...around, slots, livenessFd: LIVENESS_FD }) };
}

/** Every worker has its share of the limits for all connections. */
function sharedLimits({ options, count }: WorkerSettings): WorkerSettings['options'] {
  const limits = { ...SERVER_LIMIT_DEFAULTS, ...options.serverLimits };
  const { maxConnections, maxConnectionsPerAddress, requestBytesInFlight, responseBytesInFlight } = limits;
  const shares = {
    maxConnections: Math.floor(maxConnections / count),
    maxConnectionsPerAddress: Math.ceil(maxConnectionsPerAddress / count),
    requestBytesInFlight: Math.ceil(requestBytesInFlight / count),
    responseBytesInFlight: Math.ceil(responseBytesInFlight / count),
  };
  return { ...options, serverLimits: { ...options.serverLimits, ...shares } };
}
