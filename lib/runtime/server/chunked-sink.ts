import type { Socket } from 'node:net';
import type { ConnectionListeners } from './connection-listeners';
import type { StreamSink } from './write-stream';

interface ChunkedOptions {
  /** The response's head, written with the first bytes. */
  readonly head: string;
  /** Writes the last bytes; all others are written. */
  readonly end: (bytes: string) => void;
  readonly listeners: ConnectionListeners;
}

/** A chunked response on a connection without a ServerResponse (RFC 9112 §7.1). */
export function chunkedSink(socket: Socket, { head, end, listeners }: ChunkedOptions): StreamSink {
  return {
    get destroyed() { return socket.destroyed; },
    get writableLength() { return socket.writableLength; },
    flushHeaders: () => void socket.write(head, 'latin1'),
    write: (chunk) => {
      if (chunk.length === 0) return true; // would end the body
      socket.cork();
      socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
      socket.write(chunk);
      const canContinue = socket.write('\r\n', 'latin1');
      socket.uncork();
      return canContinue;
    },
    end: () => end('0\r\n\r\n'),
    destroy: () => void socket.destroy(),
    listenOnce: (event, listener) => listeners.addOnce(socket, event, listener),
  };
}
