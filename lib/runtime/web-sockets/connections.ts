import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../../spec';
import type { ConnectionAnswer, ConnectionCommand, ConnectionPlace, SentMessage } from '../plan/manage-connections';
import type { Sent } from '../server/upgrade-handler';

export interface OpenConnection extends ConnectionPlace {
  readonly connectedAt: number;
  /** When anything was last sent in either direction. */
  readonly lastActiveAt: () => number;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly post: (data: Buffer) => Sent;
  readonly close: (code: number, reason: string) => void;
  /** Closes it with 1001 when the messages that have come are answered. */
  readonly leave: () => void;
}

/** An open connection, as tests see it. Times in ms since 1970. */
export interface ConnectionState extends Omit<OpenConnection, 'api' | 'lastActiveAt' | 'post' | 'close' | 'leave'> {
  readonly lastActiveAt: number;
}

export const GOING_AWAY = { code: 1001, reason: 'Going away' } as const;
/** AWS documents no code for a connection that is closed by a request. */
const DELETED = { code: 1000, reason: 'Connection closed by the API' } as const;

/** How often idle connections are looked for, by the system's clock; which are idle, the gateway's own clock says. */
const SWEEP_MS = 500;

/** The connections of this process. */
export class Connections {
  readonly #open = new Map<string, OpenConnection>();
  readonly #listeners: Listener[] = [];
  #sweeps: NodeJS.Timeout | undefined;
  #present = 0;
  /** Called when there are none. */
  readonly #emptied = new Set<() => void>();
  #isClosing = false;

  /** @param now - wall clock, ms since 1970 */
  public constructor(private readonly now: () => number) {}

  public listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** The connections of an API, oldest first. */
  public of(api: string): readonly ConnectionState[] {
    return [...this.#open.values()].filter((connection) => connection.api === api).map(stateOf);
  }

  /** A text was sent to the client of a connection. */
  public sent(connection: ConnectionPlace, message: SentMessage): void {
    for (const { sent } of this.#listeners) sent?.(connection, message);
  }

  /** A handshake was accepted. @returns to be called when `$disconnect` was answered */
  public enter(): () => void {
    this.#present += 1;
    return () => {
      this.#present -= 1;
      if (this.#present === 0) for (const resolve of this.#emptied) resolve();
    };
  }

  public add(connection: OpenConnection): void {
    this.#open.set(connection.connectionId, connection);
    for (const { opened } of this.#listeners) opened?.(connection);
    this.#sweeps ??= setInterval(this.#closeExpired, SWEEP_MS).unref();
    if (this.#isClosing) connection.leave(); // its handshake began before the gateway stopped
  }

  public remove(connection: OpenConnection): void {
    if (!this.#open.delete(connection.connectionId)) return;
    for (const { closed } of this.#listeners) closed?.(connection);
    if (this.#open.size === 0) this.#stopSweeping();
  }

  /** Runs a command on a connection of this process; undefined if it is not here. */
  public manage({ api, stage, connectionId }: ConnectionPlace, command: ConnectionCommand): ConnectionAnswer | undefined {
    const connection = this.#open.get(connectionId);
    if (connection === undefined || connection.api !== api || connection.stage !== stage) return undefined;
    switch (command.type) {
      case 'post':
        return POSTED[connection.post(textOf(command.data))];
      case 'get': {
        const { connectedAt, lastActiveAt, sourceIp, userAgent } = connection;
        return { type: 'state', connectedAt, lastActiveAt: lastActiveAt(), sourceIp, userAgent };
      }
      case 'delete':
        connection.close(DELETED.code, DELETED.reason);
        return { type: 'done' };
    }
  }

  /** Closes connections that are idle or have been open for too long. */
  readonly #closeExpired = (): void => {
    const now = this.now();
    for (const { connectedAt, lastActiveAt, close } of this.#open.values()) {
      const isExpired = now - lastActiveAt() >= LIMITS.webSocketIdleMs.max || now - connectedAt >= LIMITS.webSocketConnectionMs.max;
      if (isExpired) close(GOING_AWAY.code, GOING_AWAY.reason);
    }
  };

  /** Runs something after all else that has happened by now. */
  public readonly inNextTurn = (run: () => void): void => {
    setImmediate(run);
  };

  /** Clients are told to go. Resolves when their messages and their ends are answered, or after `graceMs`. */
  public async end(graceMs: number): Promise<void> {
    for (const { leave } of this.#open.values()) leave();
    await this.#left(graceMs);
  }

  /**
   * The gateway stops: clients are told to go, also those whose handshakes are under way.
   * @returns resolves when their messages and their ends are answered, or `graceMs` from now; to be called when no more handshakes can come
   */
  public close(graceMs: number): () => Promise<void> {
    this.#isClosing = true;
    const endMs = performance.now() + graceMs;
    for (const { leave } of this.#open.values()) leave();
    return async () => {
      await this.#left(Math.max(0, endMs - performance.now()));
      this.#stopSweeping();
    };
  }

  async #left(graceMs: number): Promise<void> {
    if (this.#present === 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#emptied.delete(done);
        resolve();
      };
      const timer = setTimeout(done, graceMs);
      this.#emptied.add(done);
    });
  }

  #stopSweeping(): void {
    clearInterval(this.#sweeps);
    this.#sweeps = undefined;
  }
}

function stateOf({ stage, connectionId, connectedAt, lastActiveAt, sourceIp, userAgent }: OpenConnection): ConnectionState {
  return { stage, connectionId, connectedAt, lastActiveAt: lastActiveAt(), sourceIp, userAgent };
}

const POSTED: Readonly<Record<Sent, ConnectionAnswer>> = { sent: { type: 'done' }, slow: { type: 'slow' }, closed: { type: 'gone' } };

/** Messages are text: bytes that are no UTF-8 would make clients close the connection. */
function textOf(data: Uint8Array): Buffer {
  return isUtf8(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(Buffer.from(data).toString('utf8'));
}

interface Listener {
  readonly opened?: (place: ConnectionPlace) => void;
  readonly sent?: (place: ConnectionPlace, message: SentMessage) => void;
  readonly closed?: (place: ConnectionPlace) => void;
}
