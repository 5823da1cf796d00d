import type { LogEntry } from '../../../lib/runtime/ports';
import { surviveUncaughtErrors } from '../../../lib/runtime/system/uncaught-errors';

let entries: LogEntry[];
let stop: () => void;
/** The listeners of the test's own runner. */
const others = process.listeners('uncaughtException');

beforeEach(() => {
  jest.useFakeTimers();
  entries = [];
  process.removeAllListeners('uncaughtException');
  stop = surviveUncaughtErrors((entry) => { entries.push(entry); });
});
afterEach(() => {
  stop();
  for (const listener of others) process.on('uncaughtException', listener);
  jest.useRealTimers();
});

/** As Node reports an error that nothing handles. */
const uncaught = (error: unknown): boolean => process.emit('uncaughtException', error as Error); // anything can be thrown

test('UNCAUGHT_ERROR: the first is logged at once with its stack', () => {
  expect(uncaught(new TypeError('boom'))).toBe(true);
  expect(entries).toEqual([{ level: 'error', code: 'UNCAUGHT_ERROR', message: expect.stringMatching(/1 errors .*, 1 since .*TypeError: boom\n +at /) as string }]);
});

test('a flood of them is one entry a second, with their numbers', () => {
  for (let index = 1; index <= 1_000; index++) uncaught(`no ${index}`);
  expect(entries).toHaveLength(1);
  jest.advanceTimersByTime(1_000);
  expect(entries[1]?.message).toContain('999 errors were handled nowhere, 1000 since the gateway started; the last: no 1000');
  jest.advanceTimersByTime(10_000);
  expect(entries).toHaveLength(2);
});

test('what is not logged yet is logged at the end, after which such errors end the process again', () => {
  uncaught('first');
  uncaught('second');
  stop();
  expect(entries).toHaveLength(2);
  expect(uncaught('third')).toBe(false);
  expect(entries).toHaveLength(2);
});
