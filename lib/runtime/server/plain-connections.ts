import type { Socket } from 'node:net';
import type { FrontOptions } from './limits';
import { PlainConnection, type PlainOptions } from './plain-connection';

/** A connection that has been idle for so long forgets its last request: there may be many of them. */
const FORGET_MS = 5_000;

/**
 * Reads the connections of clients as long as they send plain requests to plain methods, one after the other; from the first
 * byte on that is something else, Node's own server has the connection.
 */
export class PlainConnections {
  readonly #options: PlainOptions;
  readonly #limits: FrontOptions;
  readonly #connections = new Set<PlainConnection>();
  readonly #timer: NodeJS.Timeout;

  public constructor(options: PlainOptions, limits: FrontOptions) {
    this.#options = options;
    this.#limits = limits;
    const { headersTimeoutMs, idleTimeoutMs } = limits;
    const intervalMs = Math.max(50, Math.min(1_000, headersTimeoutMs / 4, idleTimeoutMs / 4));
    this.#timer = setInterval(() => this.#closeTired(), intervalMs).unref();
  }

  public readonly adopt = (socket: Socket): void => {
    const connection = new PlainConnection(socket, this.#options, () => this.#connections.delete(connection));
    this.#connections.add(connection);
  };

  /** Connections without a request end now, the others with their answer. */
  public closeIdle(): void {
    for (const connection of this.#connections) if (connection.idleSince !== undefined) connection.destroy();
  }

  public destroy(): void {
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.destroy();
  }

  /** One look at all of them instead of a timer for each. */
  #closeTired(): void {
    const now = performance.now();
    const { headersTimeoutMs, idleTimeoutMs } = this.#limits;
    for (const connection of this.#connections) {
      const { idleSince, wasUsed } = connection;
      if (idleSince === undefined) continue;
      if (now - idleSince > (wasUsed ? idleTimeoutMs : headersTimeoutMs)) connection.destroy();
      else if (now - idleSince > FORGET_MS) connection.forget();
    }
  }
}
