/**
 * The program inside a function's process. It waits for its assignment, loads the handler, runs calls, and ends when the
 * gateway ends or when user code leaves an error unhandled. It has no dependencies and starts fast.
 */
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { decodeCall, FRAME, NO_NONCE, type ErrorDocument, type FrameListener, type Notice } from '../wire/frames';
import type { EventRoute, EventStage } from '../../plan/exchange';
import { rawEvent } from './raw-event';
import { openThreadChannel, openThreadOutput } from '../threads/thread-channel';
import { defineAwslambda, streamingMark, type StreamingMark } from './awslambda';
import { assignFunction } from './assign-function';
import { BegunCalls } from './begun-calls';
import { openChannel } from './channel';
import { describeError, writeError } from './describe-error';
import { isAsyncFunction, loadHandler, refuseCallbackHandler } from './load-handler';
import { openOutput } from './output';
import { replacedIntrinsics, withOwnIntrinsics } from './own-intrinsics';
import { PipelineDepth } from './pipeline-depth';
import { rehearse } from './rehearse';
import { runCall, type CallSurroundings, type HostCall } from './run-call';
import { openToDebugger } from './open-to-debugger';
import { openTraceId } from './trace-id';
import { CallQueue } from './call-queue';
import { NODE_JS_EXIT, UnsettledWatch } from './unsettled-watch';
import { decodeRawCall } from '../wire/raw-call';
import { runStreamingCall, type StreamControl } from './run-streaming-call';
import type { HostSettings } from './settings';

// Taken before user code runs, which may replace them.
const { parse, stringify } = JSON;
const exit: (code: number) => never = process.exit.bind(process);

const REHEARSE_AFTER_MS = 50;

const begun = new BegunCalls();
const noticed = new Set<Notice>();
/** Running streams, by the nonce of their call. */
const streams = new Map<string, StreamControl>();
/** The surroundings of all calls; undefined until the handler is loaded. */
let surroundings: CallSurroundings | undefined;
let streaming: StreamingMark | undefined;
let isLeaving = false;
/** Whether a call that leaves the process nothing to do fails; with a callback still possible, its result is null. */
let failsUnsettled = false;
/** Called when the process has nothing left to do; only set when calls run one at a time. */
let idleAction: (() => void) | undefined;

/** Undefined until the gateway has assigned a function. */
let settings: HostSettings | undefined;
let isAlone = true;

if (!isMainThread) openThreadOutput();
const markOutput = openOutput();
const setTraceId = openTraceId();
const pipelineDepth = new PipelineDepth();
/** By the number of each; the gateway numbers them in turn. */
const routes: EventRoute[] = [];
/** The stages of the routes, by their JSON texts: routes of one stage share it. */
const stages = new Map<string, EventStage>();
const channel = (isMainThread ? openChannel : openThreadChannel)({ onFrame: framesOf(enqueue), onCallFrame: framesOf(run) });
const callQueue = new CallQueue(channel.keep, beginCall);
const unsettledWatch = new UnsettledWatch(endUnsettled);
defineAwslambda();
process.on('uncaughtException', onUncaught);
process.on('beforeExit', onBeforeExit);
process.on('exit', onExit);
/** Only a process that was started for no function yet has this argument, which user code does not see. */
const [rehearsal] = process.argv.splice(2);
if (rehearsal !== undefined) setTimeout(() => void prepare(rehearsal), REHEARSE_AFTER_MS).unref();

/** Dispatches each frame. */
function framesOf(onCall: (call: HostCall) => void): FrameListener['frame'] {
  return (kind, nonce, body) => {
    if (kind === FRAME.rawCall) onCall(readRawCall(nonce, body));
    else if (kind === FRAME.call) onCall(readCall(nonce, body));
    else if (kind === FRAME.calls) onCalls(body);
    else if (kind === FRAME.route) onRoute(body);
    else if (kind === FRAME.assign) onAssign(body);
    else onStream(kind, nonce, body);
  };
}

