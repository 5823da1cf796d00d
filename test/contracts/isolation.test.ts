import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InvocationOutcome, StreamPart } from '../../lib/runtime/ports';
import { closeAll, fixture, startEngine, until, valueOf } from '../support/functions/engine';
import { newDirectory } from '../support/temporary-directory';

afterEach(closeAll);

/** The rules for callbacks, whatever Node runs the functions. */
const BEFORE_24 = { runtime: 'nodejs20.x' } as const;

/** The environment of a handler is the same in a process and, in tests, in a thread. */
describe.each(['process', 'thread'] as const)('in a %s', (isolation) => {
  const start = (options: Parameters<typeof startEngine>[0] = {}) => startEngine({ isolation, ...options });

  test.each([
    ['answersAsync', { echo: { a: [1, 'ä', null] } }],
    ['answersByCallback', { echo: { a: [1, 'ä', null] } }],
    ['answersNothing', null],
    ['returnsNothing', null],
    ['answersByDone', 'done'],
    ['answersBySucceed', 'succeeded'],
    ['answersByRestArguments', 3],
    ['answersTwice', 'first'],
    ['waitsForTheEventLoop', { seen: true }],
    ['doesNotWaitForTheEventLoop', { seen: false }],
    ['nested.deeper.handler', 'nested'],
  ])('a handler answers: %s', async (name, expected) => {
    const { call } = start();
    const version = fixture(`styles.${name}`, BEFORE_24);
    expect(valueOf(await call(version, { a: [1, 'ä', null] }))).toEqual(expected);
    expect(valueOf(await call(version, { a: [1, 'ä', null] }))).toEqual(expected);
  });

  test.each([
    ['faults.throws', { errorType: 'RangeError', errorMessage: 'out of range' }],
    ['faults.throwsSynchronously', { errorType: 'Error', errorMessage: 'at once' }],
    ['styles.failsByCallback', { errorType: 'TypeError', errorMessage: 'by callback' }],
    ['faults.answersBigInt', { errorType: 'Error', errorMessage: 'Unable to stringify response body' }],
    ['runtimes.neverSettles', { errorType: 'Runtime.NodeJsExit' }],
    ['faults.throwsBesides', { errorType: 'Error', errorMessage: 'beside the promise' }],
    ['faults.rejectsBesides', { errorType: 'Runtime.UnhandledPromiseRejection', errorMessage: 'Error: unhandled' }],
  ])('a handler fails: %s', async (handler, expected) => {
    const { call } = start();
    const outcome = await call(fixture(handler, BEFORE_24));
    expect(outcome.type).toBe('function-error');
    expect(JSON.parse('payload' in outcome ? outcome.payload : '')).toMatchObject({ ...expected, trace: expect.any(Array) });
  });

  test.each([
    ['faults.exits', 'FUNCTION_CRASHED'],
    ['faults.fillsHeap', 'FUNCTION_OUT_OF_MEMORY'],
    ['faults.answersTooMuch', 'FUNCTION_RESULT_TOO_LARGE'],
    ['throws-at-load.handler', 'FUNCTION_INIT_FAILED'],
    ['exits-at-load.handler', 'FUNCTION_INIT_FAILED'],
    ['missing.handler', 'FUNCTION_INIT_FAILED'],
    ['styles.notAFunction', 'FUNCTION_INIT_FAILED'],
  ])('%s fails its own call and affects no other function', async (handler, code) => {
    const { call } = start();
    expect(await call(fixture(handler))).toMatchObject({ type: 'failed', code });
    expect(valueOf(await call(fixture('styles.answersAsync'), 1))).toEqual({ echo: 1 });
  });

  test.each(['loopsForEver', 'loopsInMicrotasks', 'neverAnswers'])('a call that gives no answer in time is given up: %s', async (name) => {
    const { call } = start();
    const version = fixture(`faults.${name}`, { timeoutMs: 200 });
    const timeout: InvocationOutcome = { type: 'timeout', timeoutMs: 200, limit: 'function' };
    expect(await call(version)).toEqual(timeout);
    expect(await call(version)).toEqual(timeout);
  });

  test('one that never finishes loading is ended', async () => {
    const { call } = start({ initTimeoutMs: 300 });
    expect(await call(fixture('hangs-at-load.handler'))).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_TIMEOUT' });
  });

  test.each(['exitsAfterAnswering', 'rejectsLate', 'throwsLate'])('an end after an answer takes no call along: %s', async (name) => {
    const { call } = start();
    const version = fixture(`faults.${name}`);
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => call(version)));
    expect(outcomes.map(valueOf)).toEqual(Array(5).fill('answered'));
  });

  test('calls queued behind one that breaks its instance run once', async () => {
    const { call } = start();
    const version = fixture('faults.notesAndBreaks', { timeoutMs: 500 });
    const notesFile = path.join(newDirectory(), 'notes');
    for (let count = 0; count < 50; count += 1) await call(version, { name: 'warm' });
    const names = Array.from({ length: 8 }, (_, index) => `call-${index}`);
    const calls = names.map((name, index) => call(version, { place: notesFile, name, crashes: index === 3, loops: index === 5 }));
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ type }, index) => (type === 'result' ? 'result' : `${index} ${type}`))).toEqual(
      names.map((_, index) => (index === 3 ? '3 failed' : index === 5 ? '5 timeout' : 'result')),
    );
    expect(readFileSync(notesFile, 'utf8').trim().split('\n').sort()).toEqual(names);
  });

  test('a function sees its own environment and nothing of the gateway\'s', async () => {
    process.env.OF_THE_GATEWAY = 'secret';
    try {
      const { call } = start();
      const version = fixture('styles.tellsEnvironment', { environment: { TABLE: 'pets' } });
      const environment = valueOf(await call(version)) as Record<string, string>;
      expect(environment).toMatchObject({ TABLE: 'pets', AWS_LAMBDA_FUNCTION_NAME: 'orders', _HANDLER: 'styles.tellsEnvironment' });
      expect(environment).not.toHaveProperty('OF_THE_GATEWAY');
      expect(process.env).not.toHaveProperty('TABLE');
    } finally {
      delete process.env.OF_THE_GATEWAY;
    }
  });

  test('a context and the intrinsics are the instance\'s own', async () => {
    const { call } = start();
    expect(valueOf(await call(fixture('styles.tellsContext'), {}, { invocationId: 'request-1' }))).toMatchObject({ awsRequestId: 'request-1', functionName: 'orders' });
    const version = fixture('faults.replacesIntrinsics');
    for (let count = 0; count < 2; count += 1) expect(valueOf(await call(version))).toEqual({ genuine: true });
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('signals do not reach the gateway', async () => {
    const { call } = start();
    expect(valueOf(await call(fixture('faults.signalsTheGateway')))).toEqual(Array(4).fill('ERR_ACCESS_DENIED'));
  });

  test('output is handed over line by line, with the call that wrote it', async () => {
    const { call, lines } = start();
    const version = fixture('faults.writes');
    await call(version, { n: 1 }, { requestId: 'first' });
    await call(version, { n: 2 }, { requestId: 'second' });
    await until(() => lines.length >= 6);
    const ofStream = (stream: string) => lines.filter((line) => line.stream === stream).map(({ requestId, text }) => `${requestId}: ${text}`);
    expect(ofStream('stdout')).toEqual(['first: to stdout 1', 'first: no line end 1', 'second: to stdout 2', 'second: no line end 2']);
    expect(ofStream('stderr')).toEqual(['first: to stderr 1', 'second: to stderr 2']);
    expect(lines[0].functionName).toBe('orders');
  });

  test('a flood of output is cut short', async () => {
    const { call, lines } = start();
    expect(valueOf(await call(fixture('faults.writesFlood')))).toBe('done');
    await until(() => lines.some(({ text }) => text.includes('above 1 MiB a second')));
  });

  test('a stream passes through, with credit', async () => {
    const { call } = start();
    const outcome = await call(fixture('streams.flood'), { bytes: 2_000_000 }, { isStreamed: true });
    if (outcome.type !== 'stream') throw new Error(`no stream but ${outcome.type}`);
    let bytes = 0;
    let part: StreamPart;
    while ((part = await outcome.stream.next()).type === 'chunk') bytes += part.bytes.length;
    expect(part).toEqual({ type: 'end' });
    expect(bytes).toBeGreaterThanOrEqual(2_000_000);
  });

  test('several calls run at once where that is declared', async () => {
    const { call } = start();
    const version = fixture('meeting.meetsInProcess', { concurrency: 3 });
    const values = await Promise.all([1, 2, 3].map(() => call(version, { expected: 3 })));
    expect(values.map(valueOf)).toMatchObject(Array(3).fill({ running: 3 }));
  });

  test('close waits for running calls and leaves nothing running', async () => {
    const { call, engine } = start();
    const place = newDirectory();
    const running = call(fixture('meeting.waitsToGo'), { place, name: 'running' });
    const { TMPDIR } = valueOf(await call(fixture('styles.tellsEnvironment'))) as { TMPDIR: string };
    await until(() => existsSync(path.join(place, 'running')));
    const closed = engine.close(3_600_000);
    writeFileSync(path.join(place, 'go'), '');
    expect(valueOf(await running)).toBe('running');
    await closed;
    expect(existsSync(path.dirname(TMPDIR))).toBe(false);
    expect(process.getActiveResourcesInfo().filter((name) => ['MessagePort', 'ProcessWrap', 'Worker'].includes(name))).toEqual([]);
  });
});

test('running functions in threads is logged once', async () => {
  const { call, entries } = startEngine({ isolation: 'thread' });
  await call(fixture('styles.answersAsync'));
  await call(fixture('styles.answersNothing'));
  expect(entries).toEqual([{ level: 'warn', code: 'ISOLATION_THREAD', message: expect.stringContaining('for tests only') }]);
});
