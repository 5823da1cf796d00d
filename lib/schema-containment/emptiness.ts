import { isMultipleOf } from './decimal';
import type { Atom } from './library';
import { atomsAt, atomsOf } from './parts';
import { isSame } from './same';
import { flatten, shapeOf, type Shape, type TypeName } from './shape';
import { validatorOf } from './validator';

/** Levels of nested schemas that are looked into: what is deeper counts as possible. */
const MAX_LEVELS = 8;
const MAX_BRANCHES = 32;

/** Whether no value fits all of the schemas, as far as that can be seen. A `false` proves nothing. */
export function isEmpty(atoms: readonly Atom[], level = 0): boolean {
  if (level > MAX_LEVELS) return false;
  const flat = flatten(atoms);
  const shape = shapeOf(flat);
  if (shape.values !== undefined) return !shape.values.some((value) => acceptsAll(flat, value));
  if (possibleTypes(shape, level).size === 0) return true;
  if (shape.nots.some((refused) => flat.some((atom) => isSame(atom, refused)))) return true;
  if (level > 3) return false;
  return shape.unions.some(({ members }) =>
    members.length <= MAX_BRANCHES && members.every((member) => isEmpty([...flat, member], level + 1)));
}

export function acceptsAll(atoms: readonly Atom[], value: unknown): boolean {
  return atoms.every(({ node, library }) => validatorOf(library).accepts(node, value));
}

/** The types of which a value may exist. */
export function possibleTypes(shape: Shape, level = 0): ReadonlySet<TypeName> {
  const isImpossible: Readonly<Partial<Record<TypeName, () => boolean>>> = {
    integer: () => hasNoNumber(shape) || hasNoInteger(shape),
    fraction: () => hasNoNumber(shape) || hasOneInteger(shape) || shape.divisors.some(Number.isInteger),
    string: () => shape.length.min > shape.length.max,
    array: () => hasNoArray(shape, level),
    object: () => hasNoObject(shape, level),
  };
  return new Set([...shape.types].filter((type) => isImpossible[type]?.() !== true));
}

function hasNoNumber({ minimum, maximum }: Shape): boolean {
  return minimum.value > maximum.value || (minimum.value === maximum.value && (minimum.isExclusive || maximum.isExclusive));
}

function hasOneInteger({ minimum, maximum }: Shape): boolean {
  return minimum.value === maximum.value && Number.isInteger(minimum.value);
}

function hasNoArray({ items, arrays }: Shape, level: number): boolean {
  const needed = Array.from({ length: Math.min(items.min, MAX_LEVELS) }, (_, index) => index);
  return items.min > items.max || needed.some((index) => isEmpty(atomsAt(arrays, index), level + 1));
}

function hasNoObject({ size, required, objects }: Shape, level: number): boolean {
  return Math.max(size.min, required.size) > size.max || [...required].some((name) => isEmpty(atomsOf(objects, name), level + 1));
}

function hasNoInteger({ minimum, maximum, divisors }: Shape): boolean {
  const [least, most] = [firstInteger(minimum), -firstInteger({ value: -maximum.value, isExclusive: maximum.isExclusive })];
  return least > most || (least === most && divisors.some((divisor) => !isMultipleOf(least, divisor)));
}

/** The least integer at or above a limit. */
export function firstInteger({ value, isExclusive }: Shape['minimum']): number {
  return isExclusive && Number.isInteger(value) ? value + 1 : Math.ceil(value);
}
