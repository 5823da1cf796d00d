import type { Writable } from 'node:stream';
import { ResponseStream } from './response-stream';

/** Symbols that mark a streaming handler, as in Lambda's own runtime. */
const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming');
const HIGH_WATER_MARK = Symbol.for('aws.lambda.runtime.handler.streaming.highWaterMark');

const { get } = Reflect;
const { defineProperty } = Object;

export interface StreamingMark {
  readonly highWaterMark: number | undefined;
}

/** Gives user code the global `awslambda`, before any of it is loaded. @see https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html */
export function defineAwslambda(): void {
  const value = {
    streamifyResponse: (handler: object, options?: { readonly highWaterMark?: unknown }) => {
      defineProperty(handler, STREAMING, { value: 'response', configurable: true });
      const highWaterMark = options?.highWaterMark;
      if (highWaterMark !== undefined) {
        defineProperty(handler, HIGH_WATER_MARK, { value: Number.parseInt(String(highWaterMark), 10), configurable: true });
      }
      return handler;
    },
    HttpResponseStream: { from: startWith },
  };
  defineProperty(globalThis, 'awslambda', { value, writable: true, configurable: true, enumerable: true });
}

export function streamingMark(handler: object): StreamingMark | undefined {
  if (get(handler, STREAMING) !== 'response') return undefined;
  const highWaterMark: unknown = get(handler, HIGH_WATER_MARK);
  return { highWaterMark: typeof highWaterMark === 'number' && highWaterMark > 0 ? highWaterMark : undefined };
}

/** `from(responseStream, metadata)`: the same stream, with status and headers in front of its first byte. */
function startWith(stream: Writable, prelude: unknown): Writable {
  if (!(stream instanceof ResponseStream)) throw new TypeError('HttpResponseStream.from takes the response stream of the handler');
  stream.setContentType('application/vnd.awslambda.http-integration-response');
  stream.startWith(prelude);
  return stream;
}
