import type { InvocationOutcome } from '../../ports';
import type { WaitingCall } from '../call';
import type { CallStream } from './call-stream';

/** A call of a fast function that runs longer holds up those behind it. */
const HELD_UP_MS = 25;

/** A call that an instance was sent and has not answered. */
export interface InFlightCall {
  readonly nonce: string;
  readonly call: WaitingCall;
  /** Where it begins in the call socket. */
  offset: number;
  /** Its deadline: for waiting while it is in the pipeline, and for running once it runs. */
  deadlineAt: number;
  /** The limit behind the deadline, and whose it is. */
  timeoutMs: number;
  limit: 'function' | 'caller';
  /** When it began, as far as the gateway knows. */
  runsSince: number;
  /** Nobody waits for the answer any more, but it is still expected. */
  isGivenUp: boolean;
  /** Set by the first chunk; the call is settled then and runs on. */
  stream?: CallStream;
}

/** The calls of one instance, in the order in which they were sent. With a concurrency of 1 the oldest runs, the others wait. */
export class InFlightCalls {
  #calls: InFlightCall[] = [];

  /** @param concurrency - calls that run at the same time @param timeoutMs - of the function */
  public constructor(private readonly concurrency: number, private readonly timeoutMs: number) {}

  public get size(): number {
    return this.#calls.length;
  }

  /** When to check whether answers wait behind a call that blocks; never if none can. */
  public get lookAt(): number {
    const [oldest, next] = this.#calls;
    return this.concurrency > 1 || oldest === undefined || next === undefined ? Infinity : oldest.runsSince + HELD_UP_MS;
  }

  /** Whether no more calls should wait here: a stream is running, a call that nobody waits for, or one that takes longer than usual. */
  public isHeldUp(now: number): boolean {
    const [oldest] = this.#calls;
    if (oldest === undefined) return false;
    return oldest.isGivenUp || oldest.call.invocation.isStreamed === true || now - oldest.runsSince > HELD_UP_MS;
  }

  public get oldest(): string | undefined {
    return this.#calls[0]?.nonce;
  }

  /** Hot path: nearly always it is the oldest. */
  public get(nonce: string): InFlightCall | undefined {
    return this.#calls.find((sent) => sent.nonce === nonce);
  }

  public add(nonce: string, call: WaitingCall, now: number): InFlightCall {
    const sent: InFlightCall = {
      nonce, call, offset: -1, deadlineAt: call.deadlineAt, timeoutMs: call.invocation.timeoutMs, limit: 'caller',
      runsSince: now, isGivenUp: false,
    };
    if (this.size < this.concurrency) this.#startClock(sent, now);
    this.#calls.push(sent);
    return sent;
  }

  /** The call is over; the next one runs. */
  public remove(nonce: string, now: number): void {
    const index = this.#calls.findIndex((sent) => sent.nonce === nonce);
    if (index === -1) return;
    this.#calls.splice(index, 1);
    const [next] = this.#calls;
    if (this.concurrency === 1 && next !== undefined) this.#startClock(next, now);
  }

  /**
   * Removes the calls that begin in the call socket at an offset or after it, except streams: a process can forge one for a call that it
   * has only looked at, whose caller has it by now. @returns those that somebody waits for
   */
  public withdrawFrom(offset: number): WaitingCall[] {
    const isWithdrawn = (sent: InFlightCall) => sent.offset >= offset && sent.stream === undefined;
    const calls = this.#calls;
    this.#calls = calls.filter((sent) => !isWithdrawn(sent));
    return calls.filter((sent) => isWithdrawn(sent) && !sent.isGivenUp).map(({ call }) => call);
  }

  /** Removes all calls. @returns those that somebody waits for */
  public empty(): readonly InFlightCall[] {
    const calls = this.#calls;
    this.#calls = [];
    return calls.filter(({ isGivenUp }) => !isGivenUp);
  }

  /** Gives up the calls whose time is up. @returns these, whether a running call is stuck, and when to check next */
  public expire(now: number): { readonly expired: readonly InFlightCall[]; readonly isStuck: boolean; readonly next: number } {
    const expired: InFlightCall[] = [];
    let isStuck = false;
    let next = Infinity;
    for (const [index, sent] of this.#calls.entries()) {
      if (sent.deadlineAt > now) {
        next = Math.min(next, sent.deadlineAt);
        continue;
      }
      if (index < this.concurrency) isStuck = true;
      if (!sent.isGivenUp) expired.push(sent);
      sent.isGivenUp = true;
      sent.deadlineAt = Infinity;
    }
    return { expired, isStuck, next };
  }

  /** Moves all deadlines: the clock stood still for this long. */
  public postpone(durationMs: number): void {
    for (const sent of this.#calls) sent.deadlineAt += durationMs;
  }

  /** A call that waited too long but begins anyway runs for nobody, within the function's own time limit. */
  #startClock(sent: InFlightCall, now: number): void {
    const runsUntil = now + this.timeoutMs;
    sent.runsSince = now;
    if (!sent.isGivenUp && sent.call.deadlineAt <= runsUntil) return;
    sent.deadlineAt = runsUntil;
    sent.timeoutMs = this.timeoutMs;
    sent.limit = 'function';
  }
}

/** A call ends without an answer: its caller gets the reason, or its stream breaks off. */
export function giveUp({ call, stream }: InFlightCall, outcome: InvocationOutcome): void {
  if (stream === undefined) {
    call.settle(outcome);
    return;
  }
  stream.breakOff(outcome);
  call.streamEnded?.();
}
