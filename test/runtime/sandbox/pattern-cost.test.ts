import { anchoredPatternBytes, patternBytes } from '../../../lib/runtime/sandbox/pattern-cost';

test.each(['^(a|a)*$', '(a+)+', '(\\d{2}){3,}', '(a)\\1', '(?<n>a)\\k<n>', '(?=a)b', '(?<!a)b'])('%s may be long work on a short text', (pattern) => {
  expect(patternBytes(pattern)).toBe(0);
});

test('the more repetitions a pattern has, the shorter a text is short work', () => {
  const lengths = ['^abc$', '^[a-z]+$', '^[a-z]+@[a-z]+$', '^[a-z]+@[a-z]+\\.[a-z]{2,}$'].map(patternBytes);
  expect(lengths).toEqual([4_000_000, 2_000, 158, 44]);
});

test('one that begins at the start has the linear engine behind it, unless it refers back', () => {
  expect(anchoredPatternBytes('^(?:(a+)+$)')).toBeGreaterThan(1_000);
  expect(anchoredPatternBytes('^(?:4\\d{2})')).toBe(4_000_000);
  expect(anchoredPatternBytes('^(?:(a+)\\1)')).toBe(0);
});
