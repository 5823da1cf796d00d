import { bundleHandler, closeAll, fixture, startEngine, until, valueOf } from '../../support/functions/engine';

afterEach(closeAll);

/** The rules for callbacks, whatever Node runs the functions. */
const BEFORE_24 = { runtime: 'nodejs20.x' } as const;

describe('a handler answers', () => {
  test.each([
    ['asynchronously', 'answersAsync', { echo: { a: [1, 'ä', null] } }],
    ['by callback', 'answersByCallback', { echo: { a: [1, 'ä', null] } }],
    ['with nothing, which is null', 'answersNothing', null],
    ['with nothing and no promise, when nothing is left to do', 'returnsNothing', null],
    ['by context.done', 'answersByDone', 'done'],
    ['by context.succeed', 'answersBySucceed', 'succeeded'],
    ['by a callback it did not declare', 'answersByRestArguments', 3],
    ['once: the first answer counts', 'answersTwice', 'first'],
    ['as a nested export', 'nested.deeper.handler', 'nested'],
  ])('%s', async (_how, name, expected) => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture(`styles.${name}`, BEFORE_24), { a: [1, 'ä', null] }))).toEqual(expected);
  });

  test('after the event loop is empty, unless it says otherwise', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('styles.waitsForTheEventLoop', BEFORE_24)))).toEqual({ seen: true });
    expect(valueOf(await call(fixture('styles.doesNotWaitForTheEventLoop', BEFORE_24)))).toEqual({ seen: false });
  });

  test('and takes the next call on the same instance', async () => {
    const { call } = startEngine();
    for (const name of ['answersByCallback', 'returnsNothing', 'answersByDone', 'waitsForTheEventLoop']) {
      const version = fixture(`styles.${name}`, BEFORE_24);
      expect((await call(version)).type).toBe('result');
      expect((await call(version)).type).toBe('result');
    }
  });
});

describe('a handler fails', () => {
  test.each([
    ['by an exception in a promise', 'faults.throws', { errorType: 'RangeError', errorMessage: 'out of range' }],
    ['by an exception', 'faults.throwsSynchronously', { errorType: 'Error', errorMessage: 'at once' }],
    ['by callback', 'styles.failsByCallback', { errorType: 'TypeError', errorMessage: 'by callback' }],
    ['by context.fail', 'styles.answersByFail', { errorType: 'Error', errorMessage: 'failed' }],
    ['with null', 'faults.throwsNull', { errorType: 'string', errorMessage: 'handled' }],
    ['with text', 'faults.throwsText', { errorType: 'string', errorMessage: 'just text' }],
    ['with an error that cannot be read', 'faults.throwsUnreadable', { errorType: 'handled' }],
    ['with a BigInt in its result', 'faults.answersBigInt', { errorType: 'Error', errorMessage: 'Unable to stringify response body' }],
    ['with a circular result', 'faults.answersCircular', { errorType: 'Error', errorMessage: 'Unable to stringify response body' }],
    ['with a getter that throws in its result', 'faults.answersThrowingGetter', { errorType: 'Error', errorMessage: 'Unable to stringify response body' }],
    ['beside its promise', 'faults.throwsBesides', { errorType: 'Error', errorMessage: 'beside the promise' }],
    ['by a rejection nobody handles', 'faults.rejectsBesides', { errorType: 'Runtime.UnhandledPromiseRejection', errorMessage: 'Error: unhandled' }],
  ])('%s', async (_how, handler, expected) => {
    const { call } = startEngine();
    const outcome = await call(fixture(handler, BEFORE_24));
    expect(outcome.type).toBe('function-error');
    expect(JSON.parse('payload' in outcome ? outcome.payload : '')).toMatchObject({ ...expected, trace: expect.any(Array) });
  });
});

describe('code is loaded', () => {
  test('as an ES module with top-level await', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('module.handler')))).toEqual({ loadedBy: 'top-level await', file: 'module.mjs' });
  });

  test('from the default export when that holds the handler', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('module.fromDefault')))).toBe('default');
  });

  test('as its package.json says', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('package-module/index.handler')))).toBe('undefined');
  });

  test('from TypeScript, bundled', async () => {
    const { call } = startEngine();
    const version = fixture('index.handler', { codeDirectory: bundleHandler('typed.ts') });
    expect(valueOf(await call(version, { name: 'Ada' }))).toBe('Ada at orders');
  });

  test('with its source map, so that a stack trace names the source', async () => {
    const { call } = startEngine();
    const outcome = await call(fixture('index.fails', { codeDirectory: bundleHandler('typed.ts', true) }), { name: 'Ada' });
    expect(outcome).toMatchObject({ type: 'function-error', errorMessage: 'no Ada' });
    expect('payload' in outcome && outcome.payload).toMatch(/typed\.ts:12/);
  });

  test.each([
    ['styles.missing', 'is undefined or not exported'],
    ['styles.toString', 'is undefined or not exported'],
    ['styles.notAFunction', 'is not a function'],
    ['missing.handler', 'Runtime.ImportModuleError: Error: Cannot find module \'missing\'\nRequire stack:\n- /var/runtime/index.mjs'],
    ['handler', 'not of the form'],
    ['throws-at-load.handler', 'broken at load'],
    ['exits-at-load.handler', 'exit code 3 while loading'],
  ])('or not: %s %s', async (handler, reason) => {
    const { call } = startEngine();
    expect(await call(fixture(handler))).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_FAILED', reason: expect.stringContaining(reason) });
  });
});

