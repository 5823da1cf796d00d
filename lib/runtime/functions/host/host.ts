import { decodeCall, FRAME, NO_NONCE, type ErrorDocument, type FrameListener, type Notice } from '../wire/frames';
import { assignFunction } from './assign-function';
import { streamingMark, type StreamingMark } from './awslambda';
import { CallQueue } from './call-queue';
import type { Channel, ChannelOptions } from './channel';
import { describeError, writeError } from './describe-error';
import { IdleAction } from './idle-action';
import { isAsyncFunction, loadHandler, refuseCallbackHandler } from './load-handler';
import { openToDebugger } from './open-to-debugger';
import { replacedIntrinsics, withOwnIntrinsics } from './own-intrinsics';
import { PipelineDepth } from './pipeline-depth';
import { rehearse } from './rehearse';
import { RouteTable } from './route-table';
import { runCall, type CallSurroundings, type HostCall } from './run-call';
import { runStreamingCall, type StreamControl } from './run-streaming-call';
import type { HostSettings } from '../wire/assignment';
import { NODE_JS_EXIT, UnsettledWatch } from './unsettled-watch';

// Taken before user code runs, which may replace them.
const { parse, stringify } = JSON;

/** The surroundings of a host: the process or thread that it runs in. */
export interface HostPorts {
  readonly openChannel: (options: ChannelOptions) => Channel;
  /** Ends the output of a call with a line that names it. */
  readonly markOutput: (nonce: string) => void;
  readonly setTraceId: (traceId: string | undefined) => void;
  readonly exit: (code: number) => never;
}

/** Runs the calls of one function, from its assignment until the gateway ends or user code leaves an error unhandled. */
export class Host {
  readonly #channel: Channel;
  readonly #queue: CallQueue<HostCall | number>;
  readonly #idle: IdleAction;
  readonly #routes = new RouteTable();
  /** Nonces of the calls that were begun and not answered yet. */
  readonly #begun = new Set<string>();
  readonly #streams = new Map<string, StreamControl>();
  readonly #noticed = new Set<Notice>();
  readonly #pipelineDepth = new PipelineDepth();
  readonly #unsettled = new UnsettledWatch((nonce) => this.#endUnsettled(nonce));
  /** Undefined until the gateway has assigned a function. */
  #settings: HostSettings | undefined;
  /** Whether calls run one at a time. */
  #isAlone = true;
  /** Undefined until the handler is loaded. A call that leaves the process nothing to do fails; if it may call back, its result is null. */
  #loaded: Readonly<{ surroundings: CallSurroundings; streaming: StreamingMark | undefined; failsUnsettled: boolean }> | undefined;
  #isLeaving = false;

