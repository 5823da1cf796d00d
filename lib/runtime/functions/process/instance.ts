import { labelOf } from '../../function-label';
import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { failed, type Failure, type WaitingCall } from '../call';
import type { FunctionVersion } from '../../ports';
import { readLambdaError } from '../../lambda-error';
import { decodeTextResult } from '../../lambda-format/text-result';
import { CallSender } from './call-sender';
import { crashOf, killGroup, loadFailure, resultTooLarge } from './exit-reason';
import { CallStream } from './call-stream';
import { FrameWriter } from '../wire/frame-writer';
import type { Assignment } from '../wire/assignment';
import { FRAME, FrameReader, NO_NONCE } from '../wire/frames';
import { MAX_PIPELINE_DEPTH } from '../host/pipeline-depth';
import type { Inspection } from '../inspector/inspection';
import { InstanceOutput } from './instance-output';
import type { AnswerLog } from '../wire/answer-log';
import { MAX_RESULT_BYTES, type LaunchedProcess } from './launch';
import type { EngineSettings } from '../options';
import { startFailure } from './start-failure';
import { giveUp, InFlightCalls, type InFlightCall } from './in-flight-calls';

/** The largest frame an instance may send: a result, or 10 MB in Base64 with its surroundings. */
const MAX_FRAME_BYTES = 12 * 1024 * 1024;
/** Answers that belong to no running call are forged; this many bytes of them are ignored. */
const MAX_FOREIGN_CHARACTERS = 12 * 1024 * 1024;
/** How long to wait for output after the process has ended; a descendant outside the group may keep the pipes open. */
const LAST_OUTPUT_MS = 250;
/** How long an instance that announced its end may take to exit. */
const LEAVE_MS = 1000;
const LOOK_AGAIN_MS = 100;

/** The parts of an instance: a process and its assignment to a function. */
export interface InstanceOrder {
  readonly version: FunctionVersion;
  readonly settings: EngineSettings;
  readonly process: LaunchedProcess;
  readonly host: Assignment;
  /** Set if a debugger can attach. */
  readonly inspection?: Inspection | undefined;
}

/** How an instance ended. */
export interface InstanceExit {
  readonly failure: Failure;
  readonly wasLoaded: boolean;
  /** Killed at a deadline or on request: no sign of faulty code. */
  readonly isExpected: boolean;
}

export interface InstanceListener {
  readonly ready: (instance: FunctionInstance) => void;
  /** A call was answered; its place is free. */
  readonly answered: (instance: FunctionInstance) => void;
  /** The instance takes no more calls and returns those it has not begun. */
  readonly leaving: (calls: readonly WaitingCall[]) => void;
  readonly gone: (instance: FunctionInstance, exit: InstanceExit) => void;
  /** The instance reports something about the handler; it is not checked. */
  readonly notice: (notice: string) => void;
  /** The result of `check` has changed, in ms of the monotonic clock. */
  readonly needBy: (time: number) => void;
}

/** One process with a function's code in it. */
export class FunctionInstance {
  public readonly child: ChildProcess;
  /** Resolves when the process and its pipes are gone. */
  public readonly ended: Promise<void>;
  readonly #order: InstanceOrder;
  readonly #listener: InstanceListener;
  readonly #inFlight: InFlightCalls;
  readonly #answerLog: Pick<AnswerLog, 'read'>;
  /** Calls whose answer came from the answer log and will arrive again. */
  readonly #recovered = new Set<string>();
  readonly #writer: FrameWriter;
  readonly #sender: CallSender;
  readonly #output: InstanceOutput;
  #state: 'loading' | 'ready' | 'leaving' | 'gone' = 'loading';
  #readySince = Infinity;
  /**
   * How many calls may be on their way if they run one after the other. The instance reports it; a wrong value harms only
   * its own function.
   */
  #pipelineDepth = 1;
  #endBy: number;
  #idleSince: number;
  #foreignCharacters = 0;
  #exitReason: string | undefined;
  /** Since when a debugger holds the time limits. */
  #heldSince: number | undefined;

