import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Duplex, PassThrough } from 'node:stream';
import fc from 'fast-check';
import type { WaitingCall } from '../../../../lib/runtime/functions/call';
import { CallSocket } from '../../../../lib/runtime/functions/process/call-socket';
import { FrameWire } from '../../../../lib/runtime/functions/process/frame-wire';
import { FRAME, FrameReader, NO_NONCE } from '../../../../lib/runtime/functions/wire/frames';
import { encodeFrame } from '../../../support/functions/encode-frame';
import type { HostSettings } from '../../../../lib/runtime/functions/wire/assignment';
import { FunctionInstance } from '../../../../lib/runtime/functions/process/instance';
import { fixture } from '../../../support/functions/engine';
import '../../../support/property-seed';

/*
 * An instance with a real call socket and a process that this test plays: it takes calls out of the socket, answers, says what
 * is not so, breaks off in the middle of a frame, dies or is killed, in any order. The reference is what the process has read.
 */

const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-model-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Sent {
  /** How often the process took it out of the socket, in whole or in part. */
  touched: number;
  settled: number;
  givenBack: number;
}

class PlayedProcess {
  public readonly calls: Sent[] = [];
  public readonly instance: FunctionInstance;
  readonly #socket: CallSocket;
  readonly #child = Object.assign(new EventEmitter(), { pid: undefined, kill: () => this.end() });
  readonly #channel = new Duplex({ read: () => undefined, write: (bytes: Buffer, _, done) => this.#onBytes(bytes, done) });
  readonly #reader = new FrameReader({ frame: (kind, _, body) => this.#announced(kind, body), broken: () => undefined }, 2 ** 26);
  /** Where each announced call ends, of those that the process has not read up to there. */
  readonly #ends: number[] = [];
  #announcedBytes = 0;
  #readBytes = 0;
  #announcedCalls = 0;
  readonly #begun: string[] = [];
  #hasEnded = false;

