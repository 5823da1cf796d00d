import type { GatewayReply } from '../http/reply';
import { SUSPENDED, type Continuation, type Step } from '../plan/step';
import type { Progress } from './progress';

/** Receives the outcome of the steps, once: a response, or what was thrown. */
export interface StepsEnd {
  readonly replied: (reply: GatewayReply) => void;
  readonly failed: (thrown: unknown) => void;
}

/**
 * Runs a list of steps for one request. It is the only executor, for every request from every entry point.
 *
 * Hot path: steps that only read memory run one after the other without a promise in between.
 */
export function runSteps(steps: readonly Step[], progress: Progress, end: StepsEnd): void {
  new StepsRun(steps, progress, end).resume();
}

class StepsRun implements Continuation {
  readonly #steps: readonly Step[];
  readonly #progress: Progress;
  readonly #end: StepsEnd;
  #next = 0;

  public constructor(steps: readonly Step[], progress: Progress, end: StepsEnd) {
    this.#steps = steps;
    this.#progress = progress;
    this.#end = end;
  }

  public readonly resume = (): void => {
    try {
      while (this.#next < this.#steps.length) if (this.#runNext()) return;
    } catch (thrown) {
      this.#end.failed(thrown);
      return;
    }
    const { reply } = this.#progress;
    if (reply === undefined) this.#end.failed(new Error('the steps of the method ended without a response'));
    else this.#end.replied(reply);
  };

  public readonly fail = (thrown: unknown): void => {
    this.#end.failed(thrown);
  };

  /** Returns whether the request has to wait for the step. */
  #runNext(): boolean {
    const step = this.#steps[this.#next];
    this.#next += 1;
    if (step === undefined || (step.isSkippedWhenAnswered && this.#progress.reply !== undefined)) return false;
    // StepList ensures that the previous steps have proved what this one needs
    const waits = step.run(this.#progress as never, this.#progress, this);
    if (waits === undefined) return false;
    if (waits !== SUSPENDED) waits.then(this.resume, this.fail);
    return true;
  }
}
