import { labelOf } from '../../function-label';
import type { ChildProcess } from 'node:child_process';
import { failed, type Failure, type WaitingCall } from '../call';
import { readLambdaError } from '../../lambda-error';
import type { FunctionMeter } from '../../plan/meter';
import type { FunctionVersion } from '../../ports';
import type { Inspection } from '../inspector/inspection';
import type { EngineSettings } from '../options';
import type { Assignment } from '../wire/assignment';
import { AnswerReader } from './answer-reader';
import { crashOf, killGroup, loadFailure } from './exit-reason';
import { FRAME } from '../wire/frames';
import { MAX_PIPELINE_DEPTH } from '../host/pipeline-depth';
import { InstanceLimits } from './instance-limits';
import { InstanceOutput } from './instance-output';
import type { InstanceWire } from './instance-wire';
import type { InstanceProcess } from './launch';
import { watchEnd } from './process-end';
import { giveUp, InFlightCalls } from './in-flight-calls';

/** How long an instance that announced its end may take to exit. */
const LEAVE_MS = 1000;

export interface InstanceOrder {
  readonly version: FunctionVersion;
  readonly settings: EngineSettings;
  readonly process: InstanceProcess;
  readonly host: Assignment;
  /** Set if a debugger can attach. */
  readonly inspection?: Inspection | undefined;
}

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
  /** A call was handed to the process. */
  readonly began?: FunctionMeter['began'] | undefined;
  /** The instance reports something about the handler; it is not checked. */
  readonly notice: (notice: string) => void;
  /** The result of `check` has changed, in ms of the monotonic clock. */
  readonly needBy: (time: number) => void;
}

export class FunctionInstance {
  public readonly child: ChildProcess;
  /** Resolves when the process and its pipes are gone. */
  public readonly ended: Promise<void>;
  readonly #inFlight: InFlightCalls;
  readonly #limits: InstanceLimits;
  readonly #wire: InstanceWire;
  readonly #answers: AnswerReader;
  readonly #output: InstanceOutput;
  #state: 'loading' | 'ready' | 'leaving' | 'gone' = 'loading';
  readonly #startedAt = performance.now();
  #readySince = Infinity;
  /** How many calls may be on their way, one after the other. The instance reports it; a wrong value harms only its own function. */
  #pipelineDepth = 1;
  #idleSince = this.#startedAt;
  #exitReason: string | undefined;

