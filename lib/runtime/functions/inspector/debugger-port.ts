import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AutoAttach } from './auto-attach';
import type { DebuggedInstanceOptions } from './debugged-instance';
import { isFromFunction, KNOWS_PEERS } from './function-peer';
import type { Inspection } from './inspection';

export const HOST = '127.0.0.1';
/** Debuggers need a few. */
export const MAX_CONNECTIONS = 32;

export interface DebuggerPortOptions extends DebuggedInstanceOptions {
  readonly functionName: string;
  /** The first port to try. */
  readonly port: number;
  /** The processes of functions, which may not connect. */
  readonly functions: () => ReadonlySet<number>;
  /** Called once a second at most, with the last reason and the number of connections. */
  readonly refused: (reason: string, count: number) => void;
}

/** A port of a function that stays the same while its instances come and go. */
export interface DebuggerPort {
  readonly port: number;
  /** The limits of an instance that this port is for, as text for the log. */
  readonly conditions: string;
  /** Whether the editor of a terminal attaches by itself to the processes of such functions. */
  readonly takesAutoAttach: boolean;
  /** The inspection of a new instance of the function. */
  readonly inspect: (waits: boolean, autoAttach?: AutoAttach) => Inspection;
  readonly close: () => Promise<void>;
}

/** Whether a connection is not from a function, as far as the system tells. */
export function isAllowed(socket: Socket, functions: ReadonlySet<number>): boolean {
  try {
    return !KNOWS_PEERS || !isFromFunction(socket, functions);
  } catch {
    return false; // the system does not tell, for example because too many files are open
  }
}

/** Passes on all that either side sends; each is closed with the other. */
export function join(client: Duplex, backend: Duplex): void {
  client.pipe(backend).pipe(client);
  for (const [from, to] of [[client, backend], [backend, client]] as const) from.once('close', () => to.destroy());
}

/** The open connections of a port. */
export class Connections {
  readonly #sockets = new Set<Duplex>();

  /** A broken connection means that its end has gone, which `close` reports. */
  public track<Stream extends Duplex>(socket: Stream): Stream {
    this.#sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }

  public destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
