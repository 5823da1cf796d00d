import { GatewayError } from '../../errors';
import type { FunctionEngine, FunctionVersion, Invocation, InvocationOutcome } from '../ports';
import type { QueuedEvent } from '../state/event-queue';
import { labelOf } from '../function-label';
import { readLambdaError } from '../lambda-error';
import { FailedEvents, type EventSurroundings } from './failed-events';
import type { EventError } from './failure-record';
import { Pauses } from './pauses';
import { RecordSender, type RecordSenderOptions } from './record-sender';

/** How long an event may wait for an instance in one attempt; its running time is limited by the function. */
const WAIT_MS = 60_000;
/** Wait after an attempt that found no free instance; such attempts do not count. */
const THROTTLED_DELAY_MS = 1000;
/** Events older than this are given up, as in Lambda. */
const MAX_AGE_MS = 6 * 3600 * 1000;
/** Events of one function that are tried concurrently; its other instances are for requests. */
const MAX_PARALLEL = 10;
/** How often the queue is checked for events that another process has added, and the disk for space. */
const LOOK_MS = 1000;

export interface DeliveryOptions extends EventSurroundings, RecordSenderOptions {
  readonly invoke: FunctionEngine['invoke'];
}

interface Line {
  readonly version: FunctionVersion;
  readonly waiting: string[];
  running: number;
}

