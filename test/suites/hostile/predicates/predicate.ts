import type { RunFacts } from '../case-run';

/** The part of a run that a predicate sees before the case is sent. */
export type Preparation = Pick<RunFacts, 'fixture' | 'before'>;

/** Why a predicate is true; undefined where it is false. */
export type Reason = string | undefined;

/** A predicate by its pattern; the groups of the pattern are its parameters. */
export interface NamedPredicate {
  readonly pattern: RegExp;
  readonly isAlone?: boolean;
  readonly prepare?: (run: Preparation) => void | Promise<void>;
  readonly check: (run: RunFacts, first: string, ...others: readonly (string | undefined)[]) => Reason | Promise<Reason>;
}

/** The reason of a predicate over data that the gateway did not give: it counts as true. */
export const NO_PROBE = 'the gateway gave no data';
