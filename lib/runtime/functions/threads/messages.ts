/** Messages from an instance in a thread: frames, or its output. */
export interface ThreadMessage {
  readonly to: 'channel' | 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

export interface ThreadData {
  /** The descriptor of its end of the call socket, which it shares with the gateway's process. */
  readonly callSocketFd: number | undefined;
}

/** A copy that is transferred: what is posted belongs to the other side. */
export function ownBytes(data: string | Uint8Array, encoding: BufferEncoding): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(typeof data === 'string' ? Buffer.from(data, encoding) : data);
}
