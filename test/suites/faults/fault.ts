// A call of a function that goes wrong, what must come of it, and what is looked at afterwards.
import { until } from '../until';
import { checkResponse, logOf, type Expected } from './check';
import { exchange, type Exchanged } from './exchange';
import type { FaultCase, FaultTarget, LogLine } from './fault-case';
import { isRunning } from './serve-gateway';

export const CRASHED = { status: 502, code: ['FUNCTION_CRASHED', 'FUNCTION_OUT_OF_MEMORY'] };
export const NO_MEMORY = { status: 502, code: ['FUNCTION_OUT_OF_MEMORY', 'FUNCTION_ERROR', 'FUNCTION_CRASHED'] };
export const TIMED_OUT = { status: 502, code: 'FUNCTION_TIMEOUT' };
export const THREW = { status: 502, code: 'FUNCTION_ERROR' };
export const ANY_PID = { body: /^\d+$/ };

interface FaultOptions {
  readonly query?: (gateway: FaultTarget) => string;
  /** Checks the gateway after the response, and returns the problems. */
  readonly then?: (gateway: FaultTarget, failed: Failed) => Promise<readonly string[]>;
  readonly isWellAfter?: boolean;
}

export interface Failed {
  readonly id: string;
  readonly response: Exchanged;
  /** In milliseconds of `performance.now()`. */
  readonly startedAt: number;
}

type FaultRow = [id: string, title: string, expected: Expected, options?: FaultOptions];

/** Calls a function that goes wrong, and then, where it may, checks that its replacement is well. */
export function fault(...[id, title, expected, options = {}]: FaultRow): FaultCase {
  const { query, then, isWellAfter = true } = options;
  const run = async (gateway: FaultTarget): Promise<readonly string[]> => {
    const startedAt = performance.now();
    const response = await exchange(gateway, `/prod/faults/${id}?${query?.(gateway) ?? ''}`);
    return [
      ...checkResponse(response, expected, { entries: await logged(gateway, response), id }),
      ...await then?.(gateway, { id, response, startedAt }) ?? [],
      ...(isWellAfter ? await checkWell(gateway, id) : []),
    ];
  };
  return { id, title, run };
}

/** On a busy machine a replacement may take longer to start than the function may run. */
export async function checkWell(gateway: FaultTarget, id: string): Promise<readonly string[]> {
  const target = `/prod/faults/${id}?well=1`;
  const response = await until(async () => {
    const next = await exchange(gateway, target);
    return await isTimedOut(gateway, next) ? undefined : next;
  }) ?? await exchange(gateway, target);
  return checkResponse(response, ANY_PID, { entries: gateway.entries, id }).map((problem) => `afterwards: ${problem}`);
}

/** The function's time limit is 502, as a crash is: the log tells them apart. */
async function isTimedOut(gateway: FaultTarget, response: Exchanged): Promise<boolean> {
  if (response.status !== 502) return false;
  const requestId = response.header('x-amzn-requestid');
  return (await logged(gateway, response)).some((entry) => entry.requestId === requestId && entry.code === 'FUNCTION_TIMEOUT');
}

/** The log is read a moment after the response. */
export async function logged(gateway: FaultTarget, response: Exchanged): Promise<readonly LogLine[]> {
  await until(() => logOf(response, gateway.entries));
  return gateway.entries;
}

/** The first and the last second of output count as whole ones, and the notices of what was cut as another. */
const MORE_SECONDS = 3;

export async function outputWasCut(gateway: FaultTarget, { id, startedAt }: Failed): Promise<readonly string[]> {
  const cut = await until(() => gateway.entries.some((entry) => entry.function === id && /above 1 MiB a second/.test(entry.message)));
  const characters = gateway.entries.filter((entry) => entry.function === id).reduce((sum, { message }) => sum + message.length, 0);
  // what is kept of it would fill the memory of this process
  gateway.entries = gateway.entries.filter((entry) => entry.function !== id || entry.message.length < 1000);
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    ...(cut ? [] : ['the log does not say that output was cut']),
    ...(characters > (seconds + MORE_SECONDS) * 1024 * 1024 ? [`${characters} characters were logged in ${seconds} s`] : []),
  ];
}

export async function wasReplaced(gateway: FaultTarget, { id, response }: Failed): Promise<readonly string[]> {
  const isLogged = await until(() => gateway.entries.some((entry) => entry.function === id && entry.code === 'FUNCTION_CRASHED'));
  const isGone = await until(() => !isRunning(Number(response.body)));
  return [...(isLogged ? [] : ['the log does not say that the instance ended']), ...(isGone ? [] : ['the instance goes on'])];
}

/** The next call runs in the same instance, which is idle afterwards. */
export async function isReaped(gateway: FaultTarget, { id, response }: Failed): Promise<readonly string[]> {
  const next = await exchange(gateway, `/prod/faults/${id}?well=1`);
  const isGone = await until(() => !isRunning(Number(response.body)));
  return [
    ...(next.body === response.body ? [] : ['the next call did not run in the same instance']),
    ...(isGone ? [] : ['the idle instance is not stopped']),
  ];
}
