import { Duration } from 'aws-cdk-lib';
import { createTestClock, FIRST_MOMENT, type TimeSpan } from '../../../lib/testing/gateway/clock';
import { Duration as OwnDuration } from '../../../lib/constructs';
import { codeOf } from '../../support/error-code';

test('stands still at a Wednesday noon until it is moved', () => {
  const { now } = createTestClock();
  expect(new Date(now()).toISOString()).toBe('2025-01-15T12:00:00.000Z');
  expect(new Date(now()).getUTCDay()).toBe(3);
});

test.each<[TimeSpan, number]>([
  [1_500, 1_500], ['1d', 86_400_000], ['90s', 90_000], ['1.5h', 5_400_000], ['250ms', 250], ['2w', 1_209_600_000], [0, 0],
  [OwnDuration.minutes(2), 120_000], [Duration.days(1), 86_400_000],
])('is advanced by %p', (span, expected) => {
  const { advance, now } = createTestClock();
  advance(span);
  expect(now() - FIRST_MOMENT).toBe(expected);
});

test.each([-1, NaN, Infinity, '-1s', '', ' ', 'soon'])('refuses %p as a length of time', (span) => {
  expect(codeOf(() => createTestClock().advance(span as TimeSpan))).toBe('TEST_TIME_INVALID');
});

test('is put to a moment, also back, and to where it began', () => {
  const clock = createTestClock('2025-03-01T00:00:00Z');
  clock.set(new Date(5));
  expect(clock.now()).toBe(5);
  clock.reset();
  expect(clock.now()).toBe(Date.UTC(2025, 2, 1));
  expect(codeOf(() => clock.set('yesterday'))).toBe('TEST_TIME_INVALID');
  expect(codeOf(() => createTestClock(NaN))).toBe('TEST_TIME_INVALID');
});

test('calls back in the order of time, once, unless it was called off', () => {
  const { advance, after } = createTestClock();
  const called: string[] = [];
  after(20, () => called.push('second'));
  after(10, () => called.push('first'));
  after(15, () => called.push('never'))();
  advance(9);
  expect(called).toEqual([]);
  advance(100);
  advance(100);
  expect(called).toEqual(['first', 'second']);
});
