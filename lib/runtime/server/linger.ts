import type { Socket } from 'node:net';
import type { ConnectionListeners } from './connection-listeners';
import { SERVER_LIMITS } from './limits';

/**
 * Closes a connection gracefully: written data is sent with a FIN, but the socket is read and its data dropped until the
 * client has finished too or the time is over. Closing a socket with unread bytes sends a reset, and a reset makes many
 * clients discard the response they have already received.
 * @see RFC 9112 §9.6
 */
export function lingerAtEnd(socket: Socket, listeners: ConnectionListeners): void {
  const cutLater = (): void => {
    const cut = setTimeout(() => socket.destroy(), SERVER_LIMITS.lingerMs);
    listeners.addOnce(socket, 'close', () => clearTimeout(cut));
  };
  // A client that has ended may have reset its connection: over TLS, Node reports an end then, and nothing that is written is ever done.
  if (socket.readableEnded) cutLater();
  socket.destroySoon = () => {
    if (socket.writable) socket.end();
    socket.resume();
    cutLater();
    // A client may end before it has read: a destroyed socket drops what the kernel has not taken yet.
    const isDone = { end: socket.readableEnded, finish: socket.writableFinished };
    for (const event of ['end', 'finish'] as const) {
      listeners.addOnce(socket, event, () => {
        isDone[event] = true;
        if (isDone.end && isDone.finish) socket.destroy();
      });
    }
  };
}
