import { GatewayError } from '../../errors';
import type { ReplyStream, StreamLimits } from '../http/reply-stream';
import type { SlowReaderGuard } from './slow-reader-guard';

/** The destination of a stream: a ServerResponse, or a connection of its own. */
export interface StreamSink {
  readonly destroyed: boolean;
  /** Bytes that wait to be sent. */
  readonly writableLength: number;
  readonly flushHeaders: () => void;
  /** Whether more can be written without buffering. */
  readonly write: (chunk: Buffer) => boolean;
  readonly end: () => void;
  readonly destroy: () => void;
  /** @returns takes the listener off again */
  readonly listenOnce: (event: 'close' | 'drain', listener: () => void) => () => void;
}

/** Shorter waits are combined, because timers count whole milliseconds. */
const PACE_STEP_MS = 20;

/**
 * Sends the body of a response whose head is written, while it arrives: no faster than the client reads and the limits
 * allow. If the client disconnects, the stream is cancelled; if the stream fails or is idle for too long, the connection is
 * closed, the only possible signal after the first byte.
 */
export async function writeStream(response: StreamSink, stream: ReplyStream, sendWatch: SlowReaderGuard): Promise<void> {
  const { chunks, cancel, limits, ended } = stream;
  const watch = watchIdle(limits.idleMs, cancel);
  const pace = pacer(limits);
  const stay = response.listenOnce('close', cancel);
  let bytes = 0;
  let failure: unknown;
  try {
    response.flushHeaders();
    for await (const chunk of chunks) {
      if (response.destroyed) break;
      watch.pause();
      bytes += chunk.length;
      if (!response.write(chunk)) await drained(response, sendWatch);
      await pace(chunk.length);
      watch.resume();
    }
    failure = watch.failure();
  } catch (error) {
    failure = error;
  }
  watch.stop();
  stay();
  if (failure === undefined && !response.destroyed) {
    response.end();
  } else {
    cancel();
    response.destroy();
  }
  ended?.(bytes, failure);
}

/** Cancels a stream that is idle for too long. One timer, restarted by each chunk. */
function watchIdle(idleMs: number, cancel: () => void) {
  let isIdle = false;
  let waitingSince = performance.now();
  const check = (): void => {
    const leftMs = Math.min(idleMs, waitingSince + idleMs - performance.now());
    if (leftMs > 0) {
      timer = setTimeout(check, leftMs);
      return;
    }
    isIdle = true;
    cancel();
  };
  let timer = setTimeout(check, idleMs);
  return {
    /** The integration does not count as idle while the client or the rate limit is the cause of waiting. */
    pause: () => { waitingSince = Infinity; },
    resume: () => { waitingSince = performance.now(); },
    stop: () => clearTimeout(timer),
    failure: () => (isIdle ? new GatewayError('STREAM_IDLE', { idleMs }) : undefined),
  };
}

/** Waits after each chunk as long as the allowed rate requires; the first bytes are not delayed. */
function pacer({ fullSpeedBytes, bytesPerSecond }: StreamLimits): (bytes: number) => Promise<void> {
  let freeBytes = fullSpeedBytes;
  let paidUntil = 0;
  return async (bytes) => {
    const paidBytes = Math.max(0, bytes - freeBytes);
    freeBytes = Math.max(0, freeBytes - bytes);
    if (paidBytes === 0) return;
    const now = performance.now();
    paidUntil = Math.max(now, paidUntil) + (paidBytes * 1000) / bytesPerSecond;
    if (paidUntil - now < PACE_STEP_MS) return;
    await new Promise((resolve) => { setTimeout(resolve, paidUntil - now); });
  };
}

/** Resolves when the client has read enough or is gone; a client that reads too slowly is disconnected. */
function drained(response: StreamSink, sendWatch: SlowReaderGuard): Promise<void> {
  return new Promise((resolve) => {
    const sending = sendWatch.begin(response, response.writableLength);
    const settle = (): void => {
      sending.end();
      for (const remove of removals) remove();
      resolve();
    };
    const removals = [response.listenOnce('drain', settle), response.listenOnce('close', settle)];
    if (response.destroyed) settle();
  });
}
