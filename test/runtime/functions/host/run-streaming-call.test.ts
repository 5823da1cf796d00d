import type { FunctionStream, FunctionVersion, InvocationOutcome } from '../../../../lib/runtime/ports';
import { AMPLE_MS, closeAll, fixture, isAlive, startEngine, until, valueOf, type TestEngine } from '../../../support/functions/engine';

afterEach(closeAll);

const HEAD = '{"statusCode":201,"headers":{"Content-Type":"text/plain","X-A":"a"},"cookies":["b=c","d=e"]}\0\0\0\0\0\0\0\0';

async function open({ call }: TestEngine, version: FunctionVersion, event: unknown = {}, timeoutMs = AMPLE_MS): Promise<FunctionStream> {
  const outcome = await call(version, event, { isStreamed: true, timeoutMs });
  if (outcome.type !== 'stream') throw new Error(`no stream but ${JSON.stringify(outcome)}`);
  return outcome.stream;
}

/** The text of a stream, and what it ended with. */
async function read(stream: FunctionStream): Promise<{ readonly text: string; readonly end: InvocationOutcome | 'end' }> {
  for (let text = ''; ;) {
    const part = await stream.next();
    if (part.type === 'chunk') text += part.bytes.toString('latin1');
    else return { text, end: part.type === 'end' ? 'end' : part.outcome };
  }
}

describe('a caller that takes a stream', () => {
  test('gets chunks while the handler runs, then the end', async () => {
    const engine = startEngine();
    const version = fixture('streams.waitsAtTheGate', { concurrency: 2 });
    const stream = await open(engine, version);
    expect(await stream.next()).toEqual({ type: 'chunk', bytes: Buffer.from(`${HEAD}first`) });
    const last = stream.next();
    await read(await open(engine, version, { open: true }));
    expect(await last).toEqual({ type: 'chunk', bytes: Buffer.from(' last') });
    expect(await stream.next()).toEqual({ type: 'end' });
  });

  test.each([
    ['of a head alone', 'onlyHead', '{"statusCode":204}\0\0\0\0\0\0\0\0'],
    ['that ends after its handler', 'endsLater', `${HEAD}later`],
    ['in two parts', 'twoParts', `${HEAD}one two`],
  ])('gets a stream %s', async (_, name, text) => {
    expect(await read(await open(startEngine(), fixture(`streams.${name}`)))).toEqual({ text, end: 'end' });
  });

  test('gets any bytes unchanged, in their order', async () => {
    const stream = await open(startEngine(), fixture('streams.raw'), { parts: ['\0\xff', '', 'é'.repeat(100_000)] });
    expect(await read(stream)).toEqual({ text: `\0\xff${'é'.repeat(100_000)}`, end: 'end' });
  });

  test('gets megabytes', async () => {
    const { text } = await read(await open(startEngine(), fixture('streams.flood'), { bytes: 20_000_000 }));
    expect(text.length).toBe(HEAD.length + 20_000_000);
  });

  test('gets the result of a handler that does not stream', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('streams.plain'), {}, { isStreamed: true }))).toMatchObject({ body: 'plain' });
  });

  test('gets the error of a handler that fails before the first byte', async () => {
    const { call, lines } = startEngine();
    expect(await call(fixture('streams.failsBefore'), {}, { isStreamed: true })).toMatchObject({ type: 'function-error', errorMessage: 'early' });
    await until(() => lines.length > 1);
    expect(lines.map(({ text }) => text)).toEqual(['RangeError: early', expect.stringMatching(/at .*\/var\/task\/streams\.cjs:/)]);
    expect(await call(fixture('streams.notAsync'), {}, { isStreamed: true }))
      .toMatchObject({ type: 'function-error', errorMessage: 'Streaming does not support non-async handlers.' });
  });

  test.each([
    ['failsAfter', { type: 'function-error', errorMessage: 'late' }],
    ['exitsAfter', { type: 'failed', code: 'FUNCTION_CRASHED' }],
  ])('gets what came, and why no more comes: %s', async (name, end) => {
    expect(await read(await open(startEngine(), fixture(`streams.${name}`)))).toEqual({ text: `${HEAD}some`, end: expect.objectContaining(end) });
  });

  test('loses a stream that runs too long', async () => {
    const stream = await open(startEngine(), fixture('streams.hangsAfter'), {}, 800);
    expect(await read(stream)).toEqual({ text: `${HEAD}some`, end: { type: 'timeout', timeoutMs: 800, limit: 'caller' } });
  });

  test('that does not read makes the handler wait, and hardly anything is kept', async () => {
    const engine = startEngine();
    const stream = await open(engine, fixture('streams.flood'), { bytes: 50_000_000 });
    const chunks = () => engine.lines.map(({ text }) => /^made (\d+)$/.exec(text)?.[1]).filter((text) => text !== undefined).map(Number);
    await until(() => chunks().length >= 5);
    expect(Math.max(...chunks())).toBeLessThan(600_000);
    expect((await read(stream)).text.length).toBe(HEAD.length + 50_000_000);
  });

  test('a cancellation reaches the handler, and the instance takes the next call', async () => {
    const engine = startEngine();
    const version = fixture('streams.flood');
    const stream = await open(engine, version, { bytes: 50_000_000 });
    stream.cancel();
    expect(await stream.next()).toEqual({ type: 'end' });
    await until(() => engine.lines.some(({ text }) => /^stopped \d+ ClientDisconnected$/.test(text)));
    expect((await read(await open(engine, version, { bytes: 5 }))).text).toBe(`${HEAD}xxxxx`);
    expect(engine.entries).toEqual([]);
  });

  test('does not affect concurrent calls', async () => {
    const engine = startEngine();
    const slow = await open(engine, fixture('streams.flood', { name: 'flood' }), { bytes: 5_000_000 });
    const version = fixture('styles.answersAsync');
    for (let count = 0; count < 50; count += 1) expect((await engine.call(version)).type).toBe('result');
    expect((await read(slow)).end).toBe('end');
  });
});

