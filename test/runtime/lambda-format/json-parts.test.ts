import * as fc from 'fast-check';
import { hasMoreParts } from '../../../lib/runtime/lambda-format/json-parts';

/** Counts by building everything. */
function partsOf(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + partsOf(one), 1);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + 1 + partsOf(one), 1);
}

test.each([
  ['1', 0], ['""', 1], ['"a"', 1], ['"\\""', 1], ['"\\\\"', 1], ['"[{"', 1], ['[]', 1], ['{"a": ["b", "c"]}', 5], ['["\\\\\\"", "x"]', 3], ['"no end', 1],
])('%s has %i', (text, parts) => {
  expect(hasMoreParts(text, parts)).toBe(false);
  expect(hasMoreParts(text, parts - 1)).toBe(true);
});

test('any JSON text has as many as its value', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
    const text = JSON.stringify(value);
    const parts = partsOf(JSON.parse(text));
    expect(hasMoreParts(text, parts)).toBe(false);
    expect(hasMoreParts(text, parts - 1)).toBe(true);
  }));
});
