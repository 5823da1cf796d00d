import type { MethodsOf } from './method-table';
import { isEqual, isMap, madeList, readMember, valueMap, writeMember, type ValueMap } from './values';

/** Methods of java.util.Map and Map.Entry that templates use. */
export const mapMethods: MethodsOf<ValueMap> = {
  get: (map, key) => readMember(map, key),
  getOrDefault: (map, key, otherwise) => readMember(map, key) ?? otherwise,
  put: (map, key, value) => {
    const before = readMember(map, key);
    writeMember(map, key, value);
    return before;
  },
  putAll: (map, other) => {
    for (const [key, value] of Object.entries(isMap(other) ? other : {})) writeMember(map, key, value);
  },
  remove: (map, key) => {
    const before = readMember(map, key);
    delete map[String(key)];
    return before;
  },
  containsKey: (map, key) => Object.hasOwn(map, String(key)),
  containsValue: (map, value) => Object.values(map).some((one) => isEqual(one, value)),
  keySet: (map) => madeList(Object.keys(map)),
  values: (map) => madeList(Object.values(map)),
  entrySet: (map) => madeList(Object.entries(map).map(([key, value]) => valueMap({ key, value }))),
  getKey: (entry) => readMember(entry, 'key'),
  getValue: (entry) => readMember(entry, 'value'),
  size: (map) => Object.keys(map).length,
  isEmpty: (map) => Object.keys(map).length === 0,
};
