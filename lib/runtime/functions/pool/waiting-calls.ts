import { failed, type Failure, type WaitingCall } from '../call';

/** Calls that wait for an instance, first come first served. */
export class WaitingCalls {
  #calls: WaitingCall[] = [];

  public get size(): number {
    return this.#calls.length;
  }

  public get oldest(): WaitingCall | undefined {
    return this.#calls[0];
  }

  public add(call: WaitingCall): void {
    this.#calls.push(call);
  }

  /** Calls that an instance had taken and did not begin come first again. */
  public putBack(calls: readonly WaitingCall[]): void {
    this.#calls.unshift(...calls);
  }

  public take(): WaitingCall | undefined {
    return this.#calls.shift();
  }

  public failAll(failure: Failure): void {
    const calls = this.#calls;
    this.#calls = [];
    for (const call of calls) call.settle(failed(failure));
  }

  /** Settles calls whose time is over. @returns the time of the next one; `Infinity` if none waits */
  public expire(now: number): number {
    const expired = this.#calls.filter(({ deadlineAt }) => deadlineAt <= now);
    if (expired.length > 0) this.#calls = this.#calls.filter(({ deadlineAt }) => deadlineAt > now);
    for (const { settle, invocation } of expired) settle({ type: 'timeout', timeoutMs: invocation.timeoutMs, limit: 'caller' });
    return this.#calls.reduce((earliest, { deadlineAt }) => Math.min(earliest, deadlineAt), Infinity);
  }
}
