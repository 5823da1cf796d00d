import { budgetOf, TooLarge } from './budget';
import { openLibrary, type Library, type SchemaSource } from './library';
import type { Narrowing } from './question';
import { prove } from './prove';
import { isSame } from './same';
import { validatorOf } from './validator';
import { findWitnesses } from './witness';

/** A narrowing, and a value that shows it if one was found: the inner schema takes it, the outer one refuses it at this place. */
export interface ShownNarrowing extends Narrowing {
  readonly witness?: unknown;
  readonly isShown: boolean;
}

/** The answer to the question whether one schema takes all values of another. */
export type Containment =
  | { readonly answer: 'contained' }
  | { readonly answer: 'not-contained'; readonly witness: unknown; readonly narrowings: readonly ShownNarrowing[] }
  | { readonly answer: 'undecided'; readonly reasons: readonly string[]; readonly narrowings: readonly ShownNarrowing[] };

/** Steps of the proof, and again of the search for a value that shows a difference: about a second of each. */
const MAX_STEPS = 100_000;
const TOO_LARGE = `the schemas cannot be compared within ${MAX_STEPS.toLocaleString('en')} steps`;

/**
 * Returns whether every value of `inner` fits `outer`. `contained` is proved from the schemas, `not-contained` by a value that the
 * validator accepts with one and refuses with the other; everything else is `undecided`.
 * @example compareSchemas({ schema: { type: 'string' } }, { schema: { type: 'string', maxLength: 40 } }); // not-contained: a text of 41
 * characters
 */
export function compareSchemas(inner: SchemaSource, outer: SchemaSource): Containment {
  const budget = budgetOf(MAX_STEPS);
  const [left, right] = [openLibrary(inner, budget.spend), openLibrary(outer, budget.spend)];
  const [from, to] = [left, right].map((library) => ({ node: library.root, library }));
  if (from === undefined || to === undefined || isSame(from, to)) return { answer: 'contained' };
  const problems = [left, right].flatMap(problemsOf);
  if (problems.length > 0) return { answer: 'undecided', reasons: problems, narrowings: [] };
  let narrowings: Narrowing[] = [];
  try {
    narrowings = prove(from, to);
    if (narrowings.length === 0) return { answer: 'contained' };
  } catch (error) {
    if (!isTooLarge(error)) throw error;
  }
  budget.refill();
  try {
    return shown(left, right, narrowings);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return { answer: 'undecided', reasons: [TOO_LARGE], narrowings: narrowings.map((narrowing) => ({ ...narrowing, isShown: false })) };
  }
}

/** Whether a comparison has ended early: a RangeError is V8's, for schemas that refer to themselves or values that are too long. */
function isTooLarge(error: unknown): boolean {
  return error instanceof TooLarge || error instanceof RangeError;
}

/** The reasons why a source cannot be compared. */
function problemsOf(library: Library): string[] {
  if (library.problem !== undefined) return [library.problem];
  try {
    validatorOf(library);
    return [];
  } catch (error) {
    return [`the schema cannot be compiled: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function shown(left: Library, right: Library, narrowings: readonly Narrowing[]): Containment {
  const witnesses = findWitnesses(left, right, narrowings);
  const all = narrowings.map((narrowing): ShownNarrowing => {
    const witness = witnesses.get(narrowing);
    return witness === undefined ? { ...narrowing, isShown: false } : { ...narrowing, isShown: true, witness: witness.value };
  });
  const [any] = witnesses.values();
  if (any !== undefined) return { answer: 'not-contained', witness: any.value, narrowings: all };
  const reasons = narrowings.length === 0 ? [TOO_LARGE] : narrowings.map(reasonOf);
  return { answer: 'undecided', reasons: [...new Set(reasons)], narrowings: all };
}

function reasonOf({ keyword, place, inner, outer }: Narrowing): string {
  const from = inner === undefined ? '' : ` ${JSON.stringify(inner)} →`;
  return `${keyword}${place === '' ? '' : ` at ${place}`}:${from} ${JSON.stringify(outer)} cannot be compared, and no value was found that shows a difference`;
}
