/**
 * The program inside a function's process. It waits to be told which function it is, loads the handler, runs calls that
 * come over the channel, and ends when the gateway goes or when user code leaves an error unhandled. It has no
 * dependencies and starts fast.
 */
import { isMainThread } from 'node:worker_threads';
import type { PlainEvents } from '../../plain/plain-events';
import { decodePlainCall, decodeScene, type PlainRoute } from '../../plain/plain-scene';
import { decodeCall, FRAME, NO_NONCE, type ErrorDocument, type FrameListener } from '../frames';
import { openThreadChannel, openThreadOutput } from '../threads/thread-channel';
import { defineAwslambda, streamingMark, type StreamingMark } from './awslambda';
import { assignFunction } from './assign-function';
import { openChannel } from './channel';
import { describeError, writeError } from './describe-error';
import { loadHandler, type Handler } from './load-handler';
import { openOutput } from './output';
import { PipelineDepth } from './pipeline-depth';
import { runCall, type CallSurroundings, type HostCall } from './run-call';
import { openTraceId } from './trace-id';
import { CallQueue } from './call-queue';
import { runStreamingCall, type StreamControl } from './run-streaming-call';
import type { HostSettings } from './settings';

// Taken before user code runs, which may replace them.
const { parse, stringify } = JSON;

/** Calls that were begun and not answered yet. */
const begun = new Set<string>();
/** Streams that run, by the nonce of their call. */
const streams = new Map<string, StreamControl>();
let handler: Handler | undefined;
let streaming: StreamingMark | undefined;
let isLeaving = false;
/** What waits for the process to have nothing left to do; only ever set when calls run one at a time. */
let idleAction: (() => void) | undefined;

/** Nothing until the gateway has said which function this is. */
let settings: HostSettings | undefined;
let isAlone = true;

if (!isMainThread) openThreadOutput();
const markOutput = openOutput();
const setTraceId = openTraceId();
const pipelineDepth = new PipelineDepth();
const routes = new Map<number, PlainRoute>();
const scenes = new Map<number, PlainEvents>();
const channel = (isMainThread ? openChannel : openThreadChannel)({ onFrame: framesOf(enqueue), onCallFrame: framesOf(run) });
const callQueue = new CallQueue(channel.keep);
defineAwslambda();
process.on('uncaughtException', onUncaught);
process.on('beforeExit', onBeforeExit);
process.on('exit', onExit);

/** Hands each frame to who wants it. */
function framesOf(onCall: (nonce: string, call: HostCall) => void): FrameListener['frame'] {
  return (kind, nonce, body) => {
    if (kind === FRAME.plainCall) onCall(nonce, readPlainCall(body));
    else if (kind === FRAME.call) onCall(nonce, readCall(body));
    else if (kind === FRAME.calls) onCalls(body);
    else if (kind === FRAME.scene) onScene(body);
    else if (kind === FRAME.route) onRoute(body);
    else if (kind === FRAME.assign) onAssign(body);
    else onStream(kind, nonce, body);
  };
}

function onAssign(body: string): void {
  if (settings !== undefined) return;
  // written by the gateway: host-settings.ts
  settings = JSON.parse(body) as HostSettings;
  isAlone = settings.concurrency === 1;
  callQueue.concurrency = isAlone ? 1 : Infinity;
  void start(settings);
}

async function start(own: HostSettings): Promise<void> {
  try {
    assignFunction(own);
    handler = await loadHandler(own.directory, own.handler);
    streaming = streamingMark(handler);
    channel.send(FRAME.ready, NO_NONCE, '');
  } catch (error) {
    const described = describeError(error);
    // the host's own complaint is in its message; a stack would show the host
    if (!described.errorType.startsWith('Runtime.')) writeError(described, own.directory);
    leave(() => channel.send(FRAME.initError, NO_NONCE, stringify(described)));
  }
}

function readCall(body: string): HostCall {
  const { head, event } = decodeCall(body);
  return { head, event: () => parse(event) };
}

/** Calls wait in the call socket: each is taken out when it begins, and none before. */
function onCalls(body: string): void {
  for (const length of body.split(',')) {
    // what a process that leaves does not take out, the gateway takes back
    callQueue.arrive(() => isLeaving || channel.takeCall(Number(length)));
  }
}

function onRoute(body: string): void {
  const [number, route] = parse(body) as [number, PlainRoute]; // written by the gateway
  routes.set(number, route);
}

function onScene(body: string): void {
  const scene = decodeScene(body, routes);
  if (scene === undefined) process.exit(1); // the gateway does not keep to the frames
  scenes.set(scene.number, scene.events);
}

function readPlainCall(body: string): HostCall {
  const call = decodePlainCall(body, scenes);
  if (call === undefined) process.exit(1); // the gateway does not keep to the frames
  const { requestId, traceId, remainingMs, event } = call;
  return { head: { requestId, traceId, remainingMs }, event, isPlain: true };
}

/** A call that came over the channel, where there is no call socket. */
function enqueue(nonce: string, call: HostCall): void {
  callQueue.arrive(() => {
    run(nonce, call);
    return true;
  });
}

/** Runs a call whose turn it is. */
function run(nonce: string, call: HostCall): void {
  if (settings === undefined || handler === undefined || isLeaving) return;
  begun.add(nonce);
  stopWaiting();
  if (isAlone) beginAlone(call);
  const surroundings: CallSurroundings = { settings, handler, whenIdle, answer: (kind, text) => answer(kind, nonce, text) };
  if (streaming === undefined) {
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

function answer(kind: number, nonce: string, text: string): void {
  if (!begun.delete(nonce)) return;
  streams.delete(nonce);
  if (isAlone) endAlone(nonce);
  channel.send(kind, nonce, text);
  callQueue.ended();
}

/** What only makes sense while no other call runs. */
function beginAlone({ head }: HostCall): void {
  setTraceId(head.traceId);
  pipelineDepth.began();
}

function endAlone(nonce: string): void {
  markOutput(nonce);
  const depth = pipelineDepth.ended();
  if (depth !== undefined) channel.send(FRAME.pipelineDepth, NO_NONCE, String(depth));
}

/** A rejection nobody handled comes here too: that is Node's default. */
function onUncaught(error: unknown, origin: string): void {
  const described = describeError(error);
  writeError(described, settings?.directory ?? process.cwd());
  if (handler === undefined) {
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
  if (handler === undefined || isLeaving) return;
  const error: ErrorDocument = { errorType: 'Runtime.ExitError', errorMessage: `exit code ${code}`, trace: [] };
  channel.sendNow(FRAME.exitNotice, NO_NONCE, stringify(error));
}

function failBegun(error: ErrorDocument): void {
  for (const nonce of begun) answer(FRAME.functionError, nonce, stringify(error));
}

/** Lambda's own name for it. */
function asRejection(error: ErrorDocument): ErrorDocument {
  return { ...error, errorType: 'Runtime.UnhandledPromiseRejection', errorMessage: `${error.errorType}: ${error.errorMessage}` };
}

function leave(sayWhy: () => void): void {
  if (isLeaving) return;
  isLeaving = true;
  sayWhy();
  channel.leave();
}

/** With the channel let go, Node says `beforeExit` when nothing else is left to wait for. */
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