/** While the process waits; one that is needed at once has its function by now. */
async function prepare(directory: string): Promise<void> {
  if (settings !== undefined) return;
  syncBuiltinESMExports(); // the first time takes three times as long
  channel.rehearse();
  // without a rehearsal the function's first call takes longer, and that is all
  await rehearse(directory).catch(() => undefined);
}

function onAssign(body: string): void {
  if (settings !== undefined) return;
  // written by the gateway: assignment-of.ts
  settings = JSON.parse(body) as HostSettings;
  isAlone = settings.concurrency === 1;
  callQueue.concurrency = isAlone ? 1 : Infinity;
  void start(settings);
}

async function start(own: HostSettings): Promise<void> {
  try {
    assignFunction(own, channel.socket);
    const announce = (address: string): void => channel.sendNow(FRAME.inspector, NO_NONCE, address);
    if (own.inspection !== undefined) await openToDebugger(own.inspection, announce);
    const loaded = await loadHandler(own.directory, own.handler);
    streaming = streamingMark(loaded);
    if (streaming === undefined) refuseCallbackHandler(loaded, own.rules);
    failsUnsettled = !own.rules.hasCallbacks || isAsyncFunction(loaded);
    surroundings = { settings: own, handler: loaded, whenIdle, notice, answer };
    channel.send(FRAME.ready, NO_NONCE, '');
  } catch (error) {
    const described = describeError(error, own);
    writeError(described);
    leave(() => channel.send(FRAME.initError, NO_NONCE, stringify(described)));
  }
}

function readCall(nonce: string, body: string): HostCall {
  const { head, event } = own(() => decodeCall(body));
  return { nonce, head, event: () => parse(event) };
}

/** Calls wait in the call socket: each is taken out when it begins, and none before. */
function onCalls(body: string): void {
  for (const length of own(() => body.split(','))) callQueue.arrive(Number(length));
}

/** A call whose turn it is; of one in the call socket, only the length is known. */
function beginCall(call: HostCall | number): boolean {
  // the gateway takes back the calls that an ending process has not taken out
  if (typeof call === 'number') return isLeaving || channel.takeCall(call);
  run(call);
  return true;
}

function onRoute(body: string): void {
  own(() => addRoute(body));
}

function addRoute(body: string): void {
  const [number, route] = parse(body) as [number, EventRoute]; // written by the gateway
  if (number === 0) { // numbering restarts after many routes
    stages.clear();
    routes.length = 0;
  }
  const key = stringify(route.stage);
  const stage = stages.get(key) ?? route.stage;
  stages.set(key, stage);
  routes[number] = { ...route, stage };
}

function readRawCall(nonce: string, body: string): HostCall {
  const call = own(() => decodeRawCall(body));
  const route = call && routes[call.route];
  if (call === undefined || route === undefined) exit(1); // the gateway broke the framing
  const { ids: { invocationId, trace }, remainingMs } = call;
  const head = { invocationId, traceId: trace.text, remainingMs, takesText: true };
  return { nonce, head, event: () => own(() => rawEvent(route, call)) };
}

/** A call from the channel, if there is no call socket. */
function enqueue(call: HostCall): void {
  callQueue.arrive(call);
}

/** Runs a call whose turn it is. */
function run(call: HostCall): void {
  if (surroundings === undefined || isLeaving) return;
  const { nonce } = call;
  begun.add(nonce);
  stopWaiting();
  if (isAlone) beginAlone(call);
  if (streaming === undefined) {
    if (isAlone) unsettledWatch.began(nonce);
    runCall(surroundings, call);
    return;
  }
  const sendChunk = (bytes: Buffer) => {
    if (begun.has(nonce)) channel.sendBytes(FRAME.chunk, nonce, bytes);
  };
  const control = runStreamingCall({ ...surroundings, sendChunk }, streaming, call);
  if (begun.has(nonce)) streams.set(nonce, control);
}

function onStream(kind: number, nonce: string, body: string): void {
  if (kind === FRAME.credit) streams.get(nonce)?.grant(Number(body));
  else if (kind === FRAME.cancel) streams.get(nonce)?.cancel();
}

