import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CallOutcome, FunctionStream } from '../../../../../lib/runtime/ports';
import { until } from '../../../../support/functions/engine';
import { closePools, startPool, type PoolOfProcesses } from '../../../../support/functions/runtime-api/start-pool';
import { newDirectory } from '../../../../support/temporary-directory';

afterEach(closePools);

const BOOTSTRAPS = path.join(__dirname, '../../../../support/functions/runtime-api/bootstraps');
const CLIENT = [process.execPath, path.join(BOOTSTRAPS, 'client.cjs')];

/** The JSON value of a call's result; fails the test if it has none. */
function resultOf(outcome: CallOutcome): unknown {
  if (outcome.type !== 'result') throw new Error(`no result but ${JSON.stringify(outcome)}`);
  return JSON.parse(outcome.payload);
}

const pidOf = (outcome: CallOutcome) => (resultOf(outcome) as { readonly pid: number }).pid;
const outputOf = ({ lines }: PoolOfProcesses) => lines.map(({ text }) => text);

test('a bootstrap of bash and curl answers ten calls in order, and its output has their ids', async () => {
  const pool = startPool(['bash', path.join(BOOTSTRAPS, 'curl.sh')]);
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  const answered: number[] = [];
  const outcomes = await Promise.all(numbers.map(async (number) => {
    const outcome = await pool.call({ number });
    answered.push(number);
    return resultOf(outcome);
  }));
  expect(outcomes).toEqual(numbers.map((number) => ({ number })));
  expect(answered).toEqual(numbers);
  expect(pool.pids).toHaveLength(1);
  expect(pool.lines.map(({ text, requestId }) => [text, requestId])).toEqual(pool.ids.map((id) => ['handling', id]));
});

describe('a client in Go', () => {
  const binary = path.join(newDirectory(), 'bootstrap');
  beforeAll(() => {
    execFileSync('go', ['build', '-o', binary, path.join(BOOTSTRAPS, 'go-client', 'main.go')], { env: { ...process.env, GO111MODULE: 'off' } });
  });

  test('answers with chunked bodies, on one process', async () => {
    const pool = startPool([binary]);
    for (const number of [1, 2, 3]) expect(resultOf(await pool.call({ number }))).toEqual({ event: { number }, pid: pool.pids[0] });
  });

  test('goes on after an error, and is replaced after a panic', async () => {
    const pool = startPool([binary]);
    expect(await pool.call({ way: 'fails' })).toMatchObject({ type: 'function-error', payload: '{"errorMessage":"it fails","errorType":"errorString"}' });
    expect(pidOf(await pool.call())).toBe(pool.pids[0]);
    expect(await pool.call({ way: 'panics' })).toMatchObject({ type: 'function-error', payload: '{"errorMessage":"it panics","errorType":"string"}' });
    expect(pidOf(await pool.call())).toBe(pool.pids[1]);
  });
});

