import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** A connection, a session, a stream, a request or a response: each can be ended by itself. */
export interface Endable {
  readonly destroy: () => unknown;
}

/**
 * Registers every listener of a server and of its connections. Node ends the process for whatever a listener throws and for an
 * error that has no listener, so both are handled here: a throw ends the connection, session or stream that it was thrown for and
 * is reported, and an accepted socket is listened to for as long as it exists.
 */
export class ConnectionListeners {
  readonly #onDefect: (error: unknown) => void;

  /** @param onDefect - is given what was thrown */
  public constructor(onDefect: (error: unknown) => void) {
    this.#onDefect = onDefect;
  }

  /** Registers a listener, whose throw ends what it listens to. @returns takes it off again */
  public add<Values extends readonly unknown[]>(emitter: EventEmitter & Endable, event: string, listener: (...values: Values) => void): () => void {
    return register(emitter, event, this.guarded(listener, () => emitter));
  }

  /** The same for the next time only. */
  public addOnce<Values extends readonly unknown[]>(emitter: EventEmitter & Endable, event: string, listener: (...values: Values) => void): () => void {
    const remove = this.add(emitter, event, (...values: Values) => {
      remove();
      listener(...values);
    });
    return remove;
  }

  /** Registers a listener of a server. @param endedBy - what its throw ends, which an event of the server itself has none of */
  public addToServer<Values extends readonly unknown[]>(
    server: EventEmitter, event: string, listener: (...values: Values) => void, endedBy: (...values: Values) => Endable | undefined,
  ): void {
    register(server, event, this.guarded(listener, endedBy));
  }

  /** Handles errors of a socket for its whole life: Node takes its own listeners off before it hands a socket over or closes it. */
  public accept(socket: Socket): void {
    this.add(socket, 'error', () => socket.destroy());
  }

  /** A function that Node calls later, such as that of a write. */
  public guarded<Values extends readonly unknown[]>(
    run: (...values: Values) => void, endedBy: (...values: Values) => Endable | undefined,
  ): (...values: Values) => void {
    return (...values) => {
      try {
        run(...values);
      } catch (error) {
        this.fail(error, endedBy(...values));
      }
    };
  }

  /** Ends what an error was thrown for, and reports it. */
  public fail(error: unknown, ended: Endable | undefined): void {
    try {
      ended?.destroy();
    } catch (second) {
      this.#onDefect(second);
    }
    this.#onDefect(error);
  }
}

function register<Values extends readonly unknown[]>(emitter: EventEmitter, event: string, listener: (...values: Values) => void): () => void {
  emitter.on(event, listener);
  return () => { emitter.off(event, listener); };
}
