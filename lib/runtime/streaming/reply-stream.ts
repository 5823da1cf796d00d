import { LIMITS } from '../../spec';

/** How fast and how long a response may stream. */
export interface StreamLimits {
  /** A stream that brings nothing for this long is cut, in ms. */
  readonly idleMs: number;
  /** Bytes at full speed. */
  readonly fullSpeedBytes: number;
  /** Bytes a second after that. */
  readonly bytesPerSecond: number;
}

/** The body of a reply that comes while it is sent. */
export interface ReplyStream {
  /** To be read once; throws where the integration fails, and ends after `cancel`. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Nobody reads any more; the integration is told. */
  readonly cancel: () => void;
  readonly limits: StreamLimits;
  /** Is told once when all is over: bytes that were sent, and the error that cut the stream if one did. */
  readonly ended?: (bytes: number, error: unknown) => void;
}

/** What the service lets a stream do, by the kind of endpoint. @see aws-data-plane §19, Response streaming */
export function streamLimits(endpointType: string): StreamLimits {
  return {
    idleMs: endpointType === 'EDGE' ? LIMITS.edgeStreamIdleMs.max : LIMITS.streamIdleMs.max,
    fullSpeedBytes: LIMITS.streamFullSpeedBytes.max,
    bytesPerSecond: LIMITS.streamBytesPerSecond.max,
  };
}

/** The whole body of a stream, for callers that take no stream; what is above `maxBytes` is left out. */
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
