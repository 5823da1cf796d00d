import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** A connection, a session, a stream, a request or a response: each can be ended by itself. */
export interface Endable {
  readonly destroy: () => unknown;
}

type Values = readonly unknown[];
type Listener<Given extends Values> = (...values: Given) => void;

/** An event of a server, or of another emitter that cannot be destroyed. */
export interface EmitterEvent<Given extends Values> {
  readonly emitter: EventEmitter;
  readonly event: string;
  /** The connection, session or stream that a throw of its listener ends; without it nothing. */
  readonly ends?: (...values: Given) => Endable;
}

/**
 * Registers every listener of a server and of its connections. Node ends the process for whatever a listener throws and for an
 * error that has no listener, so both are handled here: a throw ends the connection, session or stream that it was thrown for and
 * is reported, and an accepted socket is listened to for as long as it exists.
 */
export class ConnectionListeners {
  /** @param onDefect - is given what was thrown */
  public constructor(private readonly onDefect: (error: unknown) => void) {}

  /** Registers a listener, whose throw ends what it listens to. @returns takes it off again */
  public add<Given extends Values>(emitter: EventEmitter & Endable, event: string, listener: Listener<Given>): () => void {
    return register(emitter, event, this.guarded(listener, () => emitter));
  }

  public addOnce<Given extends Values>(emitter: EventEmitter & Endable, event: string, listener: Listener<Given>): () => void {
    const remove = this.add(emitter, event, (...values: Given) => {
      remove();
      listener(...values);
    });
    return remove;
  }

  /** Registers a listener of a server, or of another emitter that cannot be destroyed. */
  public addTo<Given extends Values>({ emitter, event, ends }: EmitterEvent<Given>, listener: Listener<Given>): void {
    register(emitter, event, this.guarded(listener, (...values) => ends?.(...values)));
  }

  public addFirst<Given extends Values>(emitter: EventEmitter & Endable, event: string, listener: Listener<Given>): void {
    emitter.prependListener(event, this.guarded(listener, () => emitter));
  }

  /** Handles errors of a socket for its whole life: Node takes its own listeners off before it hands a socket over or closes it. */
  public accept(socket: Socket): void {
    this.add(socket, 'error', () => socket.destroy());
  }

  /** The listener with what its throw ends. */
  public guarded<Given extends Values>(run: Listener<Given>, endedBy: (...values: Given) => Endable | undefined): Listener<Given> {
    return (...values) => {
      try {
        run(...values);
      } catch (error) {
        this.fail(error, endedBy(...values));
      }
    };
  }

  /** Reports the error and ends the connection or request that it was thrown for. */
  public fail(error: unknown, ended: Endable | undefined): void {
    try {
      ended?.destroy();
    } catch (second) {
      this.onDefect(second);
    }
    this.onDefect(error);
  }
}

function register<Given extends Values>(emitter: EventEmitter, event: string, listener: Listener<Given>): () => void {
  emitter.on(event, listener);
  return () => { emitter.off(event, listener); };
}
