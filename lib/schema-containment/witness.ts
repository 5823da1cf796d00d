import { isObject } from '../errors';
import { TooLarge } from './budget';
import { generate, NOTHING, type Making } from './generate';
import { hintsOf } from './hints';
import type { Library } from './library';
import type { Narrowing } from './question';
import { randomOf } from './random';
import { closureText } from './same';
import { validatorOf, type Refusal } from './validator';

/** A value that fits one schema and not the other; `refusals` is where it does not. */
export interface Witness {
  readonly value: unknown;
  readonly refusals: readonly Refusal[];
}

/** Values that are made for each narrowing, and for both schemas as a whole. */
const TRIES = 120;
const WHOLE_TRIES = 200;
const MAX_NARROWINGS = 25;

/** Looks for values of `inner` that `outer` refuses: one for each narrowing if there is one within the budget, the same in every run. */
export function findWitnesses(inner: Library, outer: Library, narrowings: readonly Narrowing[]): ReadonlyMap<Narrowing | undefined,
  Witness> {
  const [fits, refuses] = [validatorOf(inner), validatorOf(outer)];
  const random = randomOf(seedOf(closureText({ node: inner.root, library: inner }) + closureText({ node: outer.root, library: outer })));
  const making: Making = { random, hints: hintsOf([inner, outer]), focus: [] };
  const witnesses = new Map<Narrowing | undefined, Witness>();
  const atoms = [{ node: inner.root, library: inner }];
  const witnessOf = (value: unknown): Witness | undefined => {
    if (!fits.accepts(inner.root, value)) return undefined;
    const refusals = refuses.refusals(value);
    return refusals.length === 0 ? undefined : { value, refusals };
  };
  const attempt = (focus: readonly string[]): void => {
    const value = generate(atoms, { ...making, focus });
    note(value === NOTHING ? undefined : witnessOf(value), witnesses, narrowings);
  };
  withinBudget(() => {
    for (const narrowing of narrowings.slice(0, MAX_NARROWINGS)) {
      const focus = narrowing.place.split('/').slice(1);
      for (let count = 0; count < TRIES && !witnesses.has(narrowing); count += 1) attempt(focus);
    }
    for (let count = 0; count < WHOLE_TRIES && witnesses.size === 0; count += 1) attempt([]);
  });
  return new Map([...witnesses].map(([narrowing, witness]) => [narrowing, smaller(witness, narrowing, witnessOf)]));
}

/** Runs until the budget is used up: what was found by then counts. */
function withinBudget(search: () => void): void {
  try {
    search();
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
  }
}

/** Keeps a witness for each narrowing that it is the first to show. */
function note(witness: Witness | undefined, witnesses: Map<Narrowing | undefined, Witness>, narrowings: readonly Narrowing[]): void {
  if (witness === undefined) return;
  const isShown = showing(witness);
  const shown = narrowings.filter((narrowing) => !witnesses.has(narrowing) && isShown(narrowing));
  for (const narrowing of shown) witnesses.set(narrowing, witness);
  if (!witnesses.has(undefined)) witnesses.set(undefined, witness);
}

/** Whether a witness does not fit at the place of a narrowing: a missing member shows that it is required, and not its type. */
function showing({ refusals }: Witness): (narrowing: Narrowing) => boolean {
  const placesOf = (missing: boolean): string[] => refusals.filter(({ isMissing }) => isMissing === missing).map(({ place }) => place);
  const listed = (places: readonly string[]) => ({ places, exact: new Set(places) });
  const [missing, present] = [listed(placesOf(true)), listed(placesOf(false))];
  return ({ kind, place }) => {
    const { places, exact } = kind === 'property-required' ? missing : present;
    return exact.has(place) || (place.includes('*') && places.some((shown) => isAt(shown, place)));
  };
}

/** Whether a place in a value is the one of a narrowing, in which `*` stands for one segment. */
function isAt(place: string, pattern: string): boolean {
  const [segments, wanted] = [place.split('/'), pattern.split('/')];
  return segments.length === wanted.length && wanted.every((segment, index) => segment === '*' || segment === segments[index]);
}

const MAX_STEPS = 300;

/** A witness of the same narrowing with fewer members and items. */
function smaller(witness: Witness, narrowing: Narrowing | undefined, witnessOf: (value: unknown) => Witness | undefined): Witness {
  let best = witness;
  let steps = 0;
  const takeFirst = (): boolean => {
    for (const candidate of reductions(best.value)) {
      if (steps >= MAX_STEPS) return false;
      steps += 1;
      const less = witnessOf(candidate);
      if (less === undefined || (narrowing !== undefined && !showing(less)(narrowing))) continue;
      best = less;
      return true;
    }
    return false;
  };
  withinBudget(() => {
    while (takeFirst()) continue;
  });
  return best;
}

/** The value with one member or item less, at any level. */
function* reductions(value: unknown): Generator {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (let index = items.length - 1; index >= 0; index -= 1) yield items.filter((_, at) => at !== index);
    for (const [index, item] of items.entries()) {for (const less of reductions(item)) {yield items.map((other, at) =>
      (at === index ? less : other));}}
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    for (const [name, member] of Object.entries(value)) for (const less of reductions(member)) yield { ...value, [name]: less };
  }
}

function seedOf(text: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  return hash >>> 0;
}
