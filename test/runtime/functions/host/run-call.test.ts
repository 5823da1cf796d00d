import type { InvocationOutcome } from '../../../../lib/runtime/ports';
import { AMPLE_MS, closeAll, fixture, startEngine, until, valueOf, type TestEngine } from '../../../support/functions/engine';

afterEach(closeAll);

const CALLBACK_RUNTIMES = ['nodejs20.x', 'nodejs22.x'] as const;

/** The members of an error as its caller gets them. */
function errorOf(outcome: InvocationOutcome): unknown {
  if (outcome.type !== 'function-error') throw new Error(`no error but ${JSON.stringify(outcome)}`);
  return JSON.parse(outcome.payload);
}

const codesIn = ({ entries }: TestEngine) => entries.flatMap(({ code }) => (code?.startsWith('FUNCTION_') === true ? [code] : []));

describe.each(CALLBACK_RUNTIMES)('on %s', (runtime) => {
  test('a value that a handler returns without being async is ignored; the log says so once, and to make it async', async () => {
    const engine = startEngine();
    const version = fixture('runtimes.returnsAtOnce', { runtime });
    expect(valueOf(await engine.call(version))).toBeNull();
    expect(valueOf(await engine.call(version))).toBeNull();
    expect(codesIn(engine)).toEqual(['FUNCTION_RESULT_IGNORED']);
    expect(engine.entries[0]?.message).toContain('Make it async');
  });

  test('the callback counts beside a returned value', async () => {
    const engine = startEngine();
    expect(valueOf(await engine.call(fixture('runtimes.returnsBesideCallback', { runtime })))).toBe('by callback');
    expect(codesIn(engine)).toEqual([]);
  });

  test('nothing that is thrown at once is nothing: a success with null', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('runtimes.throwsUndefined', { runtime })))).toBeNull();
  });

  test.each(['rejectsWithUndefined', 'failsWithNothing'])('an error that is missing is called handled: %s', async (name) => {
    const { call } = startEngine();
    expect(errorOf(await call(fixture(`runtimes.${name}`, { runtime })))).toEqual({ errorType: 'string', errorMessage: 'handled', trace: [] });
  });

  test('a result without a JSON form is an Error in the words of Lambda, and the log has the reason', async () => {
    const { call, lines } = startEngine();
    expect(errorOf(await call(fixture('runtimes.answersCircular', { runtime })))).toEqual({
      errorType: 'Error', errorMessage: 'Unable to stringify response body', trace: ['Error: Unable to stringify response body'],
    });
    await until(() => lines.length > 0);
    expect(lines[0]?.text).toContain('Converting circular structure');
  });

  test('a promise that is not of an async handler and never settles is a result of null', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('runtimes.returnsPromiseThatNeverSettles', { runtime })))).toBeNull();
  });
});

describe('on nodejs24.x', () => {
  const on24 = (name: string) => fixture(`runtimes.${name}`, { runtime: 'nodejs24.x' });

  test('whatever a handler returns is its result, and the log says nothing of it', async () => {
    const engine = startEngine();
    expect(valueOf(await engine.call(on24('returnsAtOnce'), 1))).toEqual({ echo: 1 });
    expect(codesIn(engine)).toEqual([]);
  });

  test('there are no callbacks: neither an argument nor members of the context', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(on24('tellsArguments')))).toEqual({ count: 2, members: [
      'awsRequestId', 'clientContext', 'functionName', 'functionVersion', 'getRemainingTimeInMillis', 'identity', 'invokedFunctionArn', 'logGroupName',
      'logStreamName', 'memoryLimitInMB',
    ] });
  });

  test.each(['throwsUndefined', 'rejectsWithUndefined'])('an error that is missing is called undefined: %s', async (name) => {
    const { call } = startEngine();
    expect(errorOf(await call(on24(name)))).toEqual({ errorType: 'undefined', errorMessage: 'undefined', trace: [] });
  });

  test('a result without a JSON form is a JSONStringifyError', async () => {
    const { call } = startEngine();
    expect(errorOf(await call(on24('answersCircular')))).toMatchObject({
      errorType: 'Runtime.JSONStringifyError', errorMessage: 'Unable to stringify response body',
    });
  });

  test('any promise that never settles is an exit', async () => {
    const { call } = startEngine();
    expect(errorOf(await call(on24('returnsPromiseThatNeverSettles')))).toMatchObject({ errorType: 'Runtime.NodeJsExit' });
  });
});