  public constructor(socket: CallSocket, concurrency: number) {
    this.#socket = socket;
    let nonces = 0;
    const settings = {
      initTimeoutMs: 60_000, output: () => undefined, ports: { randomHex: () => String(++nonces).padStart(16, '0') },
    };
    // an instance uses no other settings, and of its child `once`, `pid` and `kill`
    this.instance = new FunctionInstance({
      version: fixture('any.handler', { concurrency }), settings: settings as never, host: {} as HostSettings,
      process: {
        child: this.#child as unknown as ChildProcess, stdout: new PassThrough(), stderr: new PassThrough(),
        wire: new FrameWire({ channel: this.#channel, answerLog: { read: () => Buffer.alloc(0) }, callSocket: socket, buildsEvents: true }),
      },
    }, {
      ready: () => undefined, answered: () => undefined, gone: () => undefined, needBy: () => undefined, notice: () => undefined,
      leaving: (calls) => calls.forEach(({ invocation }) => { this.calls[Number(invocation.requestId)].givenBack += 1; }),
    });
    this.say(FRAME.ready, NO_NONCE, '');
  }

  public send(bytes: number): void {
    if (!this.instance.isReady) return;
    const sent: Sent = { touched: 0, settled: 0, givenBack: 0 };
    const requestId = String(this.calls.push(sent) - 1);
    const call: WaitingCall = {
      invocation: { requestId, invocationId: requestId, payload: JSON.stringify('x'.repeat(bytes)), timeoutMs: 60_000 },
      handedInAt: 0, deadlineAt: performance.now() + 60_000, settle: () => { sent.settled += 1; },
    };
    this.instance.start(call, performance.now());
  }

  /** Reads what is left of the next call and begins it, if that was all of it. */
  public take(): void {
    const end = this.#ends[0];
    if (end === undefined) return;
    const from = this.#readBytes;
    const bytes = this.#read(end - from);
    new FrameReader({ frame: (_, nonce) => this.#begun.push(nonce), broken: () => undefined }, 2 ** 26).push(bytes);
  }

  /** Reads some bytes, as a function may that has the descriptor, too. */
  public readPart(bytes: number): void {
    this.#read(Math.min(bytes, this.#announcedBytes - this.#readBytes));
  }

  public answer(): void {
    const nonce = this.#begun.shift();
    if (nonce !== undefined) this.say(FRAME.result, nonce, '"done"');
  }

  public say(kind: number, nonce: string, body: string, length = Infinity): void {
    if (!this.#hasEnded) this.#channel.push(encodeFrame(kind, nonce, body).subarray(0, length));
  }

  public end(): boolean {
    if (this.#hasEnded) return true;
    this.#hasEnded = true;
    this.#child.emit('exit', 1, null);
    this.#child.emit('close');
    return true;
  }

  #read(bytes: number): Buffer {
    const buffer = Buffer.alloc(Math.max(0, bytes));
    let count = 0;
    try {
      count = readSync(this.#socket.fd, buffer, 0, buffer.length, null);
    } catch {
      return Buffer.alloc(0); // nothing there, or taken back
    }
    const first = this.#announcedCalls - this.#ends.length;
    this.#ends.forEach((end, index) => {
      const start = index === 0 ? this.#readBytes : this.#ends[index - 1] ?? 0;
      if (count > 0 && start < this.#readBytes + count && end > this.#readBytes) this.calls[first + index].touched += 1;
    });
    this.#readBytes += count;
    while ((this.#ends[0] ?? Infinity) <= this.#readBytes) this.#ends.shift();
    return buffer.subarray(0, count);
  }

  #onBytes(bytes: Buffer, done: () => void): void {
    this.#reader.push(bytes);
    done();
  }

  #announced(kind: number, body: string): void {
    if (kind !== FRAME.calls) return;
    for (const length of body.split(',')) {
      this.#announcedBytes += Number(length);
      this.#announcedCalls += 1;
      this.#ends.push(this.#announcedBytes);
    }
  }
}

const FORGERY = JSON.stringify({ errorType: 'E', errorMessage: 'm', error: {}, begun: [] });

type Step = (process: PlayedProcess) => void;
const step = (weight: number, make: fc.Arbitrary<readonly [string, Step]>) => ({ weight, arbitrary: make });
const fixed = (name: string, run: Step) => fc.constant<readonly [string, Step]>([name, run]);

const STEPS = fc.oneof(
  step(8, fc.integer({ min: 0, max: 400 }).map((bytes) => [`send ${bytes}`, (one) => one.send(bytes)])),
  step(1, fc.integer({ min: 100_000, max: 600_000 }).map((bytes) => [`send ${bytes}`, (one) => one.send(bytes)])),
  step(8, fixed('take', (one) => one.take())),
  step(6, fixed('answer', (one) => one.answer())),
  step(1, fc.integer({ min: 1, max: 700 }).map((bytes) => [`read ${bytes}`, (one) => one.readPart(bytes)])),
  step(1, fixed('forge an exit notice', (one) => one.say(FRAME.exitNotice, NO_NONCE, FORGERY))),
  step(1, fixed('forge an answer', (one) => one.say(FRAME.result, 'f'.repeat(16), '"forged"'))),
  step(1, fixed('claim a depth', (one) => one.say(FRAME.pipelineDepth, NO_NONCE, '128'))),
  step(1, fixed('break off in a frame', (one) => one.say(FRAME.result, NO_NONCE, 'x'.repeat(100), 50))),
  step(1, fixed('say nonsense', (one) => one.say(FRAME.streamEnd, NO_NONCE, ''))),
  step(1, fixed('end', (one) => void one.end())),
  step(1, fixed('be killed', (one) => one.instance.kill({ code: 'FUNCTION_CRASHED', reason: 'test' }, true))),
  step(8, fixed('tick', () => undefined)),
);

test.each([1, 4])('with concurrency %d, what is given back was never read, what was read is never given back, and each call ends once', async (concurrency) => {
  const steps = fc.array(STEPS, { minLength: 5, maxLength: 60 });
  await fc.assert(fc.asyncProperty(steps, async (commands) => {
    const socket = await CallSocket.open(directory);
    const played = new PlayedProcess(socket, concurrency);
    await new Promise(setImmediate);
    for (const [name, run] of commands) {
      run(played);
      if (name === 'tick') await new Promise(setImmediate);
    }
    played.end();
    await played.instance.ended;
    for (const { touched, settled, givenBack } of played.calls) {
      expect(settled + givenBack).toBe(1);
      // what has its answer or its failure from the instance had been read, what was not read goes to another instance
      expect(givenBack === 1).toBe(touched === 0);
    }
  }), { numRuns: 300 });
});

test('a socket that cannot be opened is an error of its own, and nothing is left waiting', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'synthgate-socket-')), 'file');
  writeFileSync(file, '');
  const unhandled: unknown[] = [];
  const onRejection = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', onRejection);
  await expect(CallSocket.open(path.join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  process.off('unhandledRejection', onRejection);
  expect(unhandled).toEqual([]);
});

test('a call that begins after its time has no time left, and no less', async () => {
  const played = new PlayedProcess(await CallSocket.open(directory), 1);
  await new Promise(setImmediate);
  const remaining: number[] = [];
  const encode = (_: number, remainingMs: number) => {
    remaining.push(remainingMs);
    return '';
  };
  const payload = { json: () => '', raw: { stage: {}, method: 0, route: () => ({}), encode } };
  const now = performance.now();
  for (const deadlineAt of [now - 30, now + 30]) {
    const invocation = { requestId: '0', invocationId: '0', payload, timeoutMs: 60_000, takesText: true };
    played.calls.push({ touched: 0, settled: 0, givenBack: 0 });
    played.instance.start({ invocation, handedInAt: now - 60_000, deadlineAt, settle: () => undefined }, now);
  }
  played.end();
  await played.instance.ended;
  expect(remaining).toEqual([0, 30]);
});
