/** Takes steps from a budget. */
export type Spend = (steps: number) => void;

/** Signals that a comparison needs more steps than it has. */
export class TooLarge extends Error {}

/** Steps that a comparison may take: it ends after the same work on every machine, so it is undecided on all of them or on none. */
export interface Budget {
  /** @throws TooLarge on the step beyond the budget */
  readonly spend: Spend;
  /** Starts another part of the comparison. */
  readonly refill: () => void;
}

export function budgetOf(steps: number): Budget {
  let left = steps;
  return {
    spend: (spent) => {
      left -= spent;
      if (left < 0) throw new TooLarge();
    },
    refill: () => {
      left = steps;
    },
  };
}

/** For schemas of the comparison itself. */
export const UNLIMITED: Spend = () => undefined;
