import { CONNECTION_PREDICATES } from './predicates/connection';
import { EVENT_PREDICATES } from './predicates/event';
import type { NamedPredicate, Preparation } from './predicates/predicate';
import { PROCESS_PREDICATES } from './predicates/process';
import { RESPONSE_PREDICATES } from './predicates/response';
import type { RunFacts } from './case-run';

/** Special ones come before general ones: the first whose pattern matches is taken. */
const PREDICATES: readonly NamedPredicate[] = [
  ...CONNECTION_PREDICATES, ...RESPONSE_PREDICATES, ...EVENT_PREDICATES, ...PROCESS_PREDICATES,
];

/** An entry of `mustNot` with its parameters: it must be false, and its check says why it is true, or nothing. */
export interface Predicate {
  readonly text: string;
  /** It measures the whole process, so nothing else may go on. */
  readonly isAlone: boolean;
  readonly prepare?: (run: Preparation) => void | Promise<void>;
  readonly check: (run: RunFacts) => string | undefined | Promise<string | undefined>;
}

/** Finds the predicate of an entry of `mustNot`. */
export function findPredicate(text: string): Predicate | undefined {
  for (const { pattern, check, prepare, isAlone = false } of PREDICATES) {
    const match = pattern.exec(text);
    if (match !== null) {
      const [, first = '', ...others] = match;
      return { text, isAlone, ...(prepare === undefined ? {} : { prepare }), check: (run) => check(run, first, ...others) };
    }
  }
  return undefined;
}
