import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { failed, type Failure, type WaitingCall } from './call';
import type { FunctionVersion, InvocationOutcome } from '../ports';
import { crashOf, errorOf, farewellOf, killGroup } from './ending';
import { CallStream } from './call-stream';
import { encodeCall, encodeFrame, FRAME, FrameReader, NO_NONCE } from './frames';
import type { HostSettings } from './host/settings';
import { MAX_RESULT_BYTES, type LaunchedProcess } from './launch';
import type { EngineSettings } from './options';
import { OutputReader } from './output';

/** The largest frame an instance may send: a result, or 10 MB in Base64 with its rest. */
const MAX_FRAME_BYTES = 12 * 1024 * 1024;
/** Answers to no running call are forged; this much of them is ignored. */
const MAX_FOREIGN_CHARACTERS = 12 * 1024 * 1024;
/** Time for the last output after the process has ended; a descendant that left the group may hold the pipes open. */
const LAST_OUTPUT_MS = 250;
/** Time to end for an instance that said farewell. */
const LEAVE_MS = 1000;
const TAIL_CHARACTERS = 4096;

/** What an instance is made of: a process, and what it is told to be. */
export interface InstanceOrder {
  readonly version: FunctionVersion;
  readonly settings: EngineSettings;
  readonly process: LaunchedProcess;
  readonly host: HostSettings;
}

/** How an instance ended. */
export interface Ending {
  readonly failure: Failure;
  readonly wasLoaded: boolean;
  /** Killed for a deadline or by request: says nothing against the code. */
  readonly isExpected: boolean;
}

export interface InstanceListener {
  readonly ready: (instance: FunctionInstance) => void;
  /** A call was answered; its place is free. */
  readonly answered: (instance: FunctionInstance) => void;
  /** The instance takes no calls any more and gives back those it has not begun. */
  readonly leaving: (calls: readonly WaitingCall[]) => void;
  readonly gone: (instance: FunctionInstance, ending: Ending) => void;
  /** A change of what `check` would return, in ms of the monotonic clock. */
  readonly needBy: (time: number) => void;
}

interface RunningCall {
  readonly call: WaitingCall;
  readonly deadlineAt: number;
  readonly timeoutMs: number;
  /** Set by the first chunk; the call is settled then and runs on. */
  stream?: CallStream;
}

/** One process with a function's code in it. */
export class FunctionInstance {
  public readonly child: ChildProcess;
  /** Resolves when the process and its pipes are gone. */
  public readonly ended: Promise<void>;
  readonly #order: InstanceOrder;
  readonly #listener: InstanceListener;
  readonly #channel: Duplex;
  readonly #running = new Map<string, RunningCall>();
  /** Request ids of the last calls, by nonce; kept only when calls run one at a time. */
  readonly #owners = new Map<string, string>();
  #state: 'loading' | 'ready' | 'leaving' | 'gone' = 'loading';
  #wasLoaded = false;
  #endBy: number;
  #lastNonce: string | undefined;
  #idleSince: number;
  #stderrTail = '';
  #foreignCharacters = 0;
  #farewellReason: string | undefined;
  #isCorked = false;

