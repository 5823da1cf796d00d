import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Duplex, PassThrough } from 'node:stream';
import { buildSync } from 'esbuild';
import { FRAME, NO_NONCE } from '../../../../lib/runtime/functions/wire/frames';
import { encodeFrame } from '../../../support/functions/encode-frame';
import type { Failure } from '../../../../lib/runtime/functions/call';
import type { HostSettings } from '../../../../lib/runtime/functions/wire/assignment';
import { FrameWire } from '../../../../lib/runtime/functions/process/frame-wire';
import { FunctionInstance, type InstanceExit, type InstanceListener } from '../../../../lib/runtime/functions/process/instance';
import type { CallOutcome } from '../../../../lib/runtime/ports';
import { AMPLE_MS, closeAll, fixture, isAlive, startEngine, until, valueOf } from '../../../support/functions/engine';
import { newDirectory } from '../../../support/temporary-directory';

afterEach(closeAll);

const tellsPid = fixture('styles.tellsProcess');
const NONCE = '0123456789abcdef';
const KILLED: Failure = { code: 'FUNCTION_CRASHED', reason: 'killed' };

describe('a call that gives no answer in time', () => {
  test.each(['loopsForEver', 'loopsInMicrotasks', 'neverAnswers'])('is given up and its instance is replaced: %s', async (name) => {
    const { call } = startEngine();
    const version = fixture(`faults.${name}`);
    expect(await call(version, {}, { timeoutMs: 600 })).toEqual({ type: 'timeout', timeoutMs: 600, limit: 'caller' });
    expect(await call(version, {}, { timeoutMs: 600 })).toEqual({ type: 'timeout', timeoutMs: 600, limit: 'caller' });
  });

  test('is given up when the function has run for its own time, however long the caller waits', async () => {
    const { call } = startEngine();
    expect(await call(fixture('faults.neverAnswers', { timeoutMs: 100 }))).toEqual({ type: 'timeout', timeoutMs: 100, limit: 'function' });
  });

  test('delays no other function', async () => {
    const { call } = startEngine();
    let isOver = false;
    void call(fixture('faults.loopsForEver', { name: 'loops' })).finally(() => {
      isOver = true;
    });
    for (let count = 0; count < 50; count += 1) expect((await call(tellsPid)).type).toBe('result');
    expect(isOver).toBe(false);
  });

  test('takes the other calls of its instance along', async () => {
    const { call } = startEngine();
    const directory = newDirectory();
    const version = fixture('meeting.waitsToGo', { concurrency: 2 });
    const first = call(version, { place: directory, name: 'first' }, { timeoutMs: 1500 });
    const second = call(version, { place: directory, name: 'second' });
    expect(await first).toEqual({ type: 'timeout', timeoutMs: 1500, limit: 'caller' });
    expect(await second).toMatchObject({ type: 'failed', code: 'FUNCTION_CRASHED' });
  });
});

describe('an instance that dies', () => {
  test.each([
    ['exits', 'exit code 0', 'exit status 0'],
    ['killsItself', 'signal SIGKILL', 'signal: killed'],
  ])('fails its call and is replaced: %s', async (name, reason, exit) => {
    const { call } = startEngine();
    const version = fixture(`faults.${name}`);
    const crashed = { type: 'failed', code: 'FUNCTION_CRASHED', reason: expect.stringContaining(reason), exit };
    expect(await call(version)).toEqual(crashed);
    expect(await call(version)).toEqual(crashed);
  });

  test('after its answer takes neither the answer back nor the next call along', async () => {
    const { call } = startEngine();
    const version = fixture('faults.exitsAfterAnswering');
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => call(version)));
    expect(outcomes.map(valueOf)).toEqual(Array(5).fill('answered'));
  });

  test('by itself takes what it started along', async () => {
    const { call, engine } = startEngine();
    const pid = Number(valueOf(await call(fixture('faults.leavesChild'))));
    expect(isAlive(pid)).toBe(true);
    await engine.close(0);
    await until(() => !isRunning(pid));
  });

  test('gives back a call that it has not taken out of the call socket', async () => {
    const { call } = startEngine({ hostFile: hostThatTakesNoCall() });
    expect(valueOf(await call(fixture('any.handler', { environment: { PLACE: newDirectory() } })))).toBe('from another instance');
  });

  test.each(['rejectsLate', 'throwsLate'])('of an error after its answer loses no call: %s', async (name) => {
    const { call, entries } = startEngine();
    const version = fixture(`faults.${name}`);
    for (let count = 0; count < 5; count += 1) expect(valueOf(await call(version))).toBe('answered');
    await until(() => entries.some(({ message }) => message.includes('too late')));
    expect(entries[0]).toMatchObject({ level: 'error', code: 'FUNCTION_CRASHED', functionName: 'orders' });
  });
});

