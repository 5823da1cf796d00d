import { finished } from 'node:stream';
import { FRAME } from '../wire/frames';
import type { StreamingMark } from './awslambda';
import { makeContext } from './context';
import { CreditSink } from './credit-sink';
import { describeError, writeError } from './describe-error';
import { KeepingSink, ResponseStream, type StreamSink } from './response-stream';
import { isThenable, type CallSurroundings, type HostCall } from './run-call';

// Taken before user code runs, which may replace them.
const { stringify } = JSON;

export interface StreamControl {
  readonly grant: (bytes: number) => void;
  readonly cancel: () => void;
}

export interface StreamSurroundings extends CallSurroundings {
  readonly sendChunk: (bytes: Buffer) => void;
}

/** A streaming handler was not asynchronous; Lambda's own words. */
class InvalidStreamingOperation extends Error {
  public override readonly name = 'InvalidStreamingOperation';
}

/** The error that destroys a handler's stream when nobody reads it any more; its name distinguishes it from mistakes. */
class ClientDisconnected extends Error {
  public override readonly name = 'ClientDisconnected';
}

/** Runs a streaming handler once. The answer is complete when the stream has ended and the handler has returned. */
export function runStreamingCall(surroundings: StreamSurroundings, { highWaterMark }: StreamingMark, call: HostCall): StreamControl {
  const { settings, handler, sendChunk } = surroundings;
  const { nonce } = call;
  const answer = (kind: number, body: string) => surroundings.answer(nonce, kind, body);
  const sink = call.head.isStreamed === true ? new CreditSink(sendChunk) : new KeepingSink(settings.maxResultBytes);
  const stream = new ResponseStream(sink, highWaterMark);
  const fail = (error: unknown) => {
    const described = describeError(error, settings);
    if (!(error instanceof ClientDisconnected)) writeError(described);
    answer(FRAME.functionError, stringify(described));
    stream.destroy();
  };
  const written = new Promise<void>((resolve, reject) => {
    finished(stream, { readable: false }, (error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
  // handled below; until then a rejection must not count as unhandled
  written.catch(() => undefined);
  const context = makeContext(settings, call.head, { succeed: () => undefined, fail: () => undefined });
  try {
    const returned = handler(call.event(), stream, context);
    if (!isThenable(returned)) throw new InvalidStreamingOperation('Streaming does not support non-async handlers.');
    Promise.all([Promise.resolve(returned), written]).then(() => complete(sink, settings.maxResultBytes, answer), fail);
  } catch (error) {
    fail(error);
  }
  return {
    grant: (bytes) => {
      if (sink instanceof CreditSink) sink.grant(bytes);
    },
    cancel: () => {
      if (sink instanceof CreditSink) sink.cancel();
      if (!stream.writableFinished) stream.destroy(new ClientDisconnected('the client does not read the response any more'));
    },
  };
}

function complete(sink: StreamSink, maxResultBytes: number, answer: (kind: number, body: string) => void): void {
  if (!(sink instanceof KeepingSink)) answer(FRAME.streamEnd, '');
  else if (sink.bytes > maxResultBytes) answer(FRAME.resultTooLarge, String(sink.bytes));
  else answer(FRAME.result, sink.text());
}
