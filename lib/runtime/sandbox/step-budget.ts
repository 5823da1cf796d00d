/*
 * Steps that synchronous work may take. What a client's bytes can make long spends steps as it goes and is interrupted when
 * none are left: estimates before the work only choose where it begins. One step is some 25 ns of work, at most 100 ns.
 *
 * The budget is that of the work that runs now, not an argument: whatever prints, compares or reads a value would have to hand
 * it on, and one that forgets to would have no limit. Work under a budget is synchronous, so there is only one at a time.
 */

/** Steps of work on the main thread: 1 to 5 ms, 12 ms where it runs for the first time. */
export const MAIN_THREAD_STEPS = 100_000;
/** Steps of work in a worker: it has a deadline as well, and this bounds the values that it can make before that. */
export const WORKER_STEPS = 20_000_000;

interface Budget {
  left: number;
  /** Whether somebody ends this work from outside, so that it may do what cannot be interrupted. */
  readonly hasDeadline: boolean;
}

const UNLIMITED: Budget = { left: Infinity, hasDeadline: true };
let current = UNLIMITED;

/** Thrown where the steps end; work that goes on nevertheless is not believed. */
export class StepLimitError extends Error {
  public constructor() {
    super('it takes too many steps');
  }
}

/** What came of work under a budget. */
export type Finished<Value> = { readonly value: Value };

/**
 * Does work that spends at most so many steps; undefined where they did not suffice, whatever the work made of that.
 * @example withinSteps(MAIN_THREAD_STEPS, () => pattern.test(text)) ?? await run({ type: 'select', … })
 */
export function withinSteps<Value>(steps: number, work: () => Value, { hasDeadline = false } = {}): Finished<Value> | undefined {
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

/** Takes steps from the budget of the work that runs. @throws StepLimitError when none are left */
export function spend(steps: number): void {
  current.left -= steps;
  if (current.left < 0) throw new StepLimitError();
}

/** For work that cannot be interrupted: refused where nothing would end it. @throws StepLimitError */
export function requireDeadline(): void {
  if (!current.hasDeadline) spend(Infinity);
}

/** Whether steps are counted at all. */
export function isLimited(): boolean {
  return current !== UNLIMITED;
}

/** Steps of reading or writing so many characters. */
export function stepsOfText(length: number): number {
  return 1 + length / 16;
}
