import { giveUp, type InFlightCalls } from './in-flight-calls';

/** How soon a call that blocks is looked at again. */
const LOOK_AGAIN_MS = 100;

/** The time limits of an instance and of its calls, in ms of the monotonic clock. A debugger may hold them: that time does not count. */
export class InstanceLimits {
  /** When the process must have done what it is waited for. */
  #awaitedBy = Infinity;
  #heldSince: number | undefined;

  /** @param needBy - called when the next limit may be earlier than before */
  public constructor(private readonly inFlight: InFlightCalls, private readonly needBy: (time: number) => void) {}

  public get isHeld(): boolean {
    return this.#heldSince !== undefined;
  }

  /** Whether the process is waited for, apart from its calls. */
  public get isAwaited(): boolean {
    return this.#awaitedBy < Infinity;
  }

  /** The process is waited for until then; Infinity: no more. */
  public awaitUntil(time: number): void {
    this.#awaitedBy = time;
    if (time < Infinity) this.needBy(time);
  }

  public hold(now: number): void {
    this.#heldSince ??= now;
  }

  /** @param isPostponed - whether the process was not waited for meanwhile, either */
  public release(now: number, isPostponed: boolean): void {
    if (this.#heldSince === undefined) return;
    const heldMs = now - this.#heldSince;
    this.#heldSince = undefined;
    this.inFlight.postpone(heldMs);
    if (isPostponed) this.#awaitedBy += heldMs;
    this.needBy(now);
  }

  public isOverdue(now: number): boolean {
    return now >= this.#awaitedBy;
  }

  /** Gives up calls whose time is over. @returns when to check next; undefined if a running call is stuck */
  public expireCalls(now: number): number | undefined {
    const { expired, isStuck, next } = this.inFlight.expire(now);
    for (const sent of expired) giveUp(sent, { type: 'timeout', timeoutMs: sent.timeoutMs, limit: sent.limit });
    // a call that blocks is looked at repeatedly: the one behind it may have been answered since
    return isStuck ? undefined : Math.min(next, Math.max(this.inFlight.lookAt, now + LOOK_AGAIN_MS), this.#awaitedBy);
  }
}
