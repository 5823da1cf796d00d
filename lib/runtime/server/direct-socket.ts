import type { Socket } from 'node:net';

/*
 * Reads and writes a socket through the methods by which a stream calls its implementation. A connection that answers one
 * request at a time needs neither the buffer for reading nor the queue for writing, whose events and ticks took 8 % of a
 * request.
 */

/** What comes from a socket. */
export interface DirectReader {
  /** Takes a piece. @returns whether to read on; if not, `resume` does */
  readonly take: (bytes: Buffer) => boolean;
  /** The other side has ended. Errors and the close come as events of the socket, as ever. */
  readonly ended: () => void;
}

/** A socket that is read directly. */
export interface DirectReading {
  readonly resume: () => void;
  /** Makes the socket a stream again, which begins with these bytes, and ends behind them if the other side has. */
  readonly release: (bytes: Buffer) => void;
}

/** Hands over every piece that a socket reads at once: `push` is how a stream gets its bytes from below. */
export function readDirectly(socket: Socket, { take, ended }: DirectReader): DirectReading {
  const { push } = socket;
  let hasEnded = false;
  socket.push = (chunk: unknown) => {
    if (Buffer.isBuffer(chunk)) return take(chunk);
    hasEnded = true;
    ended();
    return false;
  };
  return {
    resume: () => socket._read(0),
    release: (bytes) => {
      socket.push = push;
      if (bytes.length > 0) socket.unshift(bytes);
      if (hasEnded) socket.push(null);
      else socket._read(0); // reading may have been stopped
    },
  };
}

/**
 * Writes a text of one character per byte on a socket whose queue is empty.
 * @param written - called once: before this returns if the kernel took all of it, later if the client must read first, and
 *   also when the socket is destroyed
 */
export function writeDirectly(socket: Socket, text: string, written: (error?: Error | null) => void): void {
  socket._write(text, 'latin1', written);
}
