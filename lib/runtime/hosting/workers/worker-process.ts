import { GatewayError } from '../../../errors';
import type { LoadedApi } from '../../plan/loaded';
import { forkWorker, type Forked } from './fork';
import type { FromPrimary, FromWorker, RpcRequest, RpcResponse, WorkerSettings } from './messages';
import { deserializeError, serializeError } from './serialized-error';
import { tickBatch } from './tick-batch';

/** Handles a worker's messages, except those about its own start and loads. */
export type WorkerMessage = Exclude<FromWorker, { readonly type: 'attached' | 'started' | 'failed' | 'warm' | 'loaded' | 'request' }>;

export interface WorkerListener {
  readonly onMessage: (worker: WorkerProcess, message: WorkerMessage) => void;
  /** Answers a request, now or later. */
  readonly onRequest: (worker: WorkerProcess, request: RpcRequest) => unknown;
}

export class WorkerProcess {
  public readonly id: number;
  public readonly pid: number | undefined;
  public readonly forked: Forked;
  /** Resolves when it serves. Rejects with its failure: PORT_IN_USE, LISTEN_FAILED, WORKER_START_FAILED. */
  public readonly started: Promise<void>;
  /** Resolves when it is warm, or has ended. */
  public readonly warm: Promise<void>;
  /** Resolves with how it ended: an exit code or a signal. */
  public readonly ended: Promise<string>;
  public readonly post: (message: FromPrimary) => void;
  readonly #start = deferred();
  readonly #warm = deferred();
  /** Called when the worker serves the load of that number. */
  readonly #loads = new Map<number, () => void>();
  /** Messages to it until it listens; undefined from then on. */
  #held: FromPrimary[] | undefined = [];
  #servesSince: number | undefined;
  #error: GatewayError | undefined;

  public constructor(settings: WorkerSettings, private readonly listener: WorkerListener) {
    this.forked = forkWorker();
    const { worker } = this.forked;
    this.id = worker.id;
    this.pid = worker.process.pid;
    this.post = tickBatch<FromPrimary>((messages) => {
      if (this.#held === undefined) this.#send(messages);
      else this.#held.push(...messages);
    });
    this.started = this.#start.promise;
    this.warm = this.#warm.promise;
    this.ended = this.#watchEnd();
    worker.process.on('message', (messages: readonly FromWorker[]) => messages.forEach((message) => this.#receive(message)));
    this.post({ type: 'start', settings });
  }

  /** When it began to serve, in ms of the monotonic clock; undefined before. */
  public get servesSince(): number | undefined {
    return this.#servesSince;
  }

  public get error(): GatewayError | undefined {
    return this.#error;
  }

  /** Resolves when the worker serves these APIs, or has ended. */
  public async load(
    number: number, { apis, resetsLimits }: { readonly apis: readonly LoadedApi[]; readonly resetsLimits: boolean },
  ): Promise<void> {
    const loaded = new Promise<void>((resolve) => { this.#loads.set(number, resolve); });
    this.post({ type: 'load', number, apis, resetsLimits });
    await Promise.race([loaded, this.ended]);
    this.#loads.delete(number);
  }

  public kill(): void {
    this.forked.worker.process.kill('SIGKILL');
  }

  #send(messages: readonly FromPrimary[]): void {
    const { worker } = this.forked;
    if (worker.isConnected()) worker.process.send(messages, undefined, undefined, () => undefined);
  }

  #watchEnd(): Promise<string> {
    const { process: child } = this.forked.worker;
    return new Promise((resolve) => {
      const end = (how: string): void => {
        this.#start.reject(this.#error ?? new GatewayError('WORKER_START_FAILED', { reason: `it ended with ${how}` }));
        this.#warm.resolve();
        resolve(how);
      };
      child.once('exit', (code, signal) => end(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`));
      child.once('error', ({ message }) => {
        if (child.pid === undefined) end(message);
      });
    });
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'attached':
        this.#send(this.#held ?? []);
        this.#held = undefined;
        return;
      case 'started':
        this.#servesSince = performance.now();
        this.#start.resolve();
        return;
      case 'failed':
        this.#error = deserializeError(message.error);
        return;
      case 'warm':
        this.#warm.resolve();
        return;
      case 'loaded':
        this.#loads.get(message.number)?.();
        return;
      case 'request':
        this.#respond(message.id, message.request);
        return;
      default:
        this.listener.onMessage(this, message);
    }
  }

  /** Immediate answers are sent in the same turn. */
  #respond(id: number, request: RpcRequest): void {
    const respond = (response: RpcResponse): void => this.post({ type: 'response', response });
    const refuse = (error: unknown): void => respond({ id, error: serializeError(error) });
    try {
      const value = this.listener.onRequest(this, request);
      if (value instanceof Promise) value.then((later: unknown) => respond({ id, value: later }), refuse);
      else respond({ id, value });
    } catch (error) {
      refuse(error);
    }
  }
}

/** Nobody has to wait for it. */
function deferred() {
  let settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;
  const promise = new Promise<void>((resolve, reject) => { settle = { resolve, reject }; });
  promise.catch(() => undefined);
  return { promise, resolve: (): void => settle?.resolve(), reject: (error: unknown): void => settle?.reject(error) };
}