test('without a runtime the return value is the result, and the log warns once that Lambda ignores it', async () => {
  const engine = startEngine();
  const version = fixture('runtimes.returnsAtOnce');
  expect(valueOf(await engine.call(version, 1))).toEqual({ echo: 1 });
  expect(valueOf(await engine.call(version, 2))).toEqual({ echo: 2 });
  const { AWS_EXECUTION_ENV } = Object(valueOf(await engine.call(fixture('styles.tellsEnvironment')))) as { readonly AWS_EXECUTION_ENV: string };
  const hasCallbacks = Number(/(\d+)\.x$/.exec(AWS_EXECUTION_ENV)?.[1]) < 24; // by the Node that runs the functions
  expect(codesIn(engine)).toEqual(hasCallbacks ? ['FUNCTION_NOT_ASYNC'] : []);
  expect(engine.entries.map(({ message }) => message).join()).toContain(hasCallbacks ? 'Make it async' : '');
});

describe('a promise of an async handler that never settles', () => {
  test('ends the call as soon as the event loop is empty, long before the time is up', async () => {
    const { call, lines } = startEngine();
    const version = fixture('runtimes.neverSettlesOnDemand', { timeoutMs: AMPLE_MS });
    const [stuck, next] = await Promise.all([call(version, { isStuck: true }), call(version, { isStuck: false })]);
    expect(errorOf(stuck)).toMatchObject({
      errorType: 'Runtime.NodeJsExit',
      errorMessage: expect.stringContaining('most commonly caused by a Promise that was never settled'),
    });
    // on the same instance: nothing ends with it
    expect(valueOf(next)).toBe('settled');
    await until(() => lines.length > 0);
    expect(lines[0]?.text).toMatch(/^Runtime\.NodeJsExit: /);
  });

  test('differs from one that takes its time', async () => {
    const { call } = startEngine();
    const version = fixture('runtimes.settlesLate');
    expect(valueOf(await call(version, { ms: 200 }))).toBe('late');
    expect(valueOf(await call(version, { ms: 1 }))).toBe('late');
    expect(valueOf(await call(version, { ms: 100 }))).toBe('late');
  });
});

test('the runtime is in the environment as Lambda names it', async () => {
  const { call } = startEngine();
  expect(valueOf(await call(fixture('styles.tellsEnvironment', { runtime: 'nodejs22.x' })))).toMatchObject({ AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
});

describe('a stack', () => {
  const framesOf = (outcome: InvocationOutcome) => (errorOf(outcome) as { readonly trace: readonly string[] }).trace.filter((line) => /^ +at /.test(line));

  test.each(['faults.throws', 'faults.throwsSynchronously'])('names the places that Lambda has, and no frame of the host: %s', async (handler) => {
    const { call } = startEngine();
    expect(framesOf(await call(fixture(handler)))).toEqual([expect.stringMatching(/^ {4}at .*\(\/var\/task\/faults\.cjs:\d+:\d+\)$/)]);
  });

  test('keeps the frames of Node that the function has called', async () => {
    const { call } = startEngine();
    const frames = framesOf(await call(fixture('runtimes.failsInNode')));
    expect(frames[0]).toContain('(node:');
    expect(frames.at(-1)).toContain('/var/task/runtimes.cjs');
    expect(frames.join()).not.toContain('instance');
  });

  test('a message does not tell where the code and its scratch directory are here', async () => {
    const { call } = startEngine();
    expect(errorOf(await call(fixture('runtimes.tellsPaths')))).toMatchObject({ errorMessage: 'code in /var/task, files in /tmp/a.txt' });
  });
});
