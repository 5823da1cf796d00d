import { MAX_CHUNK_BYTES, STREAM_WINDOW_BYTES } from '../wire/frames';
import type { StreamSink } from './response-stream';

/** Sends bytes in chunks as far as the gateway's credit allows; without credit the writer waits. */
export class CreditSink implements StreamSink {
  #creditBytes = STREAM_WINDOW_BYTES;
  #waiting: { rest: Buffer; readonly done: (error?: Error) => void } | undefined;
  #isCancelled = false;

  public constructor(private readonly send: (bytes: Buffer) => void) {}

  public readonly write = (bytes: Buffer, done: (error?: Error) => void): void => {
    this.#waiting = { rest: bytes, done };
    this.#pump();
  };

  public grant(bytes: number): void {
    this.#creditBytes += bytes;
    this.#pump();
  }

  /** Drops waiting and further output. */
  public cancel(): void {
    this.#isCancelled = true;
    this.#pump();
  }

  #pump(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    while (waiting.rest.length > 0 && this.#creditBytes > 0 && !this.#isCancelled) {
      const chunk = waiting.rest.subarray(0, Math.min(MAX_CHUNK_BYTES, this.#creditBytes));
      waiting.rest = waiting.rest.subarray(chunk.length);
      this.#creditBytes -= chunk.length;
      this.send(chunk);
    }
    if (waiting.rest.length > 0 && !this.#isCancelled) return;
    this.#waiting = undefined;
    waiting.done();
  }
}