/** Asynchronous invocations: an event is stored first and never lost, but may be tried again if the gateway ends in between. */
export class EventDelivery {
  readonly #sender: RecordSender;
  readonly #failed: FailedEvents;
  /** By the version's key; only queues with something to do. */
  readonly #lines = new Map<string, Line>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  readonly #onIdle = new Set<() => void>();
  /** The waits for the disk. */
  readonly #pauses = new Pauses();
  #isDiskFailing = false;
  readonly #known = new Set<string>();
  #versions: readonly FunctionVersion[] = [];
  #lookTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  public constructor(private readonly options: DeliveryOptions) {
    this.#sender = new RecordSender(options);
    this.#failed = new FailedEvents({
      ...options,
      sender: this.#sender,
      enqueue: (version, id) => this.#enqueue(version, id),
      forget: (id) => this.#forget(id),
      run: (work) => this.#run(work),
      stored: (functionName, step) => this.#stored(functionName, step),
    });
    options.deadLetters.onSpace(() => this.#retryUnstored());
  }

  /** Resolves when the event is stored. Errors: EVENT_QUEUE_FULL, EVENT_NOT_STORED. */
  public readonly accept = async (version: FunctionVersion, call: Invocation): Promise<void> => {
    if (this.#isStopped) throw new GatewayError('EVENT_NOT_STORED', { name: version.name, reason: 'the gateway is stopping' });
    const { ports, queue } = this.options;
    const acceptedAt = ports.now();
    const { requestId, invocationId, payload, traceId } = call;
    const id = `${String(acceptedAt).padStart(13, '0')}-${ports.newId()}`;
    this.#known.add(id);
    try {
      await queue.put({
        id, functionName: version.name, functionKey: version.key, requestId, invocationId, payload, traceId, acceptedAt, attempts: 0,
      });
    } catch (error) {
      this.#known.delete(id);
      throw error;
    }
    this.options.onEvent?.('accepted');
    this.#enqueue(version, id);
  };

  /** Resumes the events of an earlier run, and from now on picks up those that another process adds to the queue. */
  public readonly resume = async (versions: readonly FunctionVersion[]): Promise<void> => {
    this.#versions = versions;
    await this.pickUp();
    if (this.#isStopped) return;
    this.#lookTimer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  };

  public readonly use = (versions: readonly FunctionVersion[]): void => {
    this.#versions = versions;
  };

  /** Picks up new events of the queue. An event without its function becomes a dead letter. */
  public readonly pickUp = async (): Promise<void> => {
    const { queue } = this.options;
    const ids = (await queue.ids()).filter((id) => !this.#known.has(id));
    for (const id of ids) this.#known.add(id);
    const events = await Promise.all(ids.map((id) => this.#read(id).catch((error: unknown) => {
      // an unreadable event stays known, so that it is reported once
      if (!GatewayError.isGatewayError(error)) this.#known.delete(id);
      this.#logFailure('', error);
    })));
    for (const event of events) {
      if (event === undefined || this.#isStopped) continue;
      const version = findVersion(this.#versions, event);
      if (version !== undefined) this.#enqueue(version, event.id);
      else await this.#takeWithoutFunction(event);
    }
  };

  /** Tried once: repeating it until the disk takes it would hold up the start of the gateway. The next look tries again. */
  async #takeWithoutFunction(event: QueuedEvent): Promise<void> {
    const { id, functionName } = event;
    const error = { type: 'Gateway.NoSuchFunction', message: `there is no function ${functionName}` };
    await this.#failed.take(event, error, undefined).catch((failure: unknown) => {
      this.#known.delete(id);
      this.#logFailure(functionName, failure);
    });
  }

  /** Starts no more attempts; waiting events stay in the queue. */
  public stop(): void {
    this.#isStopped = true;
    this.#pauses.end();
    clearInterval(this.#lookTimer);
    this.#sender.stop();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#notifyIfIdle();
  }

  public get waiting(): number {
    return this.#known.size;
  }

  /** Resolves when no attempt is running. */
  public async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Resolves when no attempt is running or pending; an event for whose dead letter there was no space counts as done. */
  public readonly idle = (): Promise<void> => new Promise((resolve) => {
    this.#onIdle.add(resolve);
    this.#notifyIfIdle();
  });

  #notifyIfIdle(): void {
    if (this.#running.size + this.#timers.size > 0) return;
    for (const resolve of this.#onIdle) resolve();
    this.#onIdle.clear();
  }

  #look(): void {
    this.#run(this.pickUp());
    this.#retryUnstored();
  }

  #retryUnstored(): void {
    if (!this.#isStopped) this.#run(this.#failed.retryUnstored());
  }

  /** Keeps track of work. @param line - to which it belongs; undefined for none */
  #run(work: Promise<void>, line?: Line): void {
    const done = work.catch((error: unknown) => this.#logFailure(line?.version.name ?? '', error)).finally(() => {
      this.#running.delete(done);
      if (line !== undefined) {
        line.running -= 1;
        this.#pump(line);
      }
      this.#notifyIfIdle();
    });
    this.#running.add(done);
  }

  /** Undefined for an event that is gone; its id may come back with a redrive. */
  async #read(id: string): Promise<QueuedEvent | undefined> {
    const event = await this.options.queue.read(id);
    if (event === undefined) this.#known.delete(id);
    return event;
  }

  async #forget(id: string): Promise<void> {
    await this.options.queue.remove(id);
    this.#known.delete(id);
  }

  #enqueue(version: FunctionVersion, id: string): void {
    const line = this.#lines.get(version.key) ?? { version, waiting: [], running: 0 };
    this.#lines.set(version.key, line);
    line.waiting.push(id);
    this.#pump(line);
  }

  #pump(line: Line): void {
    const { maxInstances, concurrency } = line.version;
    const slots = Math.min(MAX_PARALLEL, maxInstances * concurrency);
    while (!this.#isStopped && line.running < slots) {
      const id = line.waiting.shift();
      if (id === undefined) {
        if (line.running === 0) this.#lines.delete(line.version.key);
        return;
      }
      line.running += 1;
      this.#run(this.#attempt(line, id), line);
    }
  }

  async #attempt(line: Line, id: string): Promise<void> {
    const { invoke, ports } = this.options;
    const event = await this.#repeated(line.version.name, () => this.#read(id));
    if (event === undefined) return;
    // like Lambda, which runs the code of today
    const version = findVersion(this.#versions, event) ?? line.version;
    if (event.lastError !== undefined && event.attempts > version.retryAttempts) {
      await this.#giveUp(event, event.lastError, version);
      return;
    }
    const { requestId, invocationId, payload, traceId } = event;
    const outcome = await invoke(version, { requestId, invocationId, payload, traceId, timeoutMs: version.timeoutMs + WAIT_MS });
    if (outcome.type === 'result') {
      this.options.onEvent?.('delivered');
      await this.#stored(version.name, () => this.#forget(id));
      return;
    }
    // an attempt that was cut short by shutting down says nothing about the event
    if (this.#isStopped) return;
    const isYoung = ports.now() - event.acceptedAt < MAX_AGE_MS;
    if (outcome.type === 'throttled' && isYoung) this.#later(version, id, THROTTLED_DELAY_MS);
    else await this.#noteFailure(version, event, outcome);
  }

  async #noteFailure(version: FunctionVersion, event: QueuedEvent, outcome: InvocationOutcome): Promise<void> {
    const { queue, retryDelaysMs, ports, onEvent } = this.options;
    onEvent?.('attempt-failed');
    const attempts = event.attempts + 1;
    const lastError = describe(outcome);
    ports.log({
      level: 'warn',
      code: outcome.type === 'failed' ? outcome.code : 'FUNCTION_ERROR',
      message: `attempt ${attempts} of an asynchronous invocation failed: ${lastError.message}`,
      functionName: labelOf(version),
      requestId: event.requestId,
    });
    const noted = { ...event, attempts, lastError };
    await this.#stored(version.name, () => queue.update(noted));
    if (attempts > version.retryAttempts) await this.#giveUp(noted, lastError, version);
    else this.#later(version, event.id, retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 0);
  }

  #later(version: FunctionVersion, id: string, delayMs: number): void {
    if (this.#isStopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#enqueue(version, id);
    }, delayMs);
    this.#timers.add(timer);
  }

  #giveUp(event: QueuedEvent, error: EventError, version: FunctionVersion): Promise<void> {
    return this.#stored(version.name, () => this.#failed.take(event, error, version));
  }

  /** Repeats a step until the disk takes it, so that a function is not called again for a disk that is full. */
  async #stored(functionName: string, step: () => Promise<void>): Promise<void> {
    await this.#repeated(functionName, step);
    this.#isDiskFailing = false;
  }

  /** Repeats a step until it succeeds. One that only reads does not show that a full disk has space again. */
  async #repeated<Result>(functionName: string, step: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        // a damaged event is none of the disk's
        if (this.#isStopped || GatewayError.isGatewayError(error)) throw error;
        this.#logFailure(functionName, error);
      }
      await this.#pauses.wait(LOOK_MS);
    }
  }

  /** The disk failed: the event is still in the queue, and what was to be noted of it is tried again, also after a restart. */
  #logFailure(functionName: string, error: unknown): void {
    if (GatewayError.isGatewayError(error)) {
      this.options.ports.log({ level: 'error', code: error.code, message: error.message, functionName });
      return;
    }
    if (this.#isDiskFailing) return; // until it works again
    this.#isDiskFailing = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.options.ports.log({
      level: 'error', code: 'EVENT_NOT_STORED', message: `the state of an event could not be written: ${reason}`, functionName,
    });
  }
}