  public constructor(order: InstanceOrder, listener: InstanceListener) {
    this.#order = order;
    this.#listener = listener;
    this.#idleSince = performance.now();
    this.#endBy = this.#idleSince + order.settings.initTimeoutMs;
    const { child, stdout, stderr, channel } = order.process;
    this.child = child;
    this.#channel = channel;
    this.#readChannel(channel);
    this.#readOutput(stdout, 'stdout');
    this.#readOutput(stderr, 'stderr');
    this.ended = this.#watchEnd([stdout, stderr, channel]);
    this.#channel.write(encodeFrame(FRAME.become, NO_NONCE, JSON.stringify(order.host)));
    listener.needBy(this.#endBy);
  }

  public get isLoading(): boolean {
    return this.#state === 'loading';
  }

  public get isReady(): boolean {
    return this.#state === 'ready';
  }

  public get runningCount(): number {
    return this.#running.size;
  }

  /** When the last call was answered; nothing while calls run. */
  public get idleSince(): number | undefined {
    return this.#state === 'ready' && this.#running.size === 0 ? this.#idleSince : undefined;
  }

  /** Hot path: hands the call to the process. */
  public start(call: WaitingCall): void {
    const { version, settings } = this.#order;
    const now = performance.now();
    const runsUntil = now + version.timeoutMs;
    const running: RunningCall = runsUntil < call.deadlineAt
      ? { call, deadlineAt: runsUntil, timeoutMs: version.timeoutMs }
      : { call, deadlineAt: call.deadlineAt, timeoutMs: call.invocation.timeoutMs };
    const nonce = settings.ports.randomHex(16);
    const { requestId, traceId, payload, isStreamed } = call.invocation;
    this.#running.set(nonce, running);
    this.#own(nonce, requestId);
    const head = { requestId, remainingMs: running.deadlineAt - now, traceId, isStreamed };
    this.#write(encodeFrame(FRAME.call, nonce, encodeCall(head, payload)));
    this.#listener.needBy(running.deadlineAt);
  }

  /** Kills the instance when a deadline has passed; returns the next one. */
  public check(now: number): number {
    if (this.#state === 'gone') return Infinity;
    if (this.#state === 'loading' && now >= this.#endBy) {
      this.kill({ code: 'FUNCTION_INIT_TIMEOUT', reason: `it was still loading after ${this.#order.settings.initTimeoutMs} ms` }, false);
      return Infinity;
    }
    if (this.#state === 'leaving' && now >= this.#endBy) {
      this.kill({ code: 'FUNCTION_CRASHED', reason: this.#farewellReason ?? 'it did not end in time' }, false);
      return Infinity;
    }
    let next = this.#state === 'ready' ? Infinity : this.#endBy;
    let hasExpired = false;
    for (const [nonce, running] of this.#running) {
      if (running.deadlineAt > now) {
        next = Math.min(next, running.deadlineAt);
        continue;
      }
      hasExpired = true;
      this.#running.delete(nonce);
      giveUp(running, { type: 'timeout', timeoutMs: running.timeoutMs });
    }
    if (!hasExpired) return next;
    this.kill({ code: 'FUNCTION_CRASHED', reason: 'its instance was killed because another call on it timed out' }, true);
    return Infinity;
  }

  /** Ends the process and all it has started, at once; running calls get the failure. */
  public kill(failure: Failure, isExpected: boolean): void {
    if (this.#state === 'gone') return;
    this.#state = 'gone';
    killGroup(this.child);
    this.#finish(failure, isExpected);
  }

  #finish(failure: Failure, isExpected: boolean): void {
    this.#state = 'gone';
    const calls = [...this.#running.values()];
    this.#running.clear();
    for (const running of calls) giveUp(running, failed(failure));
    this.#listener.gone(this, { failure, wasLoaded: this.#wasLoaded, isExpected });
  }

  /** Frames of one turn leave together where several calls may run; a single call leaves at once. */
  #write(frame: Buffer): void {
    if (this.#order.version.concurrency > 1 && !this.#isCorked) {
      this.#isCorked = true;
      this.#channel.cork();
      setImmediate(() => {
        this.#isCorked = false;
        this.#channel.uncork();
      });
    }
    this.#channel.write(frame);
  }

  #readChannel(channel: Duplex): void {
    const broken = (reason: string) => this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason }, false);
    const frame = (kind: number, nonce: string, body: string) => this.#receive(kind, nonce, body);
    const chunk = (nonce: string, bytes: Buffer) => this.#receiveChunk(nonce, bytes);
    const reader = new FrameReader({ frame, chunk, broken }, MAX_FRAME_BYTES);
    channel.on('data', (bytes: Buffer) => reader.push(bytes));
    // a broken pipe means that the process ends, which its exit event tells
    channel.on('error', () => undefined);
  }

  #receive(kind: number, nonce: string, body: string): void {
    if (this.#state === 'gone') return;
    const running = this.#running.get(nonce);
    if (running !== undefined) this.#receiveAnswer(kind, nonce, body);
    else if (kind === FRAME.ready && this.#state === 'loading') this.#becomeReady();
    else if (kind === FRAME.initError && this.#state === 'loading') this.#failLoading(body);
    else if (kind === FRAME.farewell) this.#leave(body);
    else this.#ignore(body.length);
  }

  #receiveAnswer(kind: number, nonce: string, body: string): void {
    const running = this.#running.get(nonce);
    if (running === undefined) return;
    const { call } = running;
    if (kind === FRAME.streamEnd && call.invocation.isStreamed === true) {
      this.#streamOf(nonce, running).end();
      call.streamEnded?.();
    } else if (running.stream !== undefined && kind === FRAME.functionError) {
      giveUp(running, { type: 'function-error', payload: body, errorMessage: errorOf(body).errorMessage });
    } else if (kind === FRAME.result && running.stream === undefined && body.length <= MAX_RESULT_BYTES) {
      call.settle({ type: 'result', payload: body });
    } else if (kind === FRAME.functionError) {
      call.settle({ type: 'function-error', payload: body, errorMessage: errorOf(body).errorMessage });
    } else if ((kind === FRAME.result || kind === FRAME.resultTooLarge) && running.stream === undefined) {
      const bytes = kind === FRAME.result ? body.length : Number(body);
      call.settle(failed({ code: 'FUNCTION_RESULT_TOO_LARGE', reason: `${bytes} bytes; at most ${MAX_RESULT_BYTES} are allowed` }));
    } else {
      this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason: `an answer of kind ${kind}` }, false);
      return;
    }
    this.#running.delete(nonce);
    this.#idleSince = performance.now();
    this.#listener.answered(this);
  }

