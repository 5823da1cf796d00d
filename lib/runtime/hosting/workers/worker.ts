import { openMetrics } from '../../metrics/metrics';
import type { LoadedApi } from '../../plan/loaded';
import type { ConnectionAnswer, ManageConnection } from '../../plan/manage-connections';
import type { SystemPorts } from '../../ports';
import { openSharedCaches, type SharedCaches } from '../../response-cache/shared-caches';
import { AWAY, type EntryAnswer, type EntryStore } from '../../shared-results/entry-store';
import { workerLimits } from '../../server/server-limits';
import { systemPorts } from '../../system/system-ports';
import { surviveUncaughtErrors } from '../../system/uncaught-errors';
import { Connections } from '../../web-sockets';
import { lineWriter } from '../../system/line-writer';
import { jsonLog } from '../../system/log-json';
import { textLog } from '../../system/log-text';
import { compose } from '../compose';
import { withRequestLog } from '../request-log';
import { openListeners, type Listeners, type ListenersParts } from '../listeners';
import { resultSharing } from '../open-sharing';
import { listenOptions } from '../listen-options';
import { OpenParts } from '../open-parts';
import { connectionHosts } from '../connection-hosts';
import { compileLoad, type Load } from '../load';
import { LIVENESS_FD } from './messages';
import { openGrantedSlots, type GrantedSlots } from './granted-slots';
import type { FromPrimary, FromWorker, WorkerSettings } from './messages';
import { openRpcClient, type RpcClient } from './rpc-client';
import { serializeError } from './serialized-error';
import { tickBatch } from './tick-batch';
import { workerEngine } from './worker-engine';
import { workerThrottling } from './worker-throttling';

type Post = (message: FromWorker) => void;

/** The whole life of a worker process. The primary handles signals, because a terminal sends them to all processes of a group. */
export function runWorker(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined);
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
  post({ type: 'attached' });
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
  const { count, account, options, connectionCredential, hasMetrics } = settings;
  const { flush, ...logs } = workerLog(settings, post);
  const ports = withRequestLog({ ...systemPorts(logs.log), ...logs }, options);
  const rpc = openRpcClient(post);
  const throttling = workerThrottling(account, rpc);
  const caches = openSharedCaches(1 / count, (cache, key) => post({ type: 'invalidate', cache, key }));
  const entries = primaryEntries(rpc);
  const slots = openSlots(post);
  const metrics = hasMetrics ? openMetrics(undefined) : undefined; // the primary says what there is to say
  const { connections, manageConnection, managed } = openConnections(ports, { rpc, post });
  const { engine: local, compileOptions, close } = compose(options, {
    ports, throttling, caches, sharing: resultSharing(options, entries), connectionCredential,
    connectionVariables: () => settings.connectionVariables,
    meterOf: metrics?.api, droppedSpans: metrics?.droppedSpans,
    engine: { ports: withoutReported(ports), slots, livenessFd: LIVENESS_FD, meterOf: metrics?.function },
    callsOf: (engine) => workerEngine({ local: engine, rpc, post, count }),
  });
  metrics?.look({ functions: local.uses });
  const connectionHostsOf = (apis: readonly LoadedApi[]) => connectionHosts(apis, settings.ports, options);
  const compile = (apis: readonly LoadedApi[]): Load => compileWith({ ...compileOptions, connectionHostsOf }, caches, apis);
  let current = compile(settings.apis);
  const load = ({ apis, resetsLimits, number }: Extract<FromPrimary, { readonly type: 'load' }>): void => {
    if (resetsLimits) throttling.reset(ports.monotonicNow());
    if (resetsLimits) void connections.end(0);
    current = compile(apis);
    void local.prepare(current.versions);
    local.retain(new Set(current.versions.map(({ key }) => key)));
    post({ type: 'loaded', number });
  };
  const parts = new OpenParts();
  parts.part({ close });
  let listeners: Listeners | undefined;
  let endSurvival: (() => void) | undefined;
  return {
    start: async () => {
      listeners = parts.entrance(await openListeners(() => current, { ...listeningOf(settings, ports), connections, manageConnection }));
      endSurvival = surviveUncaughtErrors(ports.log);
      void local.prepare(current.versions).then(() => post({ type: 'warm' }));
    },
    receive: (message) => {
      switch (message.type) {
        case 'response': return rpc.onResponse(message.response);
        case 'load': return load(message);
        case 'read-metrics': return metrics && post({ type: 'metrics', snapshot: metrics.snapshot() });
        case 'slot-granted': return slots.granted(message.key);
        case 'reclaim-slot': return slots.reclaimed(message.key, message.must);
        case 'manage-connection': return managed(message);
        case 'invalidate': return caches.invalidate(message.cache, message.key);
        case 'drain': return listeners?.drain();
      }
    },
    stop: async (graceMs) => {
      await parts.close(graceMs);
      if (metrics !== undefined) post({ type: 'metrics', snapshot: metrics.snapshot() });
      for (const end of [rpc.close, throttling.close, metrics?.close, endSurvival, flush]) end?.();
    },
  };
}

