import type { MethodsOf } from './method-table';
import { isMap } from '../json';
import { entryMap, isSame, keyText, madeList, namesOf, readMember, writeMember, type ValueMap } from './values';

/** Methods of java.util.Map and Map.Entry that templates use. */
export const mapMethods: MethodsOf<ValueMap> = {
  get: (map, key) => readMember(map, key),
  getOrDefault: (map, key, otherwise) => readMember(map, key) ?? otherwise,
  put: (map, key, value) => {
    const before = readMember(map, key);
    writeMember(map, key, value);
    return before;
  },
  putIfAbsent: (map, key, value) => {
    const before = readMember(map, key);
    if (before === undefined || before === null) writeMember(map, key, value);
    return before;
  },
  putAll: (map, source) => {
    if (isMap(source)) for (const name of namesOf(source)) writeMember(map, name, source[name]);
  },
  remove: (map, key) => {
    const before = readMember(map, key);
    delete map[keyText(key)];
    return before;
  },
  containsKey: (map, key) => Object.hasOwn(map, keyText(key)),
  containsValue: (map, value) => namesOf(map).some((name) => isSame(map[name], value)),
  keySet: (map) => madeList(namesOf(map)),
  values: (map) => madeList(namesOf(map).map((name) => map[name])),
  entrySet: (map) => madeList(namesOf(map).map((name) => entryMap(name, map[name]))),
  getKey: (entry) => readMember(entry, 'key'),
  getValue: (entry) => readMember(entry, 'value'),
  size: (map) => namesOf(map).length,
  isEmpty: (map) => namesOf(map).length === 0,
};
