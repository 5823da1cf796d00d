import { BackOff } from '../../../../lib/runtime/functions/pool/back-off';

const failure = { code: 'FUNCTION_INIT_FAILED', reason: 'broken' } as const;

test('waits longer after each failure to load, from 0.1 s to 10 s', () => {
  const backOff = new BackOff();
  const waits = Array.from({ length: 9 }, () => {
    backOff.failed(failure, 0, false);
    return backOff.until;
  });
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
});

test('waits for code that died in a call only from the third time in a row', () => {
  const backOff = new BackOff();
  const waits = Array.from({ length: 4 }, () => {
    backOff.failed(failure, 0, true);
    return backOff.until;
  });
  expect(waits).toEqual([0, 0, 100, 200]);
});

test('calls wait for the next instance after up to five crashes in a row; from the sixth on they fail at once meanwhile', () => {
  const backOff = new BackOff();
  const failures = Array.from({ length: 6 }, () => {
    backOff.failed(failure, 0, true);
    return backOff.failureAt(0);
  });
  expect(failures).toEqual([undefined, undefined, undefined, undefined, undefined, failure]);
  backOff.answered();
  expect(backOff.failureAt(0)).toBeUndefined();
});

test('says what failed last while it waits', () => {
  const backOff = new BackOff();
  expect(backOff.failureAt(0)).toBeUndefined();
  backOff.failed(failure, 50, false);
  expect(backOff.failureAt(149)).toBe(failure);
  expect(backOff.failureAt(150)).toBeUndefined();
});

test('an answered call makes all good', () => {
  const backOff = new BackOff();
  backOff.failed(failure, 0, false);
  backOff.answered();
  expect(backOff.failureAt(0)).toBeUndefined();
  backOff.failed(failure, 0, false);
  expect(backOff.until).toBe(100);
});

test('an instance that ends after each answer is replaced twenty times at once, then twice a second, and no call fails for it', () => {
  const backOff = new BackOff();
  const endAt = (now: number) => {
    backOff.answered();
    backOff.failed(failure, now, true);
    return backOff.until - now;
  };
  for (let count = 1; count < 20; count += 1) expect(endAt(1000)).toBeLessThanOrEqual(0);
  expect(endAt(1000)).toBe(500);
  expect(backOff.failureAt(1000)).toBeUndefined();
  expect(endAt(1500)).toBe(500);
  expect(endAt(12_000)).toBeLessThanOrEqual(0);
});
