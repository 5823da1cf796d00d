import { GatewayError } from '../../../errors';
import type { Snapshot } from '../../metrics/series';
import type { LoadedApi } from '../../plan/loaded';
import type { LogLines } from '../serve-options';
import type { Log, WriteAccessLog } from '../../ports';
import type { RpcServer } from './rpc-server';
import type { ConnectionDirectory } from './connection-directory';
import type { SlotAllocator } from './slot-allocator';
import type { WorkerSettings } from './messages';
import { splitLines } from './line-splitter';
import { WorkerSnapshots } from './worker-snapshots';
import { WorkerProcess, type WorkerMessage } from './worker-process';

/** A worker that has served this long is healthy: its end does not count as a failed start. */
const PROVEN_MS = 10_000;
/** Waits before replacing workers that end repeatedly. */
const REPLACE_MS = { first: 100, longest: 10_000 };
/** A worker that is told to stop is killed after this time, on top of the time for requests and functions. */
const STOP_MS = 5_000;

export interface WorkersParts {
  readonly settings: Omit<WorkerSettings, 'apis'>;
  readonly apis: () => readonly LoadedApi[];
  readonly rpc: RpcServer;
  readonly allocator: SlotAllocator;
  readonly connections: ConnectionDirectory;
  readonly log: Log;
  readonly accessLog: WriteAccessLog | undefined;
  readonly lines: LogLines | undefined;
}

export class Workers {
  readonly #members = new Set<WorkerProcess>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #ending = new Set<Promise<void>>();
  readonly #snapshots = new WorkerSnapshots();
  #failures = 0;
  #lastLoad = 0;
  #isOpen = false;
  #isDraining = false;
  #isClosing = false;

  public constructor(private readonly parts: WorkersParts) {}

  public get serving(): readonly number[] {
    return [...this.#members].filter(({ servesSince }) => servesSince !== undefined).flatMap(({ pid }) => pid ?? []);
  }

  /** Starts all; from then on, replaces each one that ends. @throws PORT_IN_USE, LISTEN_FAILED, WORKER_START_FAILED */
  public async open(): Promise<void> {
    const { count } = this.parts.settings;
    process.on('exit', this.#kill);
    await Promise.all(Array.from({ length: count }, () => this.#start().started));
    this.#isOpen = true;
    while (this.#members.size < count) this.#start();
  }

  public async warm(): Promise<void> {
    await Promise.all([...this.#members].map((member) => member.warm));
  }

  /** Asks the clients of all of them to go elsewhere, also of those that replace others. */
  public drain(): void {
    this.#isDraining = true;
    for (const member of this.#members) this.#drainStarted(member);
  }

  public async load(apis: readonly LoadedApi[], resetsLimits: boolean): Promise<void> {
    const number = ++this.#lastLoad;
    await Promise.all([...this.#members].map((member) => member.load(number, { apis, resetsLimits })));
  }

  /** The metrics of those that are serving, and of those that have ended. */
  public snapshots(): Promise<readonly Snapshot[]> {
    return this.#snapshots.read([...this.#members].filter(({ servesSince }) => servesSince !== undefined));
  }

  /** Gives requests in flight `graceMs`; resolves when all workers and their instances are gone. */
  public async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const member of this.#members) member.post({ type: 'stop', graceMs });
    const timer = setTimeout(this.#kill, graceMs + STOP_MS);
    while (this.#ending.size > 0) await Promise.all(this.#ending);
    clearTimeout(timer);
    process.off('exit', this.#kill);
  }

  /** Also runs if this process exits immediately: nothing may keep serving without it. */
  readonly #kill = (): void => {
    for (const member of this.#members) member.kill();
  };

  #start(): WorkerProcess {
    const { settings, apis, lines, log, allocator, rpc, connections } = this.parts;
    const member = new WorkerProcess({ ...settings, apis: apis() }, {
      onMessage: this.#onMessage,
      onRequest: ({ id }, request) => rpc.respond(id, request),
    });
    const { id, forked, pid } = member;
    if (this.#isDraining) this.#drainStarted(member);
    this.#members.add(member);
    allocator.join(id, {
      granted: (key) => member.post({ type: 'slot-granted', key }),
      reclaimed: (key, must) => member.post({ type: 'reclaim-slot', key, must }),
    });
    connections.join(id, (message) => member.post(message));
    splitLines(forked.stdout, (text) => lines?.write(text));
    splitLines(forked.stderr, (text) => log({ level: 'error', message: text.trimEnd(), fields: { pid } }));
    this.#track(member.ended.then((how) => this.#replace(member, how)));
    this.#track(forked.gone.then(() => allocator.lost(id)));
    return member;
  }

  /** One that does not start has nothing to drain. */
  #drainStarted(member: WorkerProcess): void {
    member.started.then(() => member.post({ type: 'drain' }), () => undefined);
  }

  readonly #onMessage = (from: WorkerProcess, message: WorkerMessage): void => {
    const { allocator, log, accessLog, rpc, connections } = this.parts;
    switch (message.type) {
      case 'log': return log(message.entry);
      case 'access-log': return accessLog?.(message.entry);
      case 'request-slot':
        if (allocator.want(from.id, message.version)) from.post({ type: 'slot-granted', key: message.version.key });
        return undefined;
      case 'return-slot': return allocator.give(from.id, message.key);
      case 'cancel': return rpc.cancel(from.id, message.stream);
      case 'connection-opened': return connections.opened(from.id, message.connectionId);
      case 'connection-closed': return connections.closed(from.id, message.connectionId);
      case 'connection-managed': return connections.managed(message.number, message.answer);
      case 'metrics': return this.#snapshots.received(from.id, message.snapshot);
      case 'invalidate':
        for (const member of this.#members) if (member !== from) member.post(message);
        return undefined;
    }
  };

  /** Its leased tokens count as used; its instance slots are returned when the instances are gone. */
  #replace(member: WorkerProcess, how: string): void {
    const { rpc, log } = this.parts;
    const { error, pid = 0, servesSince } = member;
    const wasProven = servesSince !== undefined && performance.now() - servesSince > PROVEN_MS;
    this.#members.delete(member);
    rpc.lost(member.id);
    this.#snapshots.lost(member.id);
    if (this.#isClosing || !this.#isOpen) return;
    if (error !== undefined) log({ level: 'error', code: error.code, message: error.message });
    const { message } = new GatewayError('WORKER_ENDED', { pid, how });
    log({ level: 'error', code: 'WORKER_ENDED', message });
    this.#failures = wasProven ? 1 : this.#failures + 1;
    this.#startLater();
  }

  #startLater(): void {
    const waitMs = this.#failures === 1 ? 0 : Math.min(REPLACE_MS.longest, REPLACE_MS.first * 2 ** (this.#failures - 2));
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#startAgain();
    }, waitMs);
    this.#timers.add(timer);
  }

  /** Without descriptors for its pipes, it is started later. */
  #startAgain(): void {
    try {
      this.#start();
    } catch (error) {
      if (!GatewayError.isGatewayError(error)) throw error;
      this.parts.log({ level: 'error', code: error.code, message: error.message });
      this.#failures += 1;
      this.#startLater();
    }
  }

  #track(work: Promise<void>): void {
    const done = work.finally(() => this.#ending.delete(done));
    this.#ending.add(done);
  }
}
