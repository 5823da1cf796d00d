import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PipelineDepth } from '../../../../lib/runtime/functions/host/pipeline-depth';
import { FRAME, OUTPUT_MARK } from '../../../../lib/runtime/functions/wire/frames';
import { encodeFrame } from '../../../support/functions/encode-frame';
import { endPython, startPython, type PythonProcess } from '../../../support/functions/python-process';
import { removeDirectories } from '../../../support/temporary-directory';
import { until } from '../../../support/until';

/* A process with Python on the wire: which calls it takes, which answers leave it, and what user code cannot break. */

afterEach(endPython);
afterAll(removeDirectories);

/** Starts a function whose handler is these lines. */
async function start(...lines: readonly string[]): Promise<PythonProcess> {
  const imports = 'import io, json, logging, os, subprocess, sys, threading, time';
  return startPython({ code: [imports, 'def h(event, context):', ...lines.map((line) => `    ${line}`)].join('\n') });
}

/** Waits in the handler until the test writes a file of this name. */
const WAITS = ['open("waits", "w").close()', 'while not os.path.exists("go"): time.sleep(0.001)'];

/** Waits until the handler does. @returns a function that lets it go on */
async function waiting({ directory }: PythonProcess): Promise<() => void> {
  await until(() => existsSync(path.join(directory, 'waits')) || undefined);
  return () => writeFileSync(path.join(directory, 'go'), '');
}