  public constructor(private readonly ports: HostPorts) {
    this.#channel = ports.openChannel({
      onFrame: this.#framesOf((call) => this.#queue.arrive(call)),
      onCallFrame: this.#framesOf((call) => this.#run(call)),
    });
    this.#queue = new CallQueue(this.#channel.keep, (call) => this.#beginCall(call));
    this.#idle = new IdleAction(this.#channel);
  }

  /** Loads what a first call needs, while the process waits for its function; one that is needed at once has it by now. */
  public async rehearse(directory: string): Promise<void> {
    if (this.#settings !== undefined) return;
    this.#channel.rehearse();
    // without a rehearsal the function's first call takes longer, and that is all
    await rehearse(directory).catch(() => undefined);
  }

  /** Unhandled rejections end up here too: that is Node's default. */
  public uncaught(error: unknown, origin: string): void {
    const described = this.#written(error);
    if (this.#loaded === undefined) {
      this.#leave(() => this.#channel.send(FRAME.initError, NO_NONCE, stringify(described)));
      return;
    }
    this.#leave(() => {
      this.#channel.send(FRAME.exitNotice, NO_NONCE, stringify(described));
      const error = stringify(origin === 'unhandledRejection' ? asRejection(described) : described);
      if (this.#isAlone) for (const nonce of [...this.#begun]) this.#answer(nonce, FRAME.functionError, error);
    });
  }

  public idle(): void {
    this.#idle.run();
  }

  public exiting(code: number): void {
    if (this.#loaded === undefined || this.#isLeaving) return;
    this.#sendExitNotice({ errorType: 'Runtime.ExitError', errorMessage: `exit code ${code}`, trace: [] });
  }

  #framesOf(onCall: (call: HostCall) => void): FrameListener['frame'] {
    return (kind, nonce, body) => {
      if (kind === FRAME.rawCall) onCall(this.#readRawCall(nonce, body));
      else if (kind === FRAME.call) onCall(this.#readCall(nonce, body));
      else if (kind === FRAME.calls) this.#callsArrive(body);
      else if (kind === FRAME.route) this.#own(() => this.#routes.add(body));
      else if (kind === FRAME.assign) this.#assign(body);
      else if (kind === FRAME.credit) this.#streams.get(nonce)?.grant(Number(body));
      else if (kind === FRAME.cancel) this.#streams.get(nonce)?.cancel();
    };
  }

  #assign(body: string): void {
    if (this.#settings !== undefined) return;
    const settings = parse(body) as HostSettings; // written by the gateway: assignment-of.ts
    this.#settings = settings;
    this.#isAlone = settings.concurrency === 1;
    this.#queue.concurrency = this.#isAlone ? 1 : Infinity;
    void this.#load(settings);
  }

  async #load(settings: HostSettings): Promise<void> {
    try {
      assignFunction(settings, this.#channel.socket);
      const announce = (address: string): void => this.#channel.sendNow(FRAME.inspector, NO_NONCE, address);
      if (settings.inspection !== undefined) await openToDebugger(settings.inspection, announce);
      const handler = await loadHandler(settings.directory, settings.handler);
      const streaming = streamingMark(handler);
      if (streaming === undefined) refuseCallbackHandler(handler, settings.rules);
      this.#loaded = {
        surroundings: {
          settings,
          handler,
          whenIdle: (action) => this.#idle.set(action),
          notice: (notice) => this.#notice(notice),
          answer: (nonce, kind, text) => this.#answer(nonce, kind, text),
        },
        streaming,
        failsUnsettled: !settings.rules.hasCallbacks || isAsyncFunction(handler),
      };
      this.#channel.send(FRAME.ready, NO_NONCE, '');
    } catch (error) {
      const described = this.#written(error);
      this.#leave(() => this.#channel.send(FRAME.initError, NO_NONCE, stringify(described)));
    }
  }

  #readCall(nonce: string, body: string): HostCall {
    const { head, event } = this.#own(() => decodeCall(body));
    return { nonce, head, event: () => parse(event) };
  }

  #readRawCall(nonce: string, body: string): HostCall {
    const call = this.#own(() => this.#routes.read(body));
    if (call === undefined) this.ports.exit(1); // the gateway broke the framing
    return { nonce, head: call.head, event: () => this.#own(call.event) };
  }

  /** Calls wait in the call socket: each is taken out when it begins, and none before. */
  #callsArrive(body: string): void {
    for (const length of this.#own(() => body.split(','))) this.#queue.arrive(Number(length));
  }

  /** A call whose turn it is; of one in the call socket, only the length is known. */
  #beginCall(call: HostCall | number): boolean {
    // the gateway takes back the calls that an ending process has not taken out
    if (typeof call === 'number') return this.#isLeaving || this.#channel.takeCall(call);
    this.#run(call);
    return true;
  }

  /** Hot path: runs a call whose turn it is. */
  #run(call: HostCall): void {
    const loaded = this.#loaded;
    if (loaded === undefined || this.#isLeaving) return;
    const { nonce } = call;
    this.#own(() => this.#begun.add(nonce));
    this.#idle.cancel();
    if (this.#isAlone) {
      this.ports.setTraceId(call.head.traceId);
      this.#pipelineDepth.began();
    }
    if (loaded.streaming === undefined) {
      if (this.#isAlone) this.#unsettled.began(nonce);
      runCall(loaded.surroundings, call);
      return;
    }
    const sendChunk = (bytes: Buffer) => {
      if (this.#isBegun(nonce)) this.#channel.sendBytes(FRAME.chunk, nonce, bytes);
    };
    const control = runStreamingCall({ ...loaded.surroundings, sendChunk }, loaded.streaming, call);
    if (this.#isBegun(nonce)) this.#streams.set(nonce, control);
  }

  #isBegun(nonce: string): boolean {
    return this.#own(() => this.#begun.has(nonce));
  }

  #answer(nonce: string, kind: number, text: string): void {
    const isFirst = this.#own(() => {
      if (!this.#begun.delete(nonce)) return false;
      if (this.#streams.size > 0) this.#streams.delete(nonce);
      if (this.#isAlone) this.#endAlone(nonce);
      this.#channel.send(kind, nonce, text);
      return true;
    });
    if (!isFirst) return;
    try {
      this.#queue.ended();
    } catch (error) {
      this.#exitBroken(error); // the handler's promise would swallow it
    }
  }

  /** Only makes sense while no other call runs. */
  #endAlone(nonce: string): void {
    this.ports.markOutput(nonce);
    const depth = this.#pipelineDepth.ended();
    if (depth !== undefined) this.#channel.send(FRAME.pipelineDepth, NO_NONCE, String(depth));
  }

  /** Once each per process: what a handler does, it does in every call. */
  #notice(notice: Notice): void {
    if (this.#noticed.has(notice)) return;
    this.#noticed.add(notice);
    this.#channel.send(FRAME.notice, NO_NONCE, notice);
  }

  /** A call that may have run for a while is ended when nothing can settle its promise any more. */
  #endUnsettled(nonce: string): void {
    // a call without a promise waits for the same moment already
    if (this.#isBegun(nonce) && !this.#isLeaving && !this.#idle.isWaiting) this.#idle.set(() => this.#answerUnsettled(nonce));
  }

  #answerUnsettled(nonce: string): void {
    if (!this.#isBegun(nonce)) return;
    if (this.#loaded?.failsUnsettled !== true) {
      this.#answer(nonce, FRAME.result, 'null');
      return;
    }
    writeError(NODE_JS_EXIT);
    this.#answer(nonce, FRAME.functionError, stringify(NODE_JS_EXIT));
  }

  /** Runs host code with its own intrinsics. It does not fail because of one call, so no other call could be run either. */
  #own<Result>(action: () => Result): Result {
    try {
      return withOwnIntrinsics(action);
    } catch (error) {
      this.#exitBroken(error);
    }
  }

  /** The host itself has failed; another process takes over. */
  #exitBroken(error: unknown): never {
    this.#isLeaving = true;
    try {
      withOwnIntrinsics(() => this.#reportBroken(error));
    } finally {
      this.ports.exit(1);
    }
  }

  #reportBroken(error: unknown): void {
    const described = this.#written(error);
    const replaced = replacedIntrinsics();
    const why = replaced.length === 0 ? '' : `; the function has replaced ${replaced.join(', ')}`;
    this.#sendExitNotice({ ...described, errorMessage: `the host of the function failed: ${described.errorMessage}${why}` });
  }

  #written(error: unknown): ErrorDocument {
    const described = describeError(error, this.#settings);
    writeError(described);
    return described;
  }

  #sendExitNotice(error: ErrorDocument): void {
    this.#channel.sendNow(FRAME.exitNotice, NO_NONCE, stringify(error));
  }

  #leave(reportReason: () => void): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    reportReason();
    this.#channel.leave();
  }
}

/** Lambda's own name for it. */
function asRejection(error: ErrorDocument): ErrorDocument {
  return { ...error, errorType: 'Runtime.UnhandledPromiseRejection', errorMessage: `${error.errorType}: ${error.errorMessage}` };
}