describe('an instance that takes too much memory', () => {
  test('on its heap ends and is replaced', async () => {
    const { call } = startEngine();
    const version = fixture('faults.fillsHeap');
    const outcome = { type: 'failed', code: 'FUNCTION_OUT_OF_MEMORY', reason: expect.any(String), exit: 'signal: killed' };
    expect(await call(version)).toEqual(outcome);
    expect(await call(version)).toEqual(outcome);
  });

  test('in buffers gets none: either the handler sees that, or its process ends', async () => {
    const { call } = startEngine();
    const version = fixture('faults.fillsBuffers');
    expect(JSON.stringify(await call(version))).toMatch(/FUNCTION_OUT_OF_MEMORY|allocation failed/);
    expect(JSON.stringify(await call(version))).toMatch(/FUNCTION_OUT_OF_MEMORY|allocation failed/);
  });

  test('is killed where the system does not limit it', async () => {
    const { call } = startEngine({ nodePath: nodeWithoutLimits() });
    expect(await call(fixture('faults.fillsBuffers'))).toMatchObject({ type: 'failed', code: 'FUNCTION_OUT_OF_MEMORY' });
  });
});

/** An instance whose process the test plays. */
function playedInstance(listener: Partial<InstanceListener> = {}) {
  const child = Object.assign(new EventEmitter(), { pid: undefined, kill: () => true });
  const channel = new Duplex({ read: () => undefined, write: (_, __, done) => done() });
  const exits: InstanceExit[] = [];
  const log: { bytes: Buffer } = { bytes: Buffer.alloc(0) };
  const instance = new FunctionInstance({
    version: fixture('any.handler'), host: {} as HostSettings,
    settings: { initTimeoutMs: AMPLE_MS, output: () => undefined, ports: { randomHex: () => NONCE } } as never, // it uses no others
    process: {
      child: child as unknown as ChildProcess, stdout: new PassThrough(), stderr: new PassThrough(),
      wire: new FrameWire({ channel, answerLog: { read: () => log.bytes }, callSocket: undefined, buildsEvents: true }),
    },
  }, {
    ready: () => undefined, answered: () => undefined, needBy: () => undefined, notice: () => undefined, leaving: () => undefined,
    gone: (_, exit) => exits.push(exit),
    ...listener,
  });
  const end = async () => {
    child.emit('exit', 1, null);
    child.emit('close');
    await instance.ended;
  };
  return { instance, child, channel, exits, log, end };
}

function startCall(instance: FunctionInstance): CallOutcome[] {
  const outcomes: CallOutcome[] = [];
  const invocation = { requestId: 'a', invocationId: 'a', payload: '{}', timeoutMs: AMPLE_MS };
  const now = performance.now();
  const settle = (outcome: CallOutcome) => { outcomes.push(outcome); };
  instance.start({ invocation, handedInAt: now, deadlineAt: now + AMPLE_MS, settle }, now);
  return outcomes;
}

test('the error of a module is known, even if the end of the process is seen before it', async () => {
  const { instance, child, channel, exits } = playedInstance();
  const error = { errorType: 'Runtime.UserCodeSyntaxError', errorMessage: 'SyntaxError: Unexpected token', trace: [] };
  child.emit('exit', 1, null);
  channel.push(encodeFrame(FRAME.initError, NO_NONCE, JSON.stringify(error)));
  await until(() => channel.readableLength === 0);
  child.emit('close');
  await instance.ended;
  expect(exits).toMatchObject([{ wasLoaded: false, failure: { code: 'FUNCTION_INIT_FAILED', error } }]);
});

describe('an answer that was not sent', () => {
  test('and is none to its call ends the instance once, and the call with it', async () => {
    const { instance, exits, log, end } = playedInstance();
    const outcomes = startCall(instance);
    log.bytes = encodeFrame(FRAME.textResult, NONCE, 'the call takes none');
    await end();
    expect(exits).toMatchObject([{ failure: { code: 'FUNCTION_PROTOCOL_BROKEN' } }]);
    expect(outcomes).toMatchObject([{ type: 'failed', code: 'FUNCTION_PROTOCOL_BROKEN' }]);
  });

  test('and is none to its call leaves an instance that is killed its failure', () => {
    const { instance, exits, log } = playedInstance();
    const outcomes = startCall(instance);
    log.bytes = encodeFrame(FRAME.textResult, NONCE, 'the call takes none');
    instance.kill(KILLED, true);
    expect(exits).toEqual([{ failure: KILLED, wasLoaded: false, isExpected: true }]);
    expect(outcomes).toEqual([{ type: 'failed', ...KILLED }]);
  });

  test('settles its call when the instance is killed, which is gone once although nobody needs it any more', () => {
    const idle: Failure = { code: 'FUNCTION_CRASHED', reason: 'idle' };
    const { instance, exits, log } = playedInstance({ answered: (answered) => answered.kill(idle, true) });
    const outcomes = startCall(instance);
    log.bytes = encodeFrame(FRAME.result, NONCE, '"in time"');
    instance.kill(KILLED, false);
    expect(exits).toEqual([{ failure: KILLED, wasLoaded: false, isExpected: false }]);
    expect(outcomes).toEqual([{ type: 'result', payload: '"in time"' }]);
  });
});

