import type { Socket } from 'node:net';
import type { ConnectionListeners } from './connection-listeners';
import type { BodyReading } from './read-request';

/**
 * The state of one connection: its requests are answered one after the other, and nothing more happens after an answer that
 * ends the connection. Node itself starts a pipelined request while the previous one is still being answered, so a function
 * could run for a request that never gets an answer.
 */
export type Connection = ReturnType<typeof createConnection>;

export function createConnections(listeners: ConnectionListeners): (socket: Socket) => Connection {
  const known = new WeakMap<Socket, Connection>();
  return (socket) => {
    const connection = known.get(socket) ?? createConnection((error) => listeners.fail(error, socket));
    known.set(socket, connection);
    return connection;
  };
}

function createConnection(fail: (error: unknown) => void) {
  const waiting: (() => Promise<void>)[] = [];
  let isBusy = false;
  let hasEnded = false;
  let reading: BodyReading | undefined;
  let broken: { readonly error: unknown } | undefined;
  const work = async (): Promise<void> => {
    isBusy = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (!hasEnded) await next();
      }
    } catch (error) {
      hasEnded = true;
      fail(error);
    } finally {
      isBusy = false;
    }
  };
  return {
    /** Runs an action after everything before it, unless the connection has ended by then. What it throws ends the connection. */
    take: (exchange: () => Promise<void>): void => {
      waiting.push(exchange);
      if (!isBusy) void work();
    },
    /** Ignores all further requests of this connection. */
    end: (): void => { hasEnded = true; },
    /** Whether nothing waits behind the request that is being answered. */
    isLast: (): boolean => waiting.length === 0,
    /** Reads the body of the request that is being answered. If the connection breaks, or is already broken, an incomplete body fails. */
    read: async (begun: BodyReading): Promise<Buffer> => {
      if (broken !== undefined && !begun.isComplete()) begun.fail(broken.error);
      reading = begun;
      try {
        return await begun.body;
      } finally {
        reading = undefined;
      }
    },
    /** The bytes of this connection cannot be parsed any more. @returns whether a request is answered with the error */
    break: (error: unknown): boolean => {
      broken ??= { error };
      if (reading === undefined || reading.isComplete()) return false;
      reading.fail(error);
      return true;
    },
  };
}
