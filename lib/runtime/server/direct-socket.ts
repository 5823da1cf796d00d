import type { Socket } from 'node:net';

/*
 * Reads and writes a socket through the methods by which a stream calls its implementation. A connection that answers one
 * request at a time needs neither the buffer for reading nor the queue for writing, whose events and ticks took 8 % of a
 * request.
 */

/** What comes from a socket. */
export interface DirectReader {
  /** Takes a piece, one character per byte. @returns whether to read on; if not, `resume` does */
  readonly take: (text: string) => boolean;
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
  let isReleased = false;
  socket.push = (chunk: unknown) => {
    if (Buffer.isBuffer(chunk)) return take(chunk.toString('latin1'));
    hasEnded = true;
    ended();
    return false;
  };
  readIntoOneBuffer(socket, (bytes) => {
    if (isReleased) return socket.push(Buffer.from(ONE_BUFFER.subarray(0, bytes)));
    return take(ONE_BUFFER.toString('latin1', 0, bytes));
  });
  return {
    resume: () => socket._read(0),
    release: (bytes) => {
      isReleased = true;
      socket.push = push;
      if (bytes.length > 0) socket.unshift(bytes);
      if (hasEnded) socket.push(null);
      else socket._read(0); // reading may have been stopped
    },
  };
}

/** What Node reads at most at a time. */
const ONE_BUFFER = Buffer.allocUnsafeSlow(65_536);

/**
 * Lets Node read a socket into the buffer that all sockets share, as `net.connect` does with its option `onread`, for which
 * a server has none. Node otherwise makes a buffer for each piece, which took 4 % of a request. A piece is taken before the
 * next one is read, except on Windows, which reads ahead; without Node's own names for it, pieces come through `push`.
 */
function readIntoOneBuffer(socket: Socket, read: (bytes: number) => boolean): void {
  const handle: unknown = Reflect.get(socket, '_handle');
  const useUserBuffer: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'useUserBuffer') : undefined;
  const own = Object.getOwnPropertySymbols(socket);
  const [buffer, callback] = ['kBuffer', 'kBufferCb'].map((name) => own.find(({ description }) => description === name));
  if (process.platform === 'win32' || typeof useUserBuffer !== 'function' || buffer === undefined || callback === undefined) return;
  Reflect.set(socket, buffer, ONE_BUFFER);
  Reflect.set(socket, callback, read);
  Reflect.apply(useUserBuffer, handle, [ONE_BUFFER]);
}

/**
 * Writes a text of one character per byte on a socket whose queue is empty.
 * @param written - called once: before this returns if the kernel took all of it, later if the client must read first, and
 *   also when the socket is destroyed
 */
export function writeDirectly(socket: Socket, text: string, written: (error?: Error | null) => void): void {
  socket._write(text, 'latin1', written);
}