describe('an instance that answers', () => {
  test('output up to the limit is logged', async () => {
    const { call } = startEngine();
    expect(String(valueOf(await call(fixture('faults.answersAsMuchAsAllowed'))))).toHaveLength(6_291_554);
  });

  test('one byte too much is not, and lives on', async () => {
    const { call } = startEngine();
    expect(await call(fixture('faults.answersTooMuch'))).toEqual({
      type: 'failed', code: 'FUNCTION_RESULT_TOO_LARGE', reason: '6291557 bytes; at most 6291556 are allowed',
      error: {
        errorType: 'Function.ResponseSizeTooLarge',
        errorMessage: 'Response payload size exceeded maximum allowed payload size (6291556 bytes).',
      },
    });
  });

  test('responses to unknown calls are ignored', async () => {
    const { call } = startEngine();
    expect(valueOf(await call(fixture('faults.forgesAnswers')))).toBe('genuine');
  });

  test('rubbish is killed', async () => {
    const { call } = startEngine();
    expect(await call(fixture('faults.writesRubbish'))).toMatchObject({ type: 'failed', code: 'FUNCTION_PROTOCOL_BROKEN' });
  });
});

test('one that never finishes loading is killed', async () => {
  const { call } = startEngine({ initTimeoutMs: 300 });
  expect(await call(fixture('hangs-at-load.handler'))).toEqual({
    type: 'failed', code: 'FUNCTION_INIT_TIMEOUT', reason: 'it was still loading after 300 ms',
  });
});

test('one without a call for a while is stopped, and the next call starts another', async () => {
  const { call } = startEngine({ instanceIdleTimeoutMs: 50 });
  const { pid } = valueOf(await call(tellsPid)) as { pid: number };
  await until(() => !isAlive(pid));
  expect(valueOf(await call(tellsPid))).not.toMatchObject({ pid });
});

test('one that writes without end is read, and cut short', async () => {
  const { call, lines } = startEngine();
  expect(valueOf(await call(fixture('faults.writesFlood')))).toBe('done');
  await closeAll();
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  expect(characters).toBeLessThan(3 * 1024 * 1024);
  expect(lines.some(({ text }) => /^\[\d+ bytes of output above 1 MiB a second were dropped\]$/.test(text))).toBe(true);
});

/** A Node that does not tell what it needs, so that no limit can be set by the system. */
function nodeWithoutLimits(): string {
  const file = path.join(newDirectory(), 'node');
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = -e ]; then echo '{"version":"20.0.0","status":"","flags":[]}'; else exec "${process.execPath}" "$@"; fi\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A process that nobody collects stays as a zombie; it does not run. */
function isRunning(pid: number): boolean {
  return isAlive(pid) && existsSync(`/proc/${pid}/fd`) && canList(`/proc/${pid}/fd`);
}

function canList(directory: string): boolean {
  try {
    return readdirSync(directory).length > 0;
  } catch {
    return false;
  }
}

/** A host that ends when a call is announced; the next instance of it answers the call. */
function hostThatTakesNoCall(): string {
  const outfile = path.join(newDirectory(), 'host.js');
  const program = `
    import { existsSync, readSync, writeFileSync, writeSync } from 'node:fs';
    import { Socket } from 'node:net';
    import { CALL_SOCKET_FD, FRAME, FrameReader, NO_NONCE } from ${JSON.stringify(path.resolve(__dirname, '../../../../lib/runtime/functions/wire/frames'))};
    import { encodeFrame } from ${JSON.stringify(path.resolve(__dirname, '../../../support/functions/encode-frame'))};
    const CHANNEL_FD = 3;
    const mark = process.env.PLACE + '/has-ended';
    const call = (kind, nonce) => writeSync(CHANNEL_FD, encodeFrame(FRAME.result, nonce, '"from another instance"'));
    const calls = new FrameReader({ frame: call, broken: () => process.exit(1) }, 1024 * 1024);
    const frame = (kind, nonce, body) => {
      if (kind !== FRAME.calls) return;
      if (existsSync(mark)) {
        const buffer = Buffer.alloc(Number(body));
        readSync(CALL_SOCKET_FD, buffer);
        return calls.push(buffer);
      }
      writeFileSync(mark, '');
      process.exit(1);
    };
    const reader = new FrameReader({ frame, broken: () => process.exit(1) }, 1024 * 1024);
    new Socket({ fd: CHANNEL_FD, readable: true, writable: true }).on('data', (bytes) => reader.push(bytes));
    writeSync(CHANNEL_FD, encodeFrame(FRAME.ready, NO_NONCE, ''));
  `;
  buildSync({ stdin: { contents: program, resolveDir: __dirname, loader: 'ts' }, outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20' });
  return outfile;
}