  #receiveChunk(nonce: string, bytes: Buffer): void {
    if (this.#state === 'gone') return;
    const running = this.#running.get(nonce);
    if (running === undefined) {
      this.#ignore(bytes.length);
      return;
    }
    const isRight = running.call.invocation.isStreamed === true && this.#streamOf(nonce, running).push(bytes);
    if (!isRight) this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason: 'more of a stream than was asked for' }, false);
  }

  /** The stream of a call; the first use settles the call with it. */
  #streamOf(nonce: string, running: RunningCall): CallStream {
    if (running.stream !== undefined) return running.stream;
    const tell = (kind: number, body: string) => {
      if (this.#running.has(nonce)) this.#write(encodeFrame(kind, nonce, body));
    };
    const stream = new CallStream({ passedOn: (bytes) => tell(FRAME.credit, String(bytes)), cancelled: () => tell(FRAME.cancel, '') });
    running.stream = stream;
    running.call.settle({ type: 'stream', stream });
    return stream;
  }

  #becomeReady(): void {
    this.#state = 'ready';
    this.#wasLoaded = true;
    this.#idleSince = performance.now();
    this.#listener.ready(this);
  }

  #failLoading(body: string): void {
    const { errorType, errorMessage } = errorOf(body);
    this.kill({ code: 'FUNCTION_INIT_FAILED', reason: `${errorType}: ${errorMessage}` }, false);
  }

  #leave(body: string): void {
    if (this.#farewellReason !== undefined || this.#state === 'gone') return;
    const { error, begun } = farewellOf(body);
    this.#farewellReason = `${error.errorType}: ${error.errorMessage}`;
    // the end of the process may be seen before its last words
    if (this.#state !== 'leaving') this.#endBy = performance.now() + LEAVE_MS;
    this.#state = 'leaving';
    const unbegun = [...this.#running].filter(([nonce]) => !begun.includes(nonce));
    for (const [nonce] of unbegun) this.#running.delete(nonce);
    this.#listener.needBy(this.#endBy);
    this.#listener.leaving(unbegun.map(([, { call }]) => call));
  }

  #ignore(characters: number): void {
    this.#foreignCharacters += characters + 1;
    if (this.#foreignCharacters > MAX_FOREIGN_CHARACTERS) {
      this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason: 'too many answers to no call' }, false);
    }
  }

  #own(nonce: string, requestId: string): void {
    if (this.#order.version.concurrency > 1) return;
    this.#lastNonce = nonce;
    this.#owners.set(nonce, requestId);
    const [oldest] = this.#owners.keys();
    if (this.#owners.size > 2 && oldest !== undefined) this.#owners.delete(oldest);
  }

  #readOutput(stream: Readable, name: 'stdout' | 'stderr'): void {
    const { settings, version } = this.#order;
    const line = (text: string, nonce: string | undefined) => {
      const requestId = nonce === undefined ? undefined : this.#owners.get(nonce);
      settings.output({ functionName: version.name, stream: name, text, ...(requestId === undefined ? {} : { requestId }) });
    };
    const reader = new OutputReader({ line, now: () => performance.now() });
    stream.on('data', (bytes: Buffer) => {
      if (name === 'stderr') this.#stderrTail = (this.#stderrTail + bytes.toString('latin1')).slice(-TAIL_CHARACTERS);
      reader.push(bytes, this.#lastNonce);
    });
    stream.on('error', () => undefined);
    stream.on('close', () => reader.end(this.#lastNonce));
  }

  #watchEnd(streams: readonly (Readable | Duplex)[]): Promise<void> {
    const { child } = this;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const end = (failure: Failure) => {
        clearTimeout(timer);
        for (const stream of streams) stream.destroy();
        if (this.#state !== 'gone') this.#finish(failure, false);
        resolve();
      };
      child.once('error', (error) => {
        if (child.pid === undefined) end({ code: 'FUNCTION_INIT_FAILED', reason: `its process could not be started: ${error.message}` });
      });
      child.once('exit', (code, signal) => {
        if (this.#state !== 'gone') this.#state = 'leaving';
        this.#endBy = Infinity;
        killGroup(child);
        const finish = () => end(this.#failureOf(code, signal));
        timer = setTimeout(finish, LAST_OUTPUT_MS);
        child.once('close', finish);
      });
    });
  }

  #failureOf(code: number | null, signal: NodeJS.Signals | null): Failure {
    const isLoaded = this.#wasLoaded;
    return crashOf({ code, signal, isLoaded, stderrTail: this.#stderrTail, farewellReason: this.#farewellReason });
  }
}

/** A call gets no more: its caller hears why, or its stream breaks off. */
function giveUp({ call, stream }: RunningCall, outcome: InvocationOutcome): void {
  if (stream === undefined) {
    call.settle(outcome);
    return;
  }
  stream.breakOff(outcome);
  call.streamEnded?.();
}
