import type { Socket } from 'node:net';

/*
 * What a stream asks of its implementation, asked of a socket directly: one request and one answer at a time need neither
 * the buffer for reading nor the queue for writing, whose events and ticks took 8 % of a request.
 */

/**
 * Hands every piece that a socket reads to `take` at once: `push` is how a stream gets its bytes from below. The end of the
 * stream and its errors come as events, as ever.
 * @returns gives the socket back its stream, which is read with `data` events from then on
 */
export function readDirectly(socket: Socket, take: (bytes: Buffer) => void): () => void {
  const { push } = socket;
  socket.push = (chunk: unknown, ...rest) => {
    if (!Buffer.isBuffer(chunk)) return push.call(socket, chunk, ...rest);
    take(chunk);
    return true;
  };
  return () => {
    socket.push = push;
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
