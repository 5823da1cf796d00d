import { RouteNumbers } from '../../../../lib/runtime/functions/process/route-numbers';

const [PROD, TEST] = [{}, {}];

test('routes are numbered in turn, whatever their stage, and keep their numbers', () => {
  const numbers = new RouteNumbers();
  expect(numbers.numberOf({ stage: PROD, method: 3 })).toBeUndefined();
  expect(numbers.add({ stage: PROD, method: 3 })).toBe(0);
  expect(numbers.add({ stage: TEST, method: 3 })).toBe(1);
  expect(numbers.add({ stage: PROD, method: 9_999 })).toBe(2);
  expect(numbers.add({ stage: PROD, method: 0 })).toBe(3);
  const asked = [[PROD, 0], [PROD, 3], [TEST, 3], [PROD, 9_999], [TEST, 0], [PROD, 10_000], [PROD, 1]] as const;
  expect(asked.map(([stage, method]) => numbers.numberOf({ stage, method }))).toEqual([3, 0, 1, 2, undefined, undefined, undefined]);
});

test('after the last number all begin again, so that a process keeps no more routes than that', () => {
  const numbers = new RouteNumbers(3);
  for (const method of [0, 1, 2]) numbers.add({ stage: PROD, method });
  expect(numbers.numberOf({ stage: PROD, method: 2 })).toBe(2);
  expect(numbers.add({ stage: TEST, method: 0 })).toBe(0);
  expect([0, 1, 2].map((method) => numbers.numberOf({ stage: PROD, method }))).toEqual([undefined, undefined, undefined]);
  expect(numbers.add({ stage: PROD, method: 2 })).toBe(1);
  expect(numbers.numberOf({ stage: TEST, method: 0 })).toBe(0);
});

test('all routes of a large API fit', () => {
  const numbers = new RouteNumbers();
  for (let method = 0; method < 20_000; method++) expect(numbers.add({ stage: PROD, method })).toBe(method);
  expect(numbers.numberOf({ stage: PROD, method: 0 })).toBe(0);
});
