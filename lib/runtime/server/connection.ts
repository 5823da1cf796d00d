import type { Socket } from 'node:net';
import type { BodyReading } from './read-request';

/**
 * What is going on on one connection: its requests are answered one after the other, and after an answer that ends the
 * connection nothing more happens on it. Node itself starts a pipelined request while the one before is still being
 * answered, so a function could run for a request whose answer never comes.
 */
export interface Connection {
  /** Runs when everything before it is done, unless the connection has ended by then. */
  readonly take: (exchange: () => Promise<void>) => void;
  /** No further request of this connection is looked at. */
  readonly end: () => void;
  readonly hasEnded: () => boolean;
  /**
   * Reads the body of the request that is being answered. What breaks the connection meanwhile, or has broken it before,
   * fails a body that is not complete.
   */
  readonly read: (reading: BodyReading) => Promise<Buffer>;
  /** Nothing that comes on this connection makes sense any more. @returns whether a request is answered with the error */
  readonly break: (error: unknown) => boolean;
}

/** Connections by their socket, for as long as these live. */
export function createConnections(): (socket: Socket) => Connection {
  const known = new WeakMap<Socket, Connection>();
  return (socket) => {
    const connection = known.get(socket) ?? createConnection();
    known.set(socket, connection);
    return connection;
  };
}

function createConnection(): Connection {
  const waiting: (() => Promise<void>)[] = [];
  let isBusy = false;
  let hasEnded = false;
  let reading: BodyReading | undefined;
  let broken: { readonly error: unknown } | undefined;
  const work = async (): Promise<void> => {
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!hasEnded) await next();
    }
    isBusy = false;
  };
  return {
    take: (exchange) => {
      waiting.push(exchange);
      if (!isBusy) void work();
    },
    end: () => { hasEnded = true; },
    hasEnded: () => hasEnded,
    read: async (begun) => {
      if (broken !== undefined && !begun.isComplete()) begun.fail(broken.error);
      reading = begun;
      try {
        return await begun.body;
      } finally {
        reading = undefined;
      }
    },
    break: (error) => {
      broken ??= { error };
      if (reading === undefined || reading.isComplete()) return false;
      reading.fail(error);
      return true;
    },
  };
}