function listeningOf({ count, options, ports: openPorts }: WorkerSettings, ports: SystemPorts): Omit<ListenersParts, 'connections' | 'manageConnection'> {
  const listening = listenOptions({ ...options, serverLimits: workerLimits(options.serverLimits, count) }, ports.log);
  const portOf = (index: number): number => openPorts[index] ?? 0; // there is one for each endpoint
  const { host, basePaths } = options;
  return { host, https: options, basePaths, systemNow: ports.now, portOf, listening, ports, pid: process.pid };
}

function compileWith(options: Parameters<typeof compileLoad>[1], caches: SharedCaches, apis: readonly LoadedApi[]): Load {
  const compiled = compileLoad(apis, options);
  caches.loaded();
  return compiled;
}

/** The WebSocket connections of this worker, and the commands for those of others. */
function openConnections({ now }: SystemPorts, { rpc, post }: { readonly rpc: RpcClient; readonly post: Post }) {
  const connections = new Connections(now);
  connections.listen({
    opened: ({ connectionId }) => post({ type: 'connection-opened', connectionId }),
    closed: ({ connectionId }) => post({ type: 'connection-closed', connectionId }),
  });
  const manageConnection: ManageConnection = (place, command) => connections.manage(place, command)
    ?? rpc.request({ type: 'manage-connection', place, command }) as Promise<ConnectionAnswer>; // the primary answers so
  const managed = ({ number, place, command }: Extract<FromPrimary, { readonly type: 'manage-connection' }>): void =>
    post({ type: 'connection-managed', number, answer: connections.manage(place, command) ?? { type: 'gone' } });
  return { connections, manageConnection, managed };
}

/** Entries in the store, of which the primary has the connection. */
function primaryEntries({ request }: RpcClient): EntryStore {
  return (call) => request({ type: 'entry', call }).then((answer) => answer as EntryAnswer, () => AWAY); // the primary answers so
}

/** How many instances functions have here is granted by the primary. */
function openSlots(post: Post): GrantedSlots {
  return openGrantedSlots({
    want: (version) => {
      post({ type: 'request-slot', version });
      return false;
    },
    give: (key) => post({ type: 'return-slot', key }),
  });
}

/** The primary has already reported what the machine cannot enforce. */
function withoutReported(ports: SystemPorts): SystemPorts {
  return { ...ports, log: (entry) => { if (entry.code !== 'ISOLATION_PARTIAL') ports.log(entry); } };
}

interface WorkerLog extends Pick<SystemPorts, 'log' | 'accessLog'> {
  readonly flush: () => void;
}

/** Lines on the worker's output, which the primary writes whole, or entries over the channel. */
function workerLog({ log, hasAccessLog }: WorkerSettings, post: (message: FromWorker) => void): WorkerLog {
  const accessLog = hasAccessLog ? { accessLog: (entry) => post({ type: 'access-log', entry }) } satisfies Partial<SystemPorts> : {};
  if (log === 'none') return { log: () => undefined, ...accessLog, flush: () => undefined };
  if (log === 'entries') return { log: (entry) => post({ type: 'log', entry }), ...accessLog, flush: () => undefined };
  // the primary is gone; this process ends with it
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const lines = lineWriter((text) => void process.stdout.write(text), (text) => void process.stdout.write(text, 'latin1'));
  process.on('exit', lines.flush);
  const write = log.format === 'json' ? jsonLog(lines.write) : textLog(lines.write, { color: log.hasColor, writeUtf8: lines.writeUtf8 });
  return { log: write, ...accessLog, flush: lines.flush };
}
