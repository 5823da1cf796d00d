import { isObject } from '../errors';
import { generate, NOTHING, type Making } from './generate';
import { hintsOf } from './hints';
import type { Library } from './library';
import type { Narrowing } from './narrowing';
import { randomOf } from './random';
import { closureText } from './same';
import { validatorOf, type Validator } from './validator';

/** A value that fits one schema and not the other; `place` is where it does not. */
export interface Witness {
  readonly value: unknown;
  readonly places: readonly string[];
}

/** Values that are made for each narrowing, and for both schemas as a whole. */
const TRIES = 120;
const WHOLE_TRIES = 200;
/** Narrowings that values are made for. */
const MAX_NARROWINGS = 25;

/** Looks for values of `inner` that `outer` refuses: one for each narrowing if there is one, the same in every run. */
export function findWitnesses(inner: Library, outer: Library, narrowings: readonly Narrowing[]): ReadonlyMap<Narrowing | undefined,
  Witness> {
  const [fits, refuses] = [validatorOf(inner), validatorOf(outer)];
  const random = randomOf(seedOf(closureText({ node: inner.root, library: inner }) + closureText({ node: outer.root, library: outer })));
  const making: Making = { random, hints: hintsOf([inner, outer]), focus: [] };
  const witnesses = new Map<Narrowing | undefined, Witness>();
  const atoms = [{ node: inner.root, library: inner }];
  const attempt = (focus: readonly string[]): Witness | undefined => {
    const value = generate(atoms, { ...making, focus });
    if (value === NOTHING || !fits.accepts(inner.root, value)) return undefined;
    const places = refuses.refusals(value).map(({ place }) => place);
    return places.length === 0 ? undefined : { value, places };
  };
  for (const narrowing of narrowings.slice(0, MAX_NARROWINGS)) {
    const focus = narrowing.place.split('/').slice(1);
    for (let count = 0; count < TRIES && !witnesses.has(narrowing); count += 1) {
      const witness = attempt(focus);
      const shown = narrowings.filter((other) => witness?.places.some((place) => isAt(place, other.place)));
      for (const other of shown) if (witness !== undefined && !witnesses.has(other)) witnesses.set(other, witness);
      if (witness !== undefined && !witnesses.has(undefined)) witnesses.set(undefined, witness);
    }
  }
  for (let count = 0; count < WHOLE_TRIES && witnesses.size === 0; count += 1) {
    const witness = attempt([]);
    if (witness !== undefined) witnesses.set(undefined, witness);
  }
  return new Map([...witnesses].map(([narrowing, witness]) => [narrowing, smaller(witness, { fits, refuses, inner, outer, narrowing })]));
}

/** Whether a place in a value is the one of a narrowing, in which `*` stands for one segment. */
function isAt(place: string, pattern: string): boolean {
  const [segments, wanted] = [place.split('/'), pattern.split('/')];
  return segments.length === wanted.length && wanted.every((segment, index) => segment === '*' || segment === segments[index]);
}

interface Shrinking {
  readonly fits: Validator;
  readonly refuses: Validator;
  readonly inner: Library;
  readonly outer: Library;
  readonly narrowing: Narrowing | undefined;
}

const MAX_STEPS = 300;

/** A witness of the same narrowing with fewer members and items. */
function smaller(witness: Witness, { fits, refuses, inner, narrowing }: Shrinking): Witness {
  let best = witness;
  let steps = 0;
  const take = (value: unknown): boolean => {
    steps += 1;
    if (!fits.accepts(inner.root, value)) return false;
    const places = refuses.refusals(value).map(({ place }) => place);
    if (places.length === 0 || (narrowing !== undefined && !places.some((place) => isAt(place, narrowing.place)))) return false;
    best = { value, places };
    return true;
  };
  for (let changed = true; changed && steps < MAX_STEPS;) {
    changed = false;
    for (const candidate of reductions(best.value)) {
      if (steps >= MAX_STEPS) break;
      if (take(candidate)) {
        changed = true;
        break;
      }
    }
  }
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