describe('a handler sees', () => {
  test('a faithful context', async () => {
    const { call } = startEngine();
    const value = valueOf(await call(fixture('styles.tellsContext', { ...BEFORE_24, memoryMiB: 256, timeoutMs: 20_000 }), {}, { invocationId: 'request-1' }));
    expect(value).toMatchObject({
      awsRequestId: 'request-1',
      functionName: 'orders',
      functionVersion: '$LATEST',
      memoryLimitInMB: '256',
      invokedFunctionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:orders',
      logGroupName: '/aws/lambda/orders',
      logStreamName: expect.stringMatching(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/),
      callbackWaitsForEmptyEventLoop: true,
      members: [
        'awsRequestId', 'callbackWaitsForEmptyEventLoop', 'clientContext', 'done', 'fail', 'functionName', 'functionVersion',
        'getRemainingTimeInMillis', 'identity', 'invokedFunctionArn', 'logGroupName', 'logStreamName', 'memoryLimitInMB', 'succeed',
      ],
    });
    const { remainingMs } = value as { remainingMs: number };
    expect(remainingMs).toBeGreaterThan(0);
    expect(remainingMs).toBeLessThanOrEqual(20_000);
  });

  test('its own process as a handler would expect it', async () => {
    const { call } = startEngine();
    const version = fixture('styles.tellsProcess');
    expect(valueOf(await call(version))).toMatchObject({ argv: [], cwd: version.codeDirectory });
  });

  test('the trace id of the call in its environment', async () => {
    const { call } = startEngine();
    const version = fixture('styles.tellsEnvironment');
    expect(valueOf(await call(version, {}, { traceId: 'Root=1-2-3' }))).toMatchObject({ _X_AMZN_TRACE_ID: 'Root=1-2-3' });
    expect(valueOf(await call(version))).not.toHaveProperty('_X_AMZN_TRACE_ID');
  });
});

describe('a handler cannot', () => {
  test('send a signal to the gateway', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('faults.signalsTheGateway')))).toEqual(Array(4).fill('ERR_ACCESS_DENIED'));
  });

  test.each(['faults.replacesIntrinsics', 'faults.replacesSets'])('break the host by replacing what it needs: %s', async (handler) => {
    const { call } = startEngine();
    const version = fixture(handler);
    expect(valueOf(await call(version))).toEqual({ genuine: true });
    expect(valueOf(await call(version))).toEqual({ genuine: true });
  });
});

test('several calls of a synchronous handler without callback are answered at once', async () => {
  const { call } = startEngine();
  const version = fixture('styles.returnsNothing', { ...BEFORE_24, concurrency: 4 });
  const values = await Promise.all([1, 2, 3, 4].map(() => call(version)));
  expect(values.map(valueOf)).toEqual([null, null, null, null]);
});

test('an error while loading is in the output, with the place where it was thrown', async () => {
  const { call, lines } = startEngine();
  await call(fixture('throws-at-load.handler'));
  await until(() => lines.length > 1);
  expect(lines.slice(0, 2).map(({ text }) => text)).toEqual(['Error: broken at load', expect.stringContaining('(/var/task/throws-at-load.cjs:1:7)')]);
});

test('an error is in the output of its call, with the place where it was thrown', async () => {
  const { call, lines } = startEngine();
  await call(fixture('faults.throws'), {}, { requestId: 'failed' });
  await call(fixture('faults.throwsSynchronously'), {}, { requestId: 'at once' });
  await until(() => lines.length >= 4);
  expect(lines[0]).toMatchObject({ stream: 'stderr', requestId: 'failed', text: 'RangeError: out of range' });
  expect(lines.map((line) => line.text)).toEqual([
    'RangeError: out of range', expect.stringMatching(/^ +at .*\(\/var\/task\/faults\.[a-z]+:\d+:\d+\)$/),
    'Error: at once', expect.stringMatching(/^ +at .*\(\/var\/task\/faults\.[a-z]+:\d+:\d+\)$/),
  ]);
});
