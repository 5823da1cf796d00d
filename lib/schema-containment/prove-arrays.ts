import { isEmpty } from './emptiness';
import { narrowingOf, type Narrowing, type Examined } from './question';
import { atomsAt } from './parts';
import { bound } from './prove-scalars';

/** Compares what is asked of arrays. */
export function proveArrays(examined: Examined): Narrowing[] {
  const { types, left, right, place } = examined;
  if (!types.has('array') || !right.types.has('array')) return [];
  const mayRepeat = !left.isUnique && left.items.max > 1;
  return [
    ...bound(examined, 'minItems', [left.items.min, right.items.min]),
    ...bound(examined, 'maxItems', [left.items.max, right.items.max]),
    ...(right.isUnique && mayRepeat ? [{ kind: 'bound' as const, place, keyword: 'uniqueItems', inner: false, outer: true }] : []),
    ...items(examined),
    ...contains(examined),
  ];
}

function items({ left, right, place, ask }: Examined): Narrowing[] {
  const first = Math.max(0, ...[...left.arrays, ...right.arrays].map((part) => part.first.length));
  const positions = Array.from({ length: first + 1 }, (_, index) => index).filter((index) => index < left.items.max);
  return positions.flatMap((index) => {
    const outer = atomsAt(right.arrays, index);
    if (outer.length === 0) return [];
    const narrowings = ask({ inner: { atoms: atomsAt(left.arrays, index), split: new Set() }, outer,
      place: `${place}/${index === first ? '*' : index}` });
    const isClosed = narrowings.length > 0 && isEmpty(outer);
    return isClosed ? [{ kind: 'bound' as const, place, keyword: 'items', inner: undefined, outer: `at most ${index} items` }]
      : narrowings;
  });
}

function contains(examined: Examined): Narrowing[] {
  const { left, right, place, ask } = examined;
  const isImplied = (outer: Examined['outer'][number]): boolean => {
    const below = `${place}/*`;
    if (left.contains.some((own) =>
      ask({ inner: { atoms: [own], split: new Set() }, outer: [outer], place: below }).length === 0)) return true;
    return left.items.min > 0
      && ask({ inner: { atoms: atomsAt(left.arrays, 0), split: new Set() }, outer: [outer], place: below }).length === 0;
  };
  return right.contains.filter((outer) => !isImplied(outer))
    .map((outer) => ({ ...narrowingOf(examined, 'contains'), outer: outer.node }));
}
