import type { Socket } from 'node:net';

/**
 * Makes the end of a connection gentle: what was written goes out with a FIN at once, but the socket is read on, without
 * anything being done with it, until the client has finished too or the time is over. A socket that is closed with unread
 * bytes answers them with a reset, and a reset makes many clients forget the response they have already received.
 * @see RFC 9112 §9.6
 */
export function lingerAtEnd(socket: Socket, lingerMs: number): void {
  socket.destroySoon = () => {
    if (socket.writable) socket.end();
    socket.resume();
    const cut = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => clearTimeout(cut));
  };
}
