/*
 * A budget of steps for synchronous work. Work whose length depends on a client's bytes spends steps as it proceeds and is interrupted when
 * none are left; estimates in advance only decide where it starts. A step is about 25 ns of work, at most 100 ns.
 *
 * The budget belongs to the work that is running and is not an argument: every function that prints, compares or reads a value would have
 * to pass it on, and one that did not would be unlimited. Such work is synchronous, so there is only one budget at a time.
 */

/** Steps on the main thread: 1 to 5 ms, 12 ms for code that runs for the first time. */
export const MAIN_THREAD_STEPS = 100_000;
/** Steps in a worker, which has a deadline too; they bound the values that it can create until then. */
export const WORKER_STEPS = 20_000_000;

/** With a deadline, work can be terminated from outside, so that it may do what cannot be interrupted. */
const UNLIMITED = { left: Infinity, hasDeadline: true };
let current = UNLIMITED;

/** Thrown when no steps are left; the result of work that continues nevertheless is discarded. */
export class StepLimitError extends Error {
  public constructor() {
    super('it takes too many steps');
  }
}

/**
 * Does work that may spend this many steps; undefined if they did not suffice, however the work handled that.
 * @example withinSteps(MAIN_THREAD_STEPS, () => pattern.test(text)) ?? await run({ type: 'select', … })
 */
export function withinSteps<Value>(steps: number, work: () => Value, { hasDeadline = false } = {}): { readonly value: Value } | undefined {
  const outer = current;
  const budget = current = { left: steps, hasDeadline };
  try {
    const value = work();
    return budget.left < 0 ? undefined : { value };
  } catch (error) {
    if (budget.left < 0) return undefined;
    throw error;
  } finally {
    current = outer;
  }
}

/** Takes steps from the current budget. @throws StepLimitError when none are left */
export function spend(steps: number): void {
  current.left -= steps;
  if (current.left < 0) throw new StepLimitError();
}

/** Refuses work that cannot be interrupted if nothing could terminate it. @throws StepLimitError */
export function requireDeadline(): void {
  if (!current.hasDeadline) spend(Infinity);
}

export function isLimited(): boolean {
  return current !== UNLIMITED;
}

/** Steps for reading or writing this many characters. */
export function stepsOfText(length: number): number {
  return 1 + length / 16;
}
