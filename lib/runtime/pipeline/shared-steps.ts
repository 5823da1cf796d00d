import type { Step } from '../plan/step';

/** A list of steps, and the lists that begin with it. */
interface Branch {
  readonly steps: readonly Step[];
  readonly longer: WeakMap<Step, Branch>;
}

const EMPTY: Branch = { steps: [], longer: new WeakMap() };

/** The one list of these steps: thousands of methods have few different ones. It is forgotten with its steps. */
export function sharedSteps(steps: readonly Step[]): readonly Step[] {
  let branch = EMPTY;
  for (const step of steps) {
    const next: Branch = branch.longer.get(step) ?? { steps: [...branch.steps, step], longer: new WeakMap() };
    branch.longer.set(step, next);
    branch = next;
  }
  return branch.steps;
}
