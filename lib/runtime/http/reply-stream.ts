import { LIMITS } from '../../spec';

export interface StreamLimits {
  /** A stream that is idle for this long is cut, in ms. */
  readonly idleMs: number;
  /** Bytes at full speed. */
  readonly fullSpeedBytes: number;
  /** Bytes per second after that. */
  readonly bytesPerSecond: number;
}

export interface ReplyStream {
  /** To be read once; throws if the integration fails, and ends after `cancel`. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Notifies the integration that the stream is no longer read. */
  readonly cancel: () => void;
  readonly limits: StreamLimits;
  /** Called once at the end, with the bytes that were sent and the error that cut the stream, if any. */
  readonly ended?: (bytes: number, error: unknown) => void;
}

/** The service's limits of a stream, by endpoint type. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html */
export function streamLimits(endpointType: string): StreamLimits {
  return {
    idleMs: endpointType === 'EDGE' ? LIMITS.edgeStreamIdleMs.max : LIMITS.streamIdleMs.max,
    fullSpeedBytes: LIMITS.streamFullSpeedBytes.max,
    bytesPerSecond: LIMITS.streamBytesPerSecond.max,
  };
}

export function abandon({ cancel, ended }: ReplyStream): void {
  cancel();
  ended?.(0, undefined);
}

/** The whole body of a stream, for callers that cannot stream; cut off at `maxBytes`. */
export async function collect({ chunks, cancel, ended }: ReplyStream, maxBytes: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    kept.push(chunk.subarray(0, maxBytes - bytes));
    bytes += chunk.length;
    if (bytes < maxBytes) continue;
    cancel();
    break;
  }
  ended?.(bytes, undefined);
  return Buffer.concat(kept);
}
