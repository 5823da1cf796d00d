import { GatewayError } from '../../errors';
import type { EventStep, FunctionVersion, SystemPorts } from '../ports';
import type { DeadLetter, DeadLetterStore } from '../state/dead-letters';
import type { EventQueue, QueuedEvent } from '../state/event-queue';
import { failureRecord, type EventError } from './failure-record';
import type { RecordSender } from './record-sender';

export interface EventSurroundings {
  readonly queue: EventQueue;
  readonly deadLetters: DeadLetterStore;
  readonly ports: SystemPorts;
  readonly accountId: string;
  readonly region: string;
  /** Told of each step of an event. */
  readonly onEvent?: ((step: EventStep) => void) | undefined;
}

export interface FailedEventsOptions extends EventSurroundings {
  readonly sender: RecordSender;
  readonly enqueue: (version: FunctionVersion, id: string) => void;
  readonly forget: (id: string) => Promise<void>;
  /** Runs something in the background; closing waits for it. */
  readonly run: (work: Promise<void>) => void;
  /** Repeats a step until the disk takes it. */
  readonly stored: (functionName: string, step: () => Promise<void>) => Promise<void>;
}

/** Handles events that failed for good. Each stays in the queue until its destination or the dead letters have it, so none is lost. */
export class FailedEvents {
  readonly #unstored = new Set<string>();

  public constructor(private readonly options: FailedEventsOptions) {}

  /** May be repeated after it has failed; what it wrote is not read again. @param version - undefined if the function no longer exists */
  public async take(event: QueuedEvent, error: EventError, version: FunctionVersion | undefined): Promise<void> {
    const { queue, run } = this.options;
    const failed = { ...event, lastError: error };
    const destination = version?.onFailure;
    if (destination?.type === 'function') {
      await this.#handOver(failed, destination.version);
      return;
    }
    await queue.update(failed);
    if (destination === undefined) await this.#keep(failed);
    else run(this.#send(failed, destination.url)); // does not occupy the function's queue, where others wait
  }

  /** Tries again to store an event for whose dead letter there was no space. */
  public async retryUnstored(): Promise<void> {
    const [id] = this.#unstored;
    const event = id === undefined ? undefined : await this.options.queue.read(id);
    if (event?.lastError !== undefined) await this.#keep(event);
  }

  /** Turns the event into one of the other function: the same file is replaced, so that at any moment exactly one of the two exists. */
  async #handOver(event: QueuedEvent, to: FunctionVersion): Promise<void> {
    const { queue, ports, enqueue, onEvent } = this.options;
    const { id, traceId } = event;
    const requestId = ports.newId();
    await queue.update({
      id, functionName: to.name, functionKey: to.key, requestId, invocationId: requestId, payload: this.#record(event), traceId,
      acceptedAt: ports.now(), attempts: 0,
    });
    onEvent?.('to-destination');
    enqueue(to, id);
  }

  async #send(event: QueuedEvent, url: string): Promise<void> {
    const { sender, forget, ports, stored, onEvent } = this.options;
    const outcome = await sender.send({ url, id: event.id, record: this.#record(event) });
    if (outcome.type === 'delivered') {
      onEvent?.('to-destination');
      await stored(event.functionName, () => forget(event.id));
    }
    if (outcome.type !== 'failed') return;
    const { functionName, requestId } = event;
    // the path may contain a secret
    const destination = /^https?:\/\/[^/?]*/.exec(url)?.[0] ?? 'its address';
    const { code, message } = new GatewayError('DESTINATION_FAILED', { name: functionName, destination, reason: outcome.reason });
    ports.log({ level: 'error', code, message, functionName, requestId });
    await stored(functionName, () => this.#keep(event, { destination, reason: outcome.reason }));
  }

  #record(event: QueuedEvent): string {
    const { accountId, region, ports } = this.options;
    return failureRecord({ event, error: event.lastError ?? { type: 'Error', message: '' }, accountId, region, now: ports.now() });
  }

  /** Turns the event into a dead letter. Without space for it, the event stays in the queue until a dead letter is removed. */
  async #keep(event: QueuedEvent, undelivered?: DeadLetter['undelivered']): Promise<void> {
    const { deadLetters, forget, ports, onEvent } = this.options;
    const { id, functionName, requestId, invocationId, payload, acceptedAt, attempts, lastError } = event;
    const error = { type: lastError?.type ?? 'Error', message: lastError?.message ?? '' };
    const deadLetter = { id, functionName, requestId, invocationId, event: payload, error, attempts, acceptedAt, failedAt: ports.now() };
    if (await deadLetters.add(undelivered === undefined ? deadLetter : { ...deadLetter, undelivered })) {
      this.#unstored.delete(id);
      await forget(id);
      onEvent?.('dead'); // once: if the event cannot be forgotten, all of this is repeated
      return;
    }
    if (this.#unstored.has(id)) return;
    this.#unstored.add(id);
    ports.log({
      level: 'error', code: 'DEAD_LETTERS_FULL', message: 'the dead-letter store is full; the event stays in the queue',
      functionName, requestId,
    });
  }
}
