import type { RunInSandbox } from '../../lib/runtime/sandbox/jobs';

/** For tests whose work is small enough for the main thread. */
export const noSandbox: RunInSandbox = ({ type }) => Promise.reject(new Error(`the work of this test belongs on the main thread, but was given away: ${type}`));

/** The result of work that is done on the main thread. */
export function atOnce<Result>(result: Result | Promise<Result>): Result {
  if (result instanceof Promise) throw new Error('the work of this test belongs on the main thread, but is waited for');
  return result;
}