/** The version that was called, or the only function of that name if its code or settings have changed since. */
function findVersion(
  versions: readonly FunctionVersion[], { functionKey, functionName }: Pick<QueuedEvent, 'functionKey' | 'functionName'>,
): FunctionVersion | undefined {
  const same = versions.find(({ key }) => key === functionKey);
  if (same !== undefined) return same;
  const [named, ...others] = versions.filter(({ name }) => name === functionName);
  return others.every((other) => other.key === named?.key) ? named : undefined;
}

function describe(outcome: InvocationOutcome): EventError {
  switch (outcome.type) {
    case 'function-error': {
      const { errorType: type, trace } = readLambdaError(outcome.payload);
      return { type, message: outcome.errorMessage, ...(trace.length === 0 ? {} : { trace }) };
    }
    case 'timeout': return { type: 'FUNCTION_TIMEOUT', message: `no answer within ${outcome.timeoutMs} ms` };
    case 'failed': {
      const { code, reason, error } = outcome;
      if (error === undefined) return { type: code, message: reason };
      const { errorType: type, errorMessage: message, trace } = error;
      return { type, message, ...(trace === undefined ? {} : { trace }) };
    }
    case 'throttled': return { type: 'FUNCTION_THROTTLED', message: 'no instance was free' };
    case 'result':
    case 'stream': return { type: 'Error', message: '' };
  }
}
