import type { Worker } from 'node:worker_threads';
import { GatewayError } from '../../errors';
import { startLimitedThread } from '../limited-thread';
import type { Log } from '../ports';
import type { SandboxJob, SandboxMessage, SandboxOutcome } from './jobs';

export interface SandboxWorkersOptions {
  /** Absolute path of the built worker program, `build/runtime/sandbox.js`. */
  readonly file: string;
  readonly log: Log;
  /** Time for the work itself, in ms. */
  readonly deadlineMs: number;
  /** JavaScript heap of a worker, in MiB. @default 384 */
  readonly heapMiB?: number;
}

const MAX_WORKERS = 2;
const MAX_WAITING = 64;
/** How long a job may wait for a worker, in ms. */
const MAX_WAIT_MS = 5_000;
/** Time for one job, in ms. */
export const SANDBOX_DEADLINE_MS = 1_000;
/** Time to start a worker and to compile models, in ms; both happen once. */
const PREPARE_MS = 10_000;
/** JavaScript heap of a worker: a body of 10 MB takes about 200 MiB when parsed. */
export const HEAP_MIB = 384;
/** How long a worker may be without a job before it ends, in ms. */
const IDLE_MS = 30_000;

interface WaitingJob {
  readonly job: SandboxJob;
  readonly handedInAt: number;
  readonly settle: (outcome: SandboxOutcome) => void;
}

interface Station {
  readonly worker: Worker;
  current: WaitingJob | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs work that a client's input can make long off the main thread: a pattern, a schema, a template. Each job has a deadline;
 * a worker that misses it or runs out of memory is terminated, and the next job gets a new one. Other requests go on meanwhile.
 *
 * Written here because the deadline of piscina and tinypool is an abort signal that starts when a job is submitted: of three
 * consecutive jobs of 300 ms with a limit of 400 ms, all three were aborted. They also load a `worker.js` next to the bundle,
 * which is a different program here.
 */
export class SandboxWorkers {
  readonly #stations = new Set<Station>();
  readonly #ending = new Set<Promise<unknown>>();
  #waiting: WaitingJob[] = [];
  #isClosed = false;

  public constructor(private readonly options: SandboxWorkersOptions) {}

  public readonly run = (job: SandboxJob): Promise<SandboxOutcome> => new Promise((settle) => {
    if (this.#isClosed || this.#waiting.length >= MAX_WAITING) {
      settle({ type: 'busy' });
      return;
    }
    this.#waiting.push({ job, handedInAt: performance.now(), settle });
    this.#pump();
  });

  /** Terminates all workers; running and waiting jobs get no answer. */
  public readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    for (const { settle } of this.#waiting.splice(0)) settle({ type: 'busy' });
    for (const station of this.#stations) this.#end(station, { type: 'busy' });
    await Promise.all(this.#ending);
  };

  #pump(): void {
    while (this.#waiting.length > 0) {
      const station = [...this.#stations].find(({ current }) => current === undefined) ?? this.#open();
      if (station === undefined) return;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (performance.now() - next.handedInAt > MAX_WAIT_MS) next.settle({ type: 'busy' });
      else this.#begin(station, next);
    }
  }

  #begin(station: Station, waiting: WaitingJob): void {
    station.current = waiting;
    this.#expireIn(station, PREPARE_MS);
    station.worker.postMessage(waiting.job);
  }

  #open(): Station | undefined {
    if (this.#stations.size >= MAX_WORKERS) return undefined;
    const { file, heapMiB = HEAP_MIB } = this.options;
    const worker = startLimitedThread(file, { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMiB } });
    worker.unref(); // a client that waits for an answer keeps the process running by its connection
    const station: Station = { worker, current: undefined, timer: undefined };
    this.#stations.add(station);
    worker.on('message', (message: SandboxMessage) => this.#onMessage(station, message));
    worker.on('error', (error: Error & { readonly code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#end(station, { type: 'expired', reason: isMemory ? `it took more than ${heapMiB} MiB of memory` : error.message });
    });
    worker.on('exit', (code) => this.#end(station, { type: 'expired', reason: `its worker ended with code ${code}` }));
    return station;
  }

  #onMessage(station: Station, message: SandboxMessage): void {
    if (message.type === 'begun') {
      this.#expireIn(station, this.options.deadlineMs);
      return;
    }
    clearTimeout(station.timer);
    const { current } = station;
    station.current = undefined;
    if (current !== undefined && message.answer.type === 'expired') this.#logTimeout(current.job, message.answer.reason);
    current?.settle(message.answer);
    this.#pump();
    if (station.current !== undefined || !this.#stations.has(station)) return;
    station.timer = setTimeout(() => this.#end(station, { type: 'busy' }), IDLE_MS).unref();
  }

  #expireIn(station: Station, afterMs: number): void {
    clearTimeout(station.timer);
    station.timer = setTimeout(() => this.#end(station, { type: 'expired', reason: `it took longer than ${afterMs} ms` }), afterMs);
  }

  /** Only the first reason counts. */
  #end(station: Station, outcome: SandboxOutcome): void {
    if (!this.#stations.delete(station)) return;
    clearTimeout(station.timer);
    const ended: Promise<unknown> = station.worker.terminate().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    const { current } = station;
    station.current = undefined;
    if (current !== undefined && outcome.type === 'expired') this.#logTimeout(current.job, outcome.reason);
    current?.settle(outcome);
    if (!this.#isClosed) this.#pump();
  }

  #logTimeout(job: SandboxJob, reason: string): void {
    const { code, message } = new GatewayError('SANDBOX_TIMEOUT', { work: WORK[job.type], reason });
    this.options.log({ level: 'warn', code, message });
  }
}

const WORK: Readonly<Record<SandboxJob['type'], string>> = {
  json: 'reading a JSON body',
  body: 'checking a body against its model',
  match: 'matching a pattern',
  read: 'reading the parts of a body that are mapped',
  status: 'reading the status of a MOCK integration',
  render: 'rendering a template',
};
