import { isDeeperThan } from '../../lib/spec';

test.each([[1, 0, false], [[], 0, true], [[], 1, false], [{ a: [1] }, 1, true], [{ a: [1] }, 2, false], [null, 0, false]])('%j is deeper than %d: %p', (value, levels, expected) => {
  expect(isDeeperThan(value, levels)).toBe(expected);
});

test('100,000 levels do not fill the stack, and cycles and shared values come to an end', () => {
  expect(isDeeperThan(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 1_000_000)).toBe(false);
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect(isDeeperThan(cycle, 100)).toBe(true);
  let shared: unknown = 1;
  for (let level = 0; level < 60; level += 1) shared = [shared, shared];
  expect(isDeeperThan(shared, 100)).toBe(false);
});
