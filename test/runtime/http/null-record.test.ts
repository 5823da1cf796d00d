import { nullRecord } from '../../../lib/runtime/http/null-record';

test('a record has no members but its own, whatever their names', () => {
  const record = nullRecord<string>();
  expect([record.constructor, record.toString, record.__proto__]).toEqual([undefined, undefined, undefined]);
  record.__proto__ = 'a';
  Object.assign(record, { constructor: 'b' });
  expect(Object.entries(record)).toEqual([['__proto__', 'a'], ['constructor', 'b']]);
  expect(nullRecord()).toEqual({});
});
