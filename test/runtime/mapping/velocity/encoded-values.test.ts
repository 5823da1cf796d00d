import { JavaDecimal, JavaDouble } from '../../../../lib/runtime/mapping/java-number';
import { decodeMap, encodeMap } from '../../../../lib/runtime/mapping/velocity/encoded-values';
import { entryMap, hostMethods, hostObject, isSetOnce, madeList, onceMap, printValue, silentMap, valueMap } from '../../../../lib/runtime/mapping/velocity/values';

test('values print and behave on the other side as on this one', () => {
  const map = valueMap({
    text: 'a', number: 1, nothing: null, list: [1, { a: 'b' }], made: madeList([1, 'x']), map: valueMap({ a: valueMap({ b: 1 }) }),
    big: 2n ** 70n, double: new JavaDouble(1), decimal: new JavaDecimal(150n, 2), entry: entryMap('k', 1),
    silent: silentMap({ a: 1 }), all: onceMap({ a: 1 }), status: onceMap({}, 'status'), host: hostObject({ path: () => 1 }, { body: 'x' }),
  });
  const decoded = decodeMap(structuredClone(encodeMap(map)));
  expect(printValue(decoded)).toBe(printValue(map));
  expect([decoded.big, decoded.double, decoded.decimal].map(printValue)).toEqual(['1180591620717411303424', '1.0', '1.50']);
  expect(printValue(decoded.entry)).toBe('k=1');
  expect(Object.getPrototypeOf(decoded)).toBeNull();
  expect([isSetOnce(decoded.all, 'x'), isSetOnce(decoded.status, 'status'), isSetOnce(decoded.status, 'x'), isSetOnce(decoded.silent, 'x')])
    .toEqual([true, true, false, false]);
  expect(hostMethods(decoded.host)).toBeUndefined();
});