describe('a process', () => {
  test('answers its calls one after the other, however many wait', async () => {
    const pool = startPool(CLIENT);
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, number) => pool.call({ number })));
    expect(outcomes.map(resultOf)).toEqual(outcomes.map((_, number) => ({ event: { number }, pid: pool.pids[0] })));
  });

  test('that has just answered takes the next call without a queue', async () => {
    const pool = startPool(CLIENT, {}, { queueLimit: 0 });
    for (let count = 0; count < 20; count += 1) expect(pidOf(await pool.call())).toBe(pool.pids[0]);
  });

  test('fails a call and goes on', async () => {
    const pool = startPool(CLIENT);
    expect(await pool.call({ way: 'fails' })).toEqual({
      type: 'function-error', payload: '{"errorType":"KeyError","errorMessage":"missing"}', errorMessage: 'missing',
    });
    expect(pidOf(await pool.call())).toBe(pool.pids[0]);
  });

  test('that ends during a call fails it, and is replaced', async () => {
    const pool = startPool(CLIENT);
    expect(await pool.call({ way: 'exits', code: 3 })).toMatchObject({ type: 'failed', code: 'FUNCTION_CRASHED', exit: 'exit status 3' });
    expect(pidOf(await pool.call())).toBe(pool.pids[1]);
  });

  test.each([10, 1_000_000])('that ends after its answer was sent has answered, with %d bytes', async (bytes) => {
    const pool = startPool(CLIENT);
    for (const count of [1, 2, 3]) {
      expect(resultOf(await pool.call({ way: 'answersAndExits', bytes }))).toHaveLength(bytes);
      await until(() => pool.pids.length > count);
    }
  });

  test('that ends in the middle of its answer has not', async () => {
    const pool = startPool(CLIENT);
    expect(await pool.call({ way: 'answersHalf' })).toMatchObject({ type: 'failed', code: 'FUNCTION_CRASHED', exit: 'exit status 0' });
  });

  test('that asks for another call before its answer is replaced, and the call fails', async () => {
    const pool = startPool(CLIENT);
    expect(await pool.call({ way: 'asksAgain' })).toEqual({
      type: 'failed', code: 'FUNCTION_PROTOCOL_BROKEN', reason: 'it asked for another call before it had answered the last one',
    });
    expect(pidOf(await pool.call())).toBe(pool.pids[1]);
  });

  test('that takes too long is killed', async () => {
    const pool = startPool(CLIENT, { timeoutMs: 300 });
    expect(await pool.call({ way: 'hangs' })).toEqual({ type: 'timeout', timeoutMs: 300, limit: 'function' });
    expect(pidOf(await pool.call())).toBe(pool.pids[1]);
  });

  test('that does not ask for another call in time is replaced, and a call that waits is not lost', async () => {
    const pool = startPool(CLIENT, { timeoutMs: 300 });
    await pool.call({ way: 'answersAndHangs' });
    expect(pidOf(await pool.call())).toBe(pool.pids[1]);
    expect(pool.log).toEqual([expect.stringContaining('it did not ask for another call within 300 ms')]);
  });

  test('that turns away while it waits for a call is replaced, and a call that waits is not lost', async () => {
    const pool = startPool(CLIENT, { timeoutMs: 300 });
    await pool.call({ way: 'answersAndTurnsAway' });
    await until(() => outputOf(pool).includes('turned away'));
    await new Promise(setImmediate);
    expect(pidOf(await pool.call())).toBe(pool.pids[1]);
  });

  test('whose second answer is refused goes on', async () => {
    const pool = startPool(CLIENT);
    expect(pidOf(await pool.call({ way: 'answersTwice' }))).toBe(pool.pids[0]);
    expect(pidOf(await pool.call())).toBe(pool.pids[0]);
    await until(() => outputOf(pool).includes('status 400'));
  });

  test('whose answer is too large goes on', async () => {
    const pool = startPool(CLIENT);
    expect(await pool.call({ way: 'answersTooMuch' })).toMatchObject({
      type: 'failed', code: 'FUNCTION_RESULT_TOO_LARGE', error: { errorType: 'Function.ResponseSizeTooLarge' },
    });
    expect(pidOf(await pool.call())).toBe(pool.pids[0]);
    await until(() => outputOf(pool).includes('status 413'));
  });

  test('that cannot load its function says why', async () => {
    const pool = startPool(CLIENT, { environment: { INIT_ERROR: 'no module named nosuch' } });
    expect(await pool.call()).toMatchObject({
      type: 'failed', code: 'FUNCTION_INIT_FAILED', error: { errorType: 'Runtime.NoSuchModule', errorMessage: 'no module named nosuch' },
    });
  });

  test('that ends before it asks for a call could not be loaded', async () => {
    const pool = startPool(['bash', '-c', 'echo why >&2; exit 7']);
    expect(await pool.call()).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_FAILED', exit: 'exit status 7' });
    expect(outputOf(pool)).toContain('why');
  });

  test('that never asks for a call is killed', async () => {
    const pool = startPool(['bash', '-c', 'sleep 60'], {}, { initTimeoutMs: 300 });
    expect(await pool.call()).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_TIMEOUT' });
  });

  test('that cannot be started is a failure', async () => {
    const pool = startPool(['/nonexistent/bootstrap']);
    expect(await pool.call()).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_FAILED' });
  });
});

test('of twenty calls that each end their process, all fail, and none runs twice', async () => {
  const seen = path.join(newDirectory(), 'seen');
  const pool = startPool(CLIENT, { environment: { SEEN: seen } });
  for (let count = 0; count < 20; count += 1) expect(await pool.call({ way: 'exits', code: 1 })).toMatchObject({ type: 'failed', code: 'FUNCTION_CRASHED' });
  const begun = existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : [];
  expect(begun.length).toBeGreaterThan(2);
  expect(new Set(begun).size).toBe(begun.length);
  expect(pool.ids).toEqual(expect.arrayContaining(begun));
});

describe('a stream', () => {
  /** Reads a stream to its end. */
  async function textOf({ next }: FunctionStream): Promise<string> {
    const part = await next();
    if (part.type === 'broken') throw new Error('it broke off');
    return part.type === 'end' ? '' : part.bytes.toString() + await textOf({ next, cancel: () => undefined });
  }

  test('reaches a caller that takes streams', async () => {
    const pool = startPool(CLIENT);
    const outcome = await pool.call({ way: 'streams', pieces: ['a', 'b'] }, { isStreamed: true });
    if (outcome.type !== 'stream') throw new Error('no stream');
    expect(await textOf(outcome.stream)).toBe('ab');
    expect(pidOf(await pool.call())).toBe(pool.pids[0]);
  });

  test('breaks off when its process ends', async () => {
    const pool = startPool(CLIENT);
    const outcome = await pool.call({ way: 'streamsAndExits' }, { isStreamed: true });
    if (outcome.type !== 'stream') throw new Error('no stream');
    expect(await outcome.stream.next()).toMatchObject({ type: 'chunk' });
    expect(await outcome.stream.next()).toMatchObject({ type: 'broken', outcome: { type: 'failed', code: 'FUNCTION_CRASHED', exit: 'exit status 3' } });
  });

  test('is one result for other callers', async () => {
    const pool = startPool(CLIENT);
    expect(await pool.call({ way: 'streams', pieces: ['"a', 'b"'] })).toEqual({ type: 'result', payload: '"ab"' });
  });
});
