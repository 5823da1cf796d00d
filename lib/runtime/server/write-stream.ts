import type { ServerResponse } from 'node:http';
import { GatewayError } from '../../errors';
import type { ReplyStream, StreamLimits } from '../streaming/reply-stream';
import type { SendWatch } from './send-watch';

/** Shorter waits are put together: timers count whole milliseconds. */
const PACE_STEP_MS = 20;

/**
 * Sends the body of a response whose head is written, while it comes: no faster than the client reads and the limits allow.
 * A client that leaves cancels the stream; a stream that fails or brings nothing for too long cuts the connection, which is
 * all that a client can be told after the first byte.
 */
export async function writeStream(response: ServerResponse, stream: ReplyStream, sendWatch: SendWatch): Promise<void> {
  const { chunks, cancel, limits, ended } = stream;
  const watch = watchIdle(limits.idleMs, cancel);
  const pace = pacer(limits);
  response.once('close', cancel);
  response.flushHeaders();
  let bytes = 0;
  let failure: unknown;
  try {
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
  response.off('close', cancel);
  if (failure === undefined && !response.destroyed) {
    response.end();
  } else {
    cancel();
    response.destroy();
  }
  ended?.(bytes, failure);
}

/** Cancels a stream that is waited for longer than allowed. One timer, pushed on by each chunk. */
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
    /** While the client or the pace is waited for, the integration is not idle. */
    pause: () => { waitingSince = Infinity; },
    resume: () => { waitingSince = performance.now(); },
    stop: () => clearTimeout(timer),
    failure: () => (isIdle ? new GatewayError('STREAM_IDLE', { idleMs }) : undefined),
  };
}

/** Waits after each chunk for as long as it takes at the allowed speed; not at all for the first bytes. */
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

/** Resolves when the client has read enough, or is gone; one that reads too slowly is cut. */
function drained(response: ServerResponse, sendWatch: SendWatch): Promise<void> {
  return new Promise((resolve) => {
    const sending = sendWatch.begin(response, response.writableLength);
    const settle = (): void => {
      sending.end();
      response.off('drain', settle);
      response.off('close', settle);
      resolve();
    };
    response.once('drain', settle);
    response.once('close', settle);
    if (response.destroyed) settle();
  });
}