describe('a call is taken out of the call socket when it begins', () => {
  test('so the one behind a running call can be taken back, and the running one is answered', async () => {
    const python = await start(...WAITS, 'return 1');
    const first = python.send({});
    const second = python.send({});
    const go = await waiting(python);
    expect(python.wire.takeBack()).toBe(second.offset);
    go();
    expect(await python.answerTo(first.nonce)).toMatchObject({ kind: FRAME.result, body: '1' });
    expect(await python.ended).toEqual({ code: 1, signal: null });
    expect(python.frames).toHaveLength(2);
  });

  test('so the one behind a call that kills the process is not lost', async () => {
    const python = await start('os.kill(os.getpid(), 9)');
    python.send({});
    const second = python.send({});
    expect(await python.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(python.wire.takeBack()).toBe(second.offset);
  });

  test('and its answer has left before the next one begins', async () => {
    const python = await start('if event == 3: os._exit(0)', 'return event');
    const sent = [1, 2, 3, 4].map((event) => python.send(event));
    await python.ended;
    expect(python.frames.map(({ body }) => body)).toEqual(['', '1', '2']);
    expect(python.wire.takeBack()).toBe(sent[3].offset);
  });

  test('and many at once are answered in order', async () => {
    const python = await start('return event');
    const sent = Array.from({ length: 2000 }, (_, index) => python.send(index));
    await python.answerTo(sent[1999].nonce);
    const answers = python.frames.filter(({ kind }) => kind === FRAME.result);
    expect(answers.map(({ body }) => Number(body))).toEqual(sent.map((_, index) => index));
  });

  test('also when it is announced before all of it is there', async () => {
    const python = await start('return [len(event), event[-1], event]');
    const text = 'ä€😀'.repeat(350_000);
    const sent = [python.send(JSON.stringify(text)), python.send(JSON.stringify('end'))];
    const { body } = await python.answerTo(sent[0].nonce);
    expect(JSON.parse(body)).toEqual([1_050_000, '😀', text]);
    expect((await python.answerTo(sent[1].nonce)).body).toBe('[3, "d", "end"]');
  });
});

test('the calls that may be announced ahead are as many as for an instance with Node.js', async () => {
  const clock = ['import __main__', 'now = 0.0', '__main__.monotonic_now = lambda: now', 'def h(event, context):', '    global now', '    now += event / 1000'];
  const python = await startPython({ code: clock.join('\n') });
  const spans = [[0.05, 150], [1, 150], [0.3, 50], [7, 200], [0.01, 300], [30, 1], [0.2, 99], [26, 1], [0.2, 150], [12, 40]];
  const times = spans.flatMap(([ms, count]) => Array<number>(count).fill(ms));
  await python.answerTo(times.map((ms) => python.send(ms).nonce).at(-1) ?? '');
  let now = 0;
  const reference = new PipelineDepth(() => now);
  const depths = times.flatMap((ms) => {
    reference.began();
    now += ms;
    return reference.ended() ?? [];
  });
  expect(depths.length).toBeGreaterThan(5);
  expect(python.frames.filter(({ kind }) => kind === FRAME.pipelineDepth).map(({ body }) => Number(body))).toEqual(depths);
});

describe('what is written during a call is attributed to it', () => {
  test('on both streams, through buffers and without a line end', async () => {
    const python = await start(
      'print(f"out {event}")', 'print(f"err {event}", file=sys.stderr, end="")', 'sys.stdout.buffer.write(b"bytes")', 'logging.warning("w")',
    );
    const [first, second] = [python.send(1), python.send(2)].map(({ nonce }) => nonce);
    await python.answerTo(second);
    const lines = (await python.end()).map(({ stream, text, nonce }) => [nonce, stream, text.replace(/\[WARNING\].*\t/, '')]);
    expect(lines.filter(([, stream]) => stream === 'stdout')).toEqual([
      [first, 'stdout', 'out 1'], [first, 'stdout', 'bytesw'], [second, 'stdout', 'out 2'], [second, 'stdout', 'bytesw'],
    ]);
    expect(lines.filter(([, stream]) => stream === 'stderr')).toEqual([[first, 'stderr', 'err 1'], [second, 'stderr', 'err 2']]);
  });

  test('even if it is only in the buffer of the stream', async () => {
    const python = await start('sys.stdout.buffer.write(b"bytes")');
    const { nonce } = await python.call();
    expect(await python.end()).toEqual([{ stream: 'stdout', text: 'bytes', nonce }]);
  });

  test('and a call without output marks nothing', async () => {
    const python = await start('if event == 1: print("\\ud800", end="")');
    for (const event of [0, 1, 0]) await python.result(event);
    await python.end();
    expect(Buffer.concat(python.output).toString()).toBe(`\\ud800${OUTPUT_MARK}0000000000000002\n`);
  });
});

describe('user code does not harm its process', () => {
  test('by printing what looks like an answer', async () => {
    const python = await start('print(\'{"statusCode": 500}\')', 'return "ok"');
    expect(await python.result()).toBe('ok');
  });

  test('by frames of its own, which only forge what has its nonce', async () => {
    const forged = encodeFrame(FRAME.result, 'f'.repeat(16), '"forged"').toString('hex');
    const python = await start(`os.write(3, bytes.fromhex("${forged}"))`, 'return "mine"');
    const { nonce } = python.send({});
    expect(await python.answerTo(nonce)).toMatchObject({ body: '"mine"' });
    expect(python.frames.slice(1)).toEqual([{ kind: FRAME.result, nonce: 'f'.repeat(16), body: '"forged"' }, expect.objectContaining({ nonce })]);
  });

  test.each([
    ['closing standard output', 'os.close(1)'],
    ['closing its stream', 'sys.stdout.close()'],
    ['detaching its stream', 'sys.stdout.detach()'],
    ['replacing its stream', 'sys.stdout = io.StringIO()'],
    ['replacing the environment', 'os.environ = {}'],
    ['removing the environment', 'os.environ.clear()'],
    ['replacing functions of json', 'json.dumps = json.loads = json.JSONEncoder.default = json.JSONEncoder.encode = json.JSONEncoder.iterencode = None'],
    ['replacing functions of os', 'os.read = os.write = os._exit = None'],
    ['replacing other functions', 'time.monotonic = logging.Formatter.format = None'],
    ['leaving its code directory', 'os.chdir("/")'],
    ['emptying the path of modules', 'sys.path.clear()'],
    ['removing modules', 'sys.modules.clear()'],
  ])('by %s', async (_, line) => {
    const python = await start(`if event == 1: ${line}`, 'if event == 2: raise ValueError("still an error")', 'return {"a": [1, "ü"]}');
    for (const event of [1, 0]) expect(await python.result(event, { traceId: 'Root=1-2' })).toEqual({ a: [1, 'ü'] });
    expect(await python.call(2)).toMatchObject({ kind: FRAME.functionError, body: expect.stringContaining('still an error') });
    expect(await python.result(0)).toEqual({ a: [1, 'ü'] });
    // on standard output, unless that is closed
    const logged = (await python.end()).map(({ text }) => text.split('\r')[0]);
    expect(logged).toEqual(line === 'os.close(1)' ? [] : ['[ERROR] ValueError: still an error']);
  });

  test('by teaching json new types: Lambda does not ask it', async () => {
    const python = await start('json.JSONEncoder.default = lambda encoder, value: str(value)', 'return {1}');
    expect(await python.call()).toMatchObject({ kind: FRAME.functionError, body: expect.stringContaining('Runtime.MarshalError') });
  });

  test('by threads that go on, and write while nothing runs', async () => {
    const python = await start(
      'def work():', '    while not os.path.exists("go"): time.sleep(0.001)', '    print("late")', '    open("done", "w").close()',
      'if event == 1: threading.Thread(target=work, daemon=True).start()', 'return event',
    );
    expect(await python.result(1)).toBe(1);
    writeFileSync(path.join(python.directory, 'go'), '');
    await until(() => existsSync(path.join(python.directory, 'done')) || undefined);
    expect(await python.result(2)).toBe(2);
    expect((await python.end()).map(({ text }) => text)).toEqual(['late']);
  });

  test('by a fork that returns from the handler: one answer, and no call for it', async () => {
    const python = await start(
      'pid = os.fork() if event == 1 else None', 'if pid == 0: return "forked"', 'if pid is not None: time.sleep(0.05)', 'return event',
    );
    const sent = [1, 2, 3].map((event) => python.send(event));
    await python.answerTo(sent[2].nonce);
    expect(python.frames.slice(1).map(({ body }) => body)).toEqual(['1', '2', '3']);
    await python.end();
  });

  test('by commands, which do not get the channel or the call socket', async () => {
    const probe = 'import os\\nfor fd in (3, 4, 5):\\n    try: os.fstat(fd); print(fd)\\n    except OSError: pass';
    const python = await start(`return subprocess.run([sys.executable, "-c", "${probe}"], close_fds=False, stdout=-1).stdout.decode()`);
    expect(await python.result()).toBe('');
  });

  test('by results of 3 MB, one after the other', async () => {
    const python = await start('return "x" * 3_000_000');
    const sent = [python.send({}), python.send({}), python.send({})];
    for (const { nonce } of sent) expect((await python.answerTo(nonce)).body).toHaveLength(3_000_002);
  });
});

test('a process whose function closes the call socket ends, as it cannot take calls', async () => {
  const python = await start('os.close(5)', 'return 1');
  expect(await python.result()).toBe(1);
  python.send({});
  expect(await python.ended).toEqual({ code: 1, signal: null });
});

test('a gateway that breaks the framing is left', async () => {
  const python = await start('return 1');
  await python.result();
  python.channel.write('nonsense, and no frame');
  expect(await python.ended).toEqual({ code: 1, signal: null });
});

test('a gateway that ends before it assigns a function is left', async () => {
  const python = await startPython({ code: '', isAssigned: false });
  python.channel.end();
  expect(await python.ended).toEqual({ code: 1, signal: null });
  expect(python.lines).toEqual([]);
});
