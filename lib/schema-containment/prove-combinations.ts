import { isEmpty } from './emptiness';
import type { Atom } from './library';
import { narrowingOf, typeText, type Narrowing, type Examined } from './question';
import { isSame } from './same';
import { flatten, shapeOf, type Condition, type Union } from './shape';

/** Compares unions, negations and conditions, and names keywords that the proof has no rule for. */
export function proveCombinations(examined: Examined): Narrowing[] {
  const { right } = examined;
  return [
    ...right.unions.flatMap((union) => proveUnion(examined, union)),
    ...right.nots.flatMap((refused) => proveNot(examined, refused)),
    ...right.conditions.flatMap((condition) => proveCondition(examined, condition)),
    ...unproved(examined),
  ];
}

/** One member must take all of the inner side; of `oneOf`, no other member may take any of it. */
function proveUnion(examined: Examined, union: Union): Narrowing[] {
  const { inner, place, ask, atoms } = examined;
  const attempts = union.members.map((member) => ({ member, narrowings: ask({ inner, outer: [member], place }) }));
  const fitting = attempts.find(({ narrowings }) => narrowings.length === 0);
  if (fitting === undefined) return nearest(examined, union, attempts);
  if (!union.isExclusive) return [];
  const rivals = union.members.filter((member) => member !== fitting.member && !isEmpty([...atoms, member]));
  return rivals.length === 0 ? [] : [{ ...narrowingOf(examined, 'oneOf'), outer: rivals[0]?.node }];
}

interface Attempt {
  readonly member: Atom;
  readonly narrowings: readonly Narrowing[];
}

/** The narrowings against the member that differs least, or the union as a whole if none resembles the inner side. */
function nearest(examined: Examined, { members }: Union, attempts: readonly Attempt[]): Narrowing[] {
  const { place, left, right, inner } = examined;
  const cost = ({ narrowings }: Attempt): number => narrowings.reduce((sum, narrowing) => sum + costOf(narrowing, place), 0);
  const [best] = [...attempts].sort((one, two) => cost(one) - cost(two));
  if (best !== undefined && cost(best) < 100) return [...best.narrowings];
  const whole = { place, inner: typeText(left),
    outer: members.map(({ node, library }) => typeText(shapeOf(flatten([{ node, library }])))).join(' | ') };
  if (left.types.size === 1 && left.types.has('null')) return [{ ...whole, kind: 'null', keyword: 'type' }];
  if (inner.isBranch === true) {
    return [{ ...whole, inner: examined.inner.atoms.at(-1)?.node, outer: members.map(({ node }) => node), kind: 'branch',
      keyword: right.unions[0]?.isExclusive === true ? 'oneOf' : 'anyOf' }];
  }
  return [{ ...whole, kind: 'type', keyword: 'type' }];
}

/** Another type at this place, or another value of what tells branches apart, makes a member unlike. */
function costOf({ kind, place, isWhole }: Narrowing, here: string): number {
  if (place === here && (kind === 'type' || kind === 'branch' || kind === 'null')) return 100;
  if (kind === 'enum' && isWhole === true && place.split('/').length <= here.split('/').length + 1) return 100;
  if (kind === 'property-required' || kind === 'property-forbidden') return 30;
  return 10;
}

function proveNot(examined: Examined, refused: Atom): Narrowing[] {
  const { atoms, left, ask, place } = examined;
  const isDisjoint = isEmpty([...atoms, refused]);
  const isRefusedAlready = (): boolean =>
    left.nots.some((own) => ask({ inner: { atoms: [refused], split: new Set() }, outer: [own], place }).length === 0);
  return isDisjoint || isRefusedAlready() ? [] : [{ ...narrowingOf(examined, 'not'), outer: { not: refused.node } }];
}

function proveCondition(examined: Examined, { condition, whenTrue, whenFalse }: Condition): Narrowing[] {
  const { inner, atoms, ask, place } = examined;
  const known = examined.left.conditions.find((own) => isSame(own.condition, condition));
  const thenAtoms = [condition, ...(known === undefined ? [] : [known.whenTrue])];
  const elseAtoms = known === undefined ? [] : [known.whenFalse];
  const then = ask({ inner: { ...inner, atoms: [...inner.atoms, ...thenAtoms] }, outer: [whenTrue], place });
  // a side that is always or never in the condition needs only one of the two
  const isAlways = ask({ inner, outer: [condition], place }).length === 0;
  const isNever = isEmpty([...atoms, condition]);
  const otherwise = isAlways ? [] : ask({ inner: { ...inner, atoms: [...inner.atoms, ...elseAtoms] }, outer: [whenFalse], place });
  return [...(isNever ? [] : then), ...otherwise];
}

function unproved(examined: Examined): Narrowing[] {
  const { right, types } = examined;
  return right.unproved.filter(({ about }) => about === 'any' || types.has(about))
    .map(({ keyword, atom }) => ({ ...narrowingOf(examined, keyword), outer: atom.node }));
}
