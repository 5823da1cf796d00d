import type { MethodsOf } from './method-table';
import { isEqual, madeList, readMember, writeMember } from './values';

/** Methods of java.util.List that templates use. */
export const listMethods: MethodsOf<unknown[]> = {
  size: (list) => list.length,
  isEmpty: (list) => list.length === 0,
  get: (list, index) => readMember(list, index),
  contains: (list, item) => list.some((one) => isEqual(one, item)),
  indexOf: (list, item) => list.findIndex((one) => isEqual(one, item)),
  add: (list, item) => list.push(item) > 0,
  addAll: (list, items) => Array.isArray(items) && list.push(...(items as unknown[])) > 0,
  set: (list, index, item) => {
    const before = readMember(list, index);
    writeMember(list, index, item);
    return before;
  },
  remove: (list, given) => {
    const index = typeof given === 'number' ? given : list.findIndex((one) => isEqual(one, given));
    return index < 0 ? undefined : list.splice(index, 1)[0];
  },
  subList: (list, from, to) => madeList(list.slice(Number(from), Number(to))),
};