  public constructor(private readonly order: InstanceOrder, private readonly listener: InstanceListener) {
    this.#inFlight = new InFlightCalls(order.version.concurrency, order.version.timeoutMs);
    this.#limits = new InstanceLimits(this.#inFlight, listener.needBy);
    const { process } = order;
    this.child = process.child;
    this.#wire = process.wire;
    this.#answers = new AnswerReader(this.#wire, this.#inFlight, {
      answered: (now) => this.#onAnswer(now),
      heard: (kind, body) => this.#hear(kind, body),
      broken: (reason) => this.#break(reason),
    });
    this.#output = new InstanceOutput({
      version: order.version, output: order.settings.output, isInspected: order.inspection !== undefined,
      inFlightCount: () => this.#inFlight.size, now: () => performance.now(),
    });
    this.#output.read(process.stdout, 'stdout');
    this.#output.read(process.stderr, 'stderr');
    this.ended = this.#watchEnd();
    this.#listen();
    if (order.inspection !== undefined) {
      order.inspection.onChange = () => this.#holdTime();
      this.#holdTime();
    }
    this.#limits.awaitUntil(this.#startedAt + order.settings.initTimeoutMs);
  }

  /** A debugger holds the time limits of this instance and of the calls that wait for it. */
  public get isHeld(): boolean {
    return this.#limits.isHeld;
  }

  public get isLoading(): boolean {
    return this.#state === 'loading';
  }

  public get isReady(): boolean {
    return this.#state === 'ready';
  }

  /** How long it took to load its handler; `Infinity` before that. */
  public get loadMs(): number {
    return this.#readySince - this.#startedAt;
  }

  /** Whether it has answered its call and not asked for the next one yet, as clients of the Runtime API do. */
  public get isReturning(): boolean {
    return this.#state === 'ready' && this.#inFlight.size === 0 && !this.#wire.takesCalls;
  }

  public get runningCount(): number {
    return this.#inFlight.size;
  }

  /** How many unanswered calls it may have: more than it can run if they are short and none is held up. */
  public capacityAt(now: number): number {
    const { settings, version: { concurrency } } = this.order;
    if (!this.#wire.takesCalls) return 0;
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
    const { version, settings: { ports, onCall } } = this.order;
    const nonce = ports.randomHex(16);
    const sent = this.#inFlight.add(nonce, call, now);
    const { invocation: { requestId }, handedInAt } = call;
    this.#output.began(nonce, requestId);
    const instance = String(this.child.pid ?? nonce);
    const isCold = handedInAt < this.#readySince;
    onCall?.({ requestId, functionName: labelOf(version), instance, isCold });
    this.listener.began?.(now - handedInAt, isCold);
    const waitsMs = this.isHeld ? Infinity : call.deadlineAt - now;
    // a call may begin a moment after its time, before it is looked at
    sent.offset = this.#wire.send(nonce, call.invocation, Math.ceil(Math.max(0, Math.min(version.timeoutMs, waitsMs))));
    this.listener.needBy(Math.min(sent.deadlineAt, this.#inFlight.lookAt));
  }

  #holdTime(): void {
    const now = performance.now();
    if (this.order.inspection?.holdsTime === true) this.#limits.hold(now);
    else this.#limits.release(now, this.#state !== 'leaving');
  }

  /** Kills the instance if a deadline has passed; returns the next deadline. */
  public check(now: number): number {
    if (this.#state === 'gone' || (this.isHeld && this.#state !== 'leaving')) return Infinity;
    if (this.#limits.isOverdue(now)) {
      this.kill(this.#overdue(), false);
      return Infinity;
    }
    if (now >= this.#inFlight.lookAt) this.#answers.recover();
    const next = this.#limits.expireCalls(now);
    if (next !== undefined) return next;
    this.kill({ code: 'FUNCTION_CRASHED', reason: 'its instance was killed because another call on it timed out' }, true);
    return Infinity;
  }

  #overdue(): Failure {
    const { settings: { initTimeoutMs }, version: { timeoutMs } } = this.order;
    if (this.#state === 'loading') return { code: 'FUNCTION_INIT_TIMEOUT', reason: `it was still loading after ${initTimeoutMs} ms` };
    if (this.#state === 'leaving') return { code: 'FUNCTION_CRASHED', reason: this.#exitReason ?? 'it closed its channel and did not end' };
    return { code: 'FUNCTION_CRASHED', reason: `it did not ask for another call within ${timeoutMs} ms` };
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
    // first: what is recovered may end the instance as well, as an answer that breaks the protocol does
    this.#state = 'gone';
    if (this.#inFlight.size > 0) this.#answers.recover();
    this.#withdrawUnread();
    for (const sent of this.#inFlight.empty()) giveUp(sent, failed(failure));
    this.order.inspection?.ended();
    this.listener.gone(this, { failure, wasLoaded: this.#readySince < Infinity, isExpected });
  }

  /** Returns the calls that are still in the call socket: only that proves that they have not begun. */
  #withdrawUnread(): void {
    const unread = this.#inFlight.withdrawFrom(this.#wire.takeBack());
    if (unread.length > 0) this.listener.leaving(unread);
  }

  #listen(): void {
    this.#wire.open(this.order.host, {
      frame: this.#answers.receive,
      chunk: this.#answers.receiveChunk,
      broken: (reason) => this.#break(reason),
      paused: () => {
        if (this.isReturning) this.#awaitReturn(performance.now());
      },
      // unless its process is ending, the function has closed its channel and cannot answer any more
      ended: () => {
        if (this.#state === 'loading' || this.#state === 'ready') this.#endSoon();
      },
    });
  }

  #break(reason: string): void {
    this.kill({ code: 'FUNCTION_PROTOCOL_BROKEN', reason }, false);
  }

  /** Takes note of what the process says about itself. @returns false for everything that means nothing now */
  #hear(kind: number, body: string): boolean {
    if (this.#state === 'gone') return true;
    if (kind === FRAME.ready && (this.#state === 'loading' || (this.#state === 'ready' && this.#limits.isAwaited))) this.#becomeReady();
    else if (kind === FRAME.initError && this.#readySince === Infinity) this.kill(loadFailure(body), false); // the end may be seen first
    else if (kind === FRAME.exitNotice) this.#leave(body);
    else if (kind === FRAME.pipelineDepth) this.#pipelineDepth = depthOf(body);
    else if (kind === FRAME.notice) this.listener.notice(body);
    else if (kind === FRAME.inspector) this.order.inspection?.opened(body);
    else if (kind === FRAME.noDebugger) this.order.inspection?.cannotOpen(body);
    else return false;
    return true;
  }

  #onAnswer(now: number): void {
    this.#idleSince = now;
    if (!this.#wire.takesCalls) this.#awaitReturn(now);
    this.listener.answered(this);
  }

  /** A function's time limit includes what it does after its answer. */
  #awaitReturn(now: number): void {
    this.#limits.awaitUntil(now + this.order.version.timeoutMs);
  }

  /** The handler is loaded, or it asks for another call. */
  #becomeReady(): void {
    const now = performance.now();
    if (this.#state === 'loading') this.#readySince = this.#idleSince = now;
    this.#state = 'ready';
    this.#limits.awaitUntil(Infinity);
    this.listener.ready(this);
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
    if (this.#state !== 'leaving') this.#limits.awaitUntil(performance.now() + LEAVE_MS);
    this.#state = 'leaving';
    this.#withdrawUnread();
  }

  #watchEnd(): Promise<void> {
    const { stdout, stderr } = this.order.process;
    return new Promise((resolve) => {
      const end = (failure: Failure) => {
        for (const stream of [stdout, stderr]) stream.destroy();
        this.#wire.close();
        if (this.#state !== 'gone') this.#finish(failure, false);
        resolve();
      };
      watchEnd(this.order.process, {
        notStarted: end,
        exited: () => {
          if (this.#state !== 'gone') this.#state = 'leaving';
          this.#limits.awaitUntil(Infinity);
          this.#withdrawUnread();
        },
        ended: ({ code, signal }) => {
          if (this.#state !== 'gone') this.#answers.recover();
          const isLoaded = this.#readySince < Infinity;
          end(crashOf({ code, signal, isLoaded, stderrTail: this.#output.stderrTail, exitReason: this.#exitReason }));
        },
      });
    });
  }
}

function depthOf(text: string): number {
  const depth = Number(text);
  return Number.isInteger(depth) ? Math.min(MAX_PIPELINE_DEPTH, Math.max(1, depth)) : 1;
}
