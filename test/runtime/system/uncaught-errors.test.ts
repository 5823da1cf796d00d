import { inspect } from 'node:util';
import type { LogEntry } from '../../../lib/runtime/ports';
import { surviveUncaughtErrors } from '../../../lib/runtime/system/uncaught-errors';

let entries: LogEntry[];
let stop: () => void;
/** The listeners of the test's own runner. */
const before = process.listeners('uncaughtException');

beforeEach(() => {
  jest.useFakeTimers();
  entries = [];
  process.removeAllListeners('uncaughtException');
  stop = surviveUncaughtErrors((entry) => { entries.push(entry); });
});
afterEach(() => {
  stop();
  for (const listener of before) process.on('uncaughtException', listener);
  jest.useRealTimers();
});

/** As Node reports an error that nothing handles. */
const uncaught = (error: unknown): boolean => process.emit('uncaughtException', error as Error); // anything can be thrown

test('UNCAUGHT_ERROR: the first is logged at once with its stack', () => {
  expect(uncaught(new TypeError('boom'))).toBe(true);
  expect(entries).toEqual([{ level: 'error', code: 'UNCAUGHT_ERROR', message: expect.stringMatching(/handled: 1, and 1 since .*TypeError: boom\n +at /) as string }]);
});

test('a flood of them is one entry a second, with their numbers', () => {
  for (let index = 1; index <= 1_000; index++) uncaught(`no ${index}`);
  expect(entries).toHaveLength(1);
  jest.advanceTimersByTime(1_000);
  expect(entries[1]?.message).toContain('handled: 999, and 1000 since the gateway started; the last: no 1000');
  jest.advanceTimersByTime(10_000);
  expect(entries).toHaveLength(2);
});

test.each([
  ['its stack', Object.defineProperty(new Error('x'), 'stack', { get: () => { throw new Error('no stack'); } }), /the last: it cannot be shown$/],
  ['its text', Object.create(null), /the last: \[Object: null prototype\] \{\}$/],
  ['being shown', { [inspect.custom]: () => { throw new Error('no text'); } }, /the last: it cannot be shown$/],
])('what throws for %s is logged all the same', (_, error, message) => {
  uncaught(error);
  expect(entries).toMatchObject([{ code: 'UNCAUGHT_ERROR', message: expect.stringMatching(message) as string }]);
});

test('a log that fails ends nothing, now or later', () => {
  stop();
  let calls = 0;
  stop = surviveUncaughtErrors(() => {
    calls += 1;
    throw new Error('the log is closed');
  });
  uncaught('first');
  uncaught('second');
  jest.advanceTimersByTime(1_000);
  uncaught('third');
  stop();
  expect(calls).toBe(3);
});

test('what is not logged yet is logged at the end, after which such errors end the process again', () => {
  uncaught('first');
  uncaught('second');
  stop();
  expect(entries).toHaveLength(2);
  expect(uncaught('third')).toBe(false);
  expect(entries).toHaveLength(2);
});