function answer(nonce: string, kind: number, text: string): void {
  if (!begun.delete(nonce)) return;
  if (streams.size > 0) streams.delete(nonce);
  own(() => {
    if (isAlone) endAlone(nonce);
    channel.send(kind, nonce, text);
  });
  try {
    callQueue.ended();
  } catch (error) {
    exitBroken(error); // the handler's promise would swallow it
  }
}

/** Runs host code with its own intrinsics. It does not fail because of one call, so no other call could be run either. */
function own<Result>(action: () => Result): Result {
  try {
    return withOwnIntrinsics(action);
  } catch (error) {
    exitBroken(error);
  }
}

/** Actions that only make sense while no other call runs. */
function beginAlone({ head }: HostCall): void {
  setTraceId(head.traceId);
  pipelineDepth.began();
}

function endAlone(nonce: string): void {
  markOutput(nonce);
  const depth = pipelineDepth.ended();
  if (depth !== undefined) channel.send(FRAME.pipelineDepth, NO_NONCE, String(depth));
}

/** Once each per process: what a handler does, it does in every call. */
function notice(what: Notice): void {
  if (noticed.has(what)) return;
  noticed.add(what);
  channel.send(FRAME.notice, NO_NONCE, what);
}

/** A call that may have run for a while is ended when nothing can settle its promise any more. */
function endUnsettled(nonce: string): void {
  // a call without a promise waits for the same moment already
  if (begun.has(nonce) && !isLeaving && idleAction === undefined) whenIdle(() => answerUnsettled(nonce));
}

function answerUnsettled(nonce: string): void {
  if (!begun.has(nonce)) return;
  if (!failsUnsettled) {
    answer(nonce, FRAME.result, 'null');
    return;
  }
  writeError(NODE_JS_EXIT);
  answer(nonce, FRAME.functionError, stringify(NODE_JS_EXIT));
}

/** Unhandled rejections end up here too: that is Node's default. */
function onUncaught(error: unknown, origin: string): void {
  const described = describeError(error, settings);
  writeError(described);
  if (surroundings === undefined) {
    leave(() => channel.send(FRAME.initError, NO_NONCE, stringify(described)));
    return;
  }
  leave(() => {
    channel.send(FRAME.exitNotice, NO_NONCE, stringify(described));
    if (isAlone) failBegun(origin === 'unhandledRejection' ? asRejection(described) : described);
  });
}

/** User code ended the process. */
function onExit(code: number): void {
  if (surroundings === undefined || isLeaving) return;
  sendExitNotice({ errorType: 'Runtime.ExitError', errorMessage: `exit code ${code}`, trace: [] });
}

/** The host itself has failed; another process takes over. */
function exitBroken(error: unknown): never {
  isLeaving = true;
  try {
    withOwnIntrinsics(() => reportBroken(error));
  } finally {
    exit(1);
  }
}

function reportBroken(error: unknown): void {
  const described = describeError(error, settings);
  writeError(described);
  const replaced = replacedIntrinsics();
  const why = replaced.length === 0 ? '' : `; the function has replaced ${replaced.join(', ')}`;
  sendExitNotice({ ...described, errorMessage: `the host of the function failed: ${described.errorMessage}${why}` });
}

function sendExitNotice(error: ErrorDocument): void {
  channel.sendNow(FRAME.exitNotice, NO_NONCE, stringify(error));
}

function failBegun(error: ErrorDocument): void {
  for (const nonce of begun.all()) answer(nonce, FRAME.functionError, stringify(error));
}

/** Lambda's own name for it. */
function asRejection(error: ErrorDocument): ErrorDocument {
  return { ...error, errorType: 'Runtime.UnhandledPromiseRejection', errorMessage: `${error.errorType}: ${error.errorMessage}` };
}

function leave(reportReason: () => void): void {
  if (isLeaving) return;
  isLeaving = true;
  reportReason();
  channel.leave();
}

/** With the channel released, Node emits `beforeExit` when nothing is left to wait for. */
function whenIdle(action: () => void): void {
  idleAction = action;
  channel.release();
}

function onBeforeExit(): void {
  const action = idleAction;
  stopWaiting();
  action?.();
}

function stopWaiting(): void {
  if (idleAction === undefined) return;
  idleAction = undefined;
  channel.hold();
}
