import type { Socket } from 'node:net';
import type { ServerLimits } from './server-limits';
import { SimpleConnection, type SimpleOptions } from './simple-connection';

/** A connection that has been idle for this long releases what it remembers: there may be many. */
const RELEASE_MS = 5_000;

/** Reads connections until they send something other than simple heads one after the other; then Node's own server has them. */
export class SimpleConnections {
  readonly #connections = new Set<SimpleConnection>();
  readonly #timer: NodeJS.Timeout;

  public constructor(private readonly options: SimpleOptions, private readonly limits: ServerLimits) {
    const { headersTimeoutMs, idleTimeoutMs } = limits;
    const intervalMs = Math.max(50, Math.min(1_000, headersTimeoutMs / 4, idleTimeoutMs / 4));
    this.#timer = setInterval(() => this.#closeIdleConnections(), intervalMs).unref();
  }

  public readonly adopt = (socket: Socket): void => {
    const connection = new SimpleConnection(socket, this.options, () => this.#connections.delete(connection));
    this.#connections.add(connection);
  };

  /** Closes idle connections now, the others after their answer. */
  public closeIdle(): void {
    for (const connection of this.#connections) if (connection.idleSince !== undefined) connection.destroy();
  }

  public get busy(): number {
    return [...this.#connections].filter(({ idleSince }) => idleSince === undefined).length;
  }

  public destroy(): void {
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.destroy();
  }

  /** One check of all of them instead of a timer for each. */
  #closeIdleConnections(): void {
    const now = performance.now();
    const { headersTimeoutMs, idleTimeoutMs } = this.limits;
    for (const connection of this.#connections) {
      const { idleSince, wasUsed } = connection;
      if (idleSince === undefined) continue;
      if (now - idleSince > (wasUsed ? idleTimeoutMs : headersTimeoutMs)) connection.destroy();
      else if (now - idleSince > RELEASE_MS) connection.releaseMemory();
    }
  }
}