  public constructor(order: InstanceOrder, listener: InstanceListener) {
    this.#order = order;
    this.#listener = listener;
    this.#idleSince = performance.now();
    this.#endBy = this.#idleSince + order.settings.initTimeoutMs;
    this.#inFlight = new InFlightCalls(order.version.concurrency, order.version.timeoutMs);
    const { child, stdout, stderr, channel, answerLog, callSocket } = order.process;
    this.#answerLog = answerLog;
    this.child = child;
    this.#writer = new FrameWriter((data, encoding) => {
      if (typeof data === 'string') channel.write(data, encoding);
      else channel.write(data);
    });
    this.#sender = new CallSender(this.#writer, callSocket);
    this.#readChannel(channel);
    this.#output = new InstanceOutput({
      version: order.version, output: order.settings.output, isInspected: order.inspection !== undefined,
      inFlightCount: () => this.#inFlight.size, now: () => performance.now(),
    });
    this.#output.read(stdout, 'stdout');
    this.#output.read(stderr, 'stderr');
    this.ended = this.#watchEnd([stdout, stderr, channel]);
    this.#writer.add(FRAME.assign, NO_NONCE, JSON.stringify(order.host));
    this.#writer.flush();
    if (order.inspection !== undefined) {
      order.inspection.onChange = () => this.#holdTime();
      this.#holdTime();
    }
    listener.needBy(this.#endBy);
  }

  /** A debugger holds the time limits of this instance and of the calls that wait for it. */
  public get isHeld(): boolean {
    return this.#heldSince !== undefined;
  }

  public get isLoading(): boolean {
    return this.#state === 'loading';
  }

  public get isReady(): boolean {
    return this.#state === 'ready';
  }

  public get runningCount(): number {
    return this.#inFlight.size;
  }

  /** How many unanswered calls it may have: more than it can run if they are short and none is held up. */
  public capacityAt(now: number): number {
    const { settings, version: { concurrency } } = this.#order;
    // a call in the pipeline of a busy instance waits, as in a queue
    if (this.#pipelineDepth === 1 || concurrency > 1 || settings.queueLimit === 0) return concurrency;
    return this.#inFlight.isHeldUp(now) ? 0 : this.#pipelineDepth;
  }

  /** When the last call was answered; undefined while calls run or a debugger is attached. */
  public get idleSince(): number | undefined {
    return this.#state === 'ready' && this.#inFlight.size === 0 && !this.isHeld ? this.#idleSince : undefined;
  }

  /** Hot path: hands the call to the process. */
  public start(call: WaitingCall, now: number): void {
    const { version, settings: { ports, onCall } } = this.#order;
    const nonce = ports.randomHex(16);
    const sent = this.#inFlight.add(nonce, call, now);
    const { invocation: { requestId }, handedInAt } = call;
    this.#output.began(nonce, requestId);
    const instance = String(this.child.pid ?? nonce);
    onCall?.({ requestId, functionName: labelOf(version), instance, isCold: handedInAt < this.#readySince });
    const waitsMs = this.isHeld ? Infinity : call.deadlineAt - now;
    // a call may begin a moment after its time, before it is looked at
    sent.offset = this.#sender.send(nonce, call.invocation, Math.ceil(Math.max(0, Math.min(version.timeoutMs, waitsMs))));
    this.#listener.needBy(Math.min(sent.deadlineAt, this.#inFlight.lookAt));
  }

  /** The time during which limits were held does not count. */
  #holdTime(): void {
    const now = performance.now();
    const isHeld = this.#order.inspection?.holdsTime === true;
    if (isHeld) this.#heldSince ??= now;
    if (isHeld || this.#heldSince === undefined) return;
    const heldMs = now - this.#heldSince;
    this.#heldSince = undefined;
    this.#inFlight.postpone(heldMs);
    if (this.#state === 'loading') this.#endBy += heldMs;
    this.#listener.needBy(now);
  }

  /** A call that blocks is checked repeatedly: the one behind it may have been answered since. */
  #nextLook(now: number): number {
    return this.#inFlight.lookAt === Infinity ? Infinity : Math.max(this.#inFlight.lookAt, now + LOOK_AGAIN_MS);
  }

  /** Reads what the process could not send: answers in the order of their calls, and an exit notice. */
  #recover(): void {
    let isExpected = true;
    const frame = (kind: number, nonce: string, body: string) => {
      if (kind === FRAME.pipelineDepth) return;
      if (kind === FRAME.exitNotice && isExpected) this.#leave(body);
      isExpected = isExpected && nonce === this.#inFlight.oldest && isAnswer(kind);
      if (!isExpected) return; // remains of an earlier turn
      this.#recovered.add(nonce);
      this.#receive(kind, nonce, body);
    };
    new FrameReader({ frame, broken: () => undefined }, MAX_FRAME_BYTES).push(this.#answerLog.read());
  }

  /** Kills the instance if a deadline has passed; returns the next deadline. */
  public check(now: number): number {
    if (this.#state === 'gone' || (this.isHeld && this.#state !== 'leaving')) return Infinity;
    if (this.#state === 'loading' && now >= this.#endBy) {
      this.kill({ code: 'FUNCTION_INIT_TIMEOUT', reason: `it was still loading after ${this.#order.settings.initTimeoutMs} ms` }, false);
      return Infinity;
    }
    if (this.#state === 'leaving' && now >= this.#endBy) {
      this.kill({ code: 'FUNCTION_CRASHED', reason: this.#exitReason ?? 'it closed its channel and did not end' }, false);
      return Infinity;
    }
    if (now >= this.#inFlight.lookAt) this.#recover();
    const { expired, isStuck, next } = this.#inFlight.expire(now);
    for (const sent of expired) giveUp(sent, { type: 'timeout', timeoutMs: sent.timeoutMs, limit: sent.limit });
    if (!isStuck) return Math.min(next, this.#nextLook(now), this.#state === 'ready' ? Infinity : this.#endBy);
    this.kill({ code: 'FUNCTION_CRASHED', reason: 'its instance was killed because another call on it timed out' }, true);
    return Infinity;
  }

  /** Kills the process and everything it has started; running calls get the failure. */
  public kill(failure: Failure, isExpected: boolean): void {
    if (this.#state === 'gone') return;
    this.#state = 'leaving';
    killGroup(this.child);
    this.#finish(failure, isExpected);
  }

  /** Returns calls that cannot have begun; those that may have begun get the failure and are never repeated. */
  #finish(failure: Failure, isExpected: boolean): void {
    if (this.#inFlight.size > 0) this.#recover();
    this.#withdrawUnread();
    this.#state = 'gone';
    for (const sent of this.#inFlight.empty()) giveUp(sent, failed(failure));
    this.#order.inspection?.ended();
    this.#listener.gone(this, { failure, wasLoaded: this.#readySince < Infinity, isExpected });
  }

  /** Returns the calls that are still in the call socket: only that proves that they have not begun. */
  #withdrawUnread(): void {
    const unread = this.#inFlight.withdrawFrom(this.#sender.takeBack());
    if (unread.length > 0) this.#listener.leaving(unread);
  }

  #readChannel(channel: Duplex): void {
    const broken = (reason: string) => this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason }, false);
    const frame = (kind: number, nonce: string, body: string) => this.#receive(kind, nonce, body);
    const chunk = (nonce: string, bytes: Buffer) => this.#receiveChunk(nonce, bytes);
    const reader = new FrameReader({ frame, chunk, broken }, MAX_FRAME_BYTES);
    channel.on('data', (bytes: Buffer) => reader.push(bytes));
    // a broken pipe means that the process is ending, which its exit event reports
    channel.on('error', () => undefined);
    // unless the function has closed it and cannot answer any more
    channel.on('end', () => {
      if (this.#state === 'loading' || this.#state === 'ready') this.#endSoon();
    });
  }

  #receive(kind: number, nonce: string, body: string): void {
    if (this.#state === 'gone') return;
    const sent = this.#inFlight.get(nonce);
    if (sent !== undefined) this.#receiveAnswer(sent, kind, { nonce, body });
    else if (kind === FRAME.ready && this.#state === 'loading') this.#becomeReady();
    else if (kind === FRAME.initError && this.#readySince === Infinity) this.kill(loadFailure(body), false); // the end may be seen first
    else if (kind === FRAME.exitNotice) this.#leave(body);
    else if (kind === FRAME.pipelineDepth) this.#pipelineDepth = depthOf(body);
    else if (kind === FRAME.notice) this.#listener.notice(body);
    else if (kind === FRAME.inspector) this.#order.inspection?.opened(body);
    else if (!this.#recovered.delete(nonce)) this.#ignore(body.length);
  }

  #receiveAnswer(sent: InFlightCall, kind: number, { nonce, body }: { readonly nonce: string; readonly body: string }): void {
    const { call } = sent;
    if (sent.isGivenUp) {
      // its caller has an answer
    } else if (kind === FRAME.streamEnd && call.invocation.isStreamed === true) {
      this.#streamOf(nonce, sent).end();
      call.streamEnded?.();
    } else if (sent.stream !== undefined && kind === FRAME.functionError) {
      giveUp(sent, { type: 'function-error', payload: body, errorMessage: readLambdaError(body).errorMessage });
    } else if (kind === FRAME.textResult && this.#settleText(sent, body)) {
      // it was settled
    } else if (kind === FRAME.result && sent.stream === undefined && body.length <= MAX_RESULT_BYTES) {
      call.settle({ type: 'result', payload: body });
    } else if (kind === FRAME.functionError) {
      call.settle({ type: 'function-error', payload: body, errorMessage: readLambdaError(body).errorMessage });
    } else if ((kind === FRAME.result || kind === FRAME.resultTooLarge) && sent.stream === undefined) {
      call.settle(failed(resultTooLarge(kind === FRAME.result ? body.length : Number(body))));
    } else {
      this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason: `an answer of kind ${kind}` }, false);
      return;
    }
    const now = performance.now();
    this.#inFlight.remove(nonce, now);
    this.#idleSince = now;
    this.#listener.answered(this);
  }

  /** @returns false if it is not a text result, or the call does not allow one */
  #settleText({ call: { invocation, settle } }: InFlightCall, body: string): boolean {
    const result = 'takesText' in invocation && invocation.takesText ? decodeTextResult(body) : undefined;
    if (result === undefined) return false;
    settle(result);
    return true;
  }

  #receiveChunk(nonce: string, bytes: Buffer): void {
    if (this.#state === 'gone') return;
    const sent = this.#inFlight.get(nonce);
    if (sent === undefined) {
      this.#ignore(bytes.length);
      return;
    }
    const isRight = sent.call.invocation.isStreamed === true && this.#streamOf(nonce, sent).push(bytes);
    if (!isRight) this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason: 'more of a stream than was asked for' }, false);
  }

  /** The stream of a call; the first use settles the call with it. */
  #streamOf(nonce: string, sent: InFlightCall): CallStream {
    if (sent.stream !== undefined) return sent.stream;
    const send = (kind: number, body: string) => {
      if (this.#inFlight.get(nonce) !== undefined) this.#writer.add(kind, nonce, body);
    };
    const stream = new CallStream({ passedOn: (bytes) => send(FRAME.credit, String(bytes)), cancelled: () => send(FRAME.cancel, '') });
    sent.stream = stream;
    sent.call.settle({ type: 'stream', stream });
    return stream;
  }

  #becomeReady(): void {
    this.#state = 'ready';
    this.#readySince = this.#idleSince = performance.now();
    this.#listener.ready(this);
  }

  #leave(body: string): void {
    if (this.#exitReason !== undefined || this.#state === 'gone') return;
    const { errorType, errorMessage } = readLambdaError(body);
    this.#exitReason = `${errorType}: ${errorMessage}`;
    this.#endSoon();
  }

  /** Takes no more calls; those it has begun may still be answered. */
  #endSoon(): void {
    // the end of the process may be seen before its last output
    if (this.#state !== 'leaving') this.#endBy = performance.now() + LEAVE_MS;
    this.#state = 'leaving';
    this.#listener.needBy(this.#endBy);
    this.#withdrawUnread();
  }

  #ignore(characters: number): void {
    this.#foreignCharacters += characters + 1;
    if (this.#foreignCharacters > MAX_FOREIGN_CHARACTERS) {
      this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason: 'too many answers to no call' }, false);
    }
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
        if (child.pid === undefined) end(startFailure(error));
      });
      child.once('exit', (code, signal) => {
        if (this.#state !== 'gone') this.#state = 'leaving';
        this.#endBy = Infinity;
        killGroup(child);
        this.#withdrawUnread();
        const finish = () => {
          if (this.#state !== 'gone') this.#recover();
          end(this.#failureOf(code, signal));
        };
        // on a busy gateway the timer fires late, before it has read what arrived in the meantime
        timer = setTimeout(() => setImmediate(finish), LAST_OUTPUT_MS);
        child.once('close', finish);
      });
    });
  }

  #failureOf(code: number | null, signal: NodeJS.Signals | null): Failure {
    const isLoaded = this.#readySince < Infinity;
    return crashOf({ code, signal, isLoaded, stderrTail: this.#output.stderrTail, exitReason: this.#exitReason });
  }
}

function depthOf(text: string): number {
  const depth = Number(text);
  return Number.isInteger(depth) ? Math.min(MAX_PIPELINE_DEPTH, Math.max(1, depth)) : 1;
}

/** Whether a frame is the whole answer of a call. */
function isAnswer(kind: number): boolean {
  return kind === FRAME.textResult || kind === FRAME.result || kind === FRAME.functionError;
}
