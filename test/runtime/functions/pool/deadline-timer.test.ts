import { DeadlineTimer } from '../../../../lib/runtime/functions/pool/deadline-timer';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('rings at the earliest time, then at the one that ringing asked for', () => {
  const times: number[] = [];
  const start = performance.now();
  const timer = new DeadlineTimer(() => {
    times.push(Math.round(performance.now() - start));
    return times.length === 1 ? start + 500 : Infinity;
  });
  timer.needBy(start + 300);
  timer.needBy(start + 100);
  timer.needBy(start + 200);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(2000);
  expect(times).toEqual([100, 500]);
  expect(jest.getTimerCount()).toBe(0);
});

test('keeps nothing open when it is stopped', () => {
  const timer = new DeadlineTimer(() => Infinity);
  timer.needBy(performance.now() + 100);
  timer.stop();
  timer.needBy(performance.now() + 100);
  expect(jest.getTimerCount()).toBe(0);
});

test('waits in steps for a time that no timer reaches', () => {
  let rings = 0;
  const timer = new DeadlineTimer(() => {
    rings += 1;
    return Infinity;
  });
  timer.needBy(performance.now() + 2 ** 40);
  jest.advanceTimersByTime(1000);
  expect(rings).toBe(0);
  timer.stop();
});
