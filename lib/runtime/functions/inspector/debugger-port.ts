import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rareReports, type RareReports } from '../../rare-reports';
import type { AutoAttach } from './auto-attach';
import { DebuggedInstance, type DebuggedInstanceOptions } from './debugged-instance';
import { isFromFunction, KNOWS_PEERS } from './function-peer';
import type { Inspection } from './inspection';

export const HOST = '127.0.0.1';
/** Debuggers need a few. */
const MAX_CONNECTIONS = 32;
/** How many ports are tried from the first. */
const PORTS_TRIED = 100;
const MAX_PORT = 65_535;

export interface DebuggerPortOptions extends DebuggedInstanceOptions {
  readonly functionName: string;
  readonly port: number;
  /** The processes of functions, which may not connect. */
  readonly functions: () => ReadonlySet<number>;
  /** Called once a second at most, with the last reason and the number of connections. */
  readonly refused: (reason: string, count: number) => void;
}

/** A port of a function that stays the same while its instances come and go. */
export abstract class DebuggerPort {
  /** The limits of an instance that this port is for, as text for the log. */
  public abstract readonly conditions: string;
  /** Whether the editor of a terminal attaches by itself to the processes of such functions. */
  public abstract readonly takesAutoAttach: boolean;
  protected readonly refusals: RareReports<string>;
  protected readonly instance: DebuggedInstance;
  readonly #sockets = new Set<Duplex>();

  protected constructor(protected readonly server: Server, public readonly port: number, protected readonly options: DebuggerPortOptions) {
    server.maxConnections = MAX_CONNECTIONS;
    this.refusals = rareReports(options.refused);
    this.instance = new DebuggedInstance(options);
  }

  /** The inspection of a new instance of the function. */
  public inspect(waits: boolean, autoAttach?: AutoAttach): Inspection {
    return this.instance.inspect(waits, this.takesAutoAttach ? autoAttach : undefined);
  }

  public async close(): Promise<void> {
    const closed = new Promise((resolve) => { this.server.close(resolve); });
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.refusals.end();
  }

  /** A broken connection means that its end has gone, which `close` reports. */
  protected track<Stream extends Duplex>(socket: Stream): Stream {
    this.#sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }

  /** Why a connection is refused that may be from a function; undefined if it is not, as far as the system tells. */
  protected whyFunction(socket: Socket): string | undefined {
    try {
      return KNOWS_PEERS && isFromFunction(socket, this.options.functions()) ? FROM_FUNCTION : undefined;
    } catch {
      return FROM_FUNCTION; // the system does not tell, for example because too many files are open
    }
  }
}

const FROM_FUNCTION = 'it may be from a function';

/** Passes on all that either side sends; each is closed with the other. */
export function join(client: Duplex, backend: Duplex): void {
  client.pipe(backend).pipe(client);
  for (const [from, to] of [[client, backend], [backend, client]] as const) from.once('close', () => to.destroy());
}

/** Listens on the first free port of this machine; 0 takes any. @returns the port @throws the error of the last port tried */
export async function listenOn(server: Server, port: number): Promise<number> {
  for (let tried = port; ; tried += 1) {
    const error = await listen(server, tried);
    if (error === undefined) break;
    const mayTryNext = error.code === 'EADDRINUSE' && tried < Math.min(port + PORTS_TRIED, MAX_PORT);
    if (!mayTryNext) throw error;
  }
  return (server.address() as AddressInfo).port; // it listens on TCP
}

function listen(server: Server, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, HOST, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
}
