import { DeadlineTimer } from '../../../lib/runtime/functions/deadline-timer';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('rings at the earliest time, then at the one that ringing asked for', () => {
  const times: number[] = [];
  const start = performance.now();
  const alarm = new DeadlineTimer(() => {
    times.push(Math.round(performance.now() - start));
    return times.length === 1 ? start + 500 : Infinity;
  });
  alarm.needBy(start + 300);
  alarm.needBy(start + 100);
  alarm.needBy(start + 200);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(2000);
  expect(times).toEqual([100, 500]);
  expect(jest.getTimerCount()).toBe(0);
});

test('keeps nothing open when it is stopped', () => {
  const alarm = new DeadlineTimer(() => Infinity);
  alarm.needBy(performance.now() + 100);
  alarm.stop();
  alarm.needBy(performance.now() + 100);
  expect(jest.getTimerCount()).toBe(0);
});

test('waits in steps for a time that no timer reaches', () => {
  let rings = 0;
  const alarm = new DeadlineTimer(() => {
    rings += 1;
    return Infinity;
  });
  alarm.needBy(performance.now() + 2 ** 40);
  jest.advanceTimersByTime(1000);
  expect(rings).toBe(0);
  alarm.stop();
});
