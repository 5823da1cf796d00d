import type { MethodsOf } from './method-table';
import { spend } from '../../sandbox/step-budget';
import { isSame, madeList, positionIn, rangeIn, readItem, writeMember } from './values';

/** Methods of java.util.List that templates use. */
export const listMethods: MethodsOf<unknown[]> = {
  size: (list) => list.length,
  isEmpty: (list) => list.length === 0,
  get: readItem,
  contains: (list, item) => indexOf(list, item) >= 0,
  indexOf,
  add: (list, item) => list.push(item) > 0,
  addAll: (list, items) => {
    const added = Array.isArray(items) ? (items as unknown[]).slice() : []; // a list may be added to itself
    spend(added.length);
    for (const item of added) list.push(item);
    return added.length > 0;
  },
  set: (list, index, item) => {
    const before = readItem(list, index);
    writeMember(list, index, item);
    return before;
  },
  remove: (list, indexOrItem) => {
    const index = typeof indexOrItem === 'number' ? positionIn(list, indexOrItem) : indexOf(list, indexOrItem);
    return index < 0 ? undefined : list.splice(index, 1)[0];
  },
  subList: (list, from, to) => madeList(list.slice(...rangeIn(list, from, to))),
};

function indexOf(list: readonly unknown[], item: unknown): number {
  return list.findIndex((element) => {
    spend(2);
    return isSame(element, item);
  });
}