describe('a caller that takes no stream', () => {
  test('gets the whole output as the result', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('streams.proxyResult')))).toEqual({ statusCode: 202, body: 'whole' });
    expect(await call(fixture('streams.twoParts'))).toEqual({ type: 'result', payload: `${HEAD}one two` });
  });

  test('gets an error for more than a result may have', async () => {
    const { call } = startEngine();
    expect(await call(fixture('streams.flood'), { bytes: 7_000_000 })).toMatchObject({ type: 'failed', code: 'FUNCTION_RESULT_TOO_LARGE' });
  });

  test('gets the error of the handler', async () => {
    const { call } = startEngine();
    expect(await call(fixture('streams.failsAfter'))).toMatchObject({ type: 'function-error', errorMessage: 'late' });
  });
});

test('a streaming handler gets event, stream and context, and its own mark', async () => {
  const { call } = startEngine();
  expect(valueOf(await call(fixture('streams.tells'), { a: 1 }, { invocationId: 'id-1' })))
    .toEqual({ event: { a: 1 }, requestId: 'id-1', remaining: true, mark: 1234 });
});

test('closing the engine waits for a stream that is read, and cuts one that is not in time', async () => {
  const engine = startEngine();
  const whole = read(await open(engine, fixture('streams.twoParts'), { waitMs: 300 }));
  const closing = engine.engine.close(3_600_000);
  expect(await whole).toMatchObject({ end: 'end' });
  await closing;
  const secondEngine = startEngine();
  const stream = await open(secondEngine, fixture('streams.hangsAfter'));
  await secondEngine.engine.close(50);
  expect((await read(stream)).end).toMatchObject({ type: 'failed' });
  expect(isAlive(process.pid)).toBe(true);
});
