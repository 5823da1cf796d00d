import { connect, createServer, type Server, type Socket } from 'node:net';
import { rareReports, type RareReports } from '../../rare-reports';
import { DebuggedInstance } from './debugged-instance';
import { Connections, HOST, isAllowed, join, MAX_CONNECTIONS, type DebuggerPort, type DebuggerPortOptions } from './debugger-port';
import type { Inspection } from './inspection';
import { listenOn } from './listen-on';

/**
 * The first header of a message of the Debug Adapter Protocol.
 * @see https://microsoft.github.io/debug-adapter-protocol/overview#base-protocol
 */
const FIRST_HEADER = 'content-length:';

/**
 * The port of a function whose debugger speaks the Debug Adapter Protocol: a connection is passed on to the adapter of the instance
 * that runs now. Functions are refused, and web pages, whose requests begin like HTTP: adapters take the headers of HTTP for their
 * own.
 */
export class AdapterPort implements DebuggerPort {
  /** @throws the error of the last port tried */
  public static async open(options: DebuggerPortOptions): Promise<AdapterPort> {
    const server = createServer();
    return new AdapterPort(server, await listenOn(server, { host: HOST, port: options.port }), options);
  }

  public readonly conditions = '; attach a debugger of the Debug Adapter Protocol';
  public readonly takesAutoAttach = false;
  readonly #connections = new Connections();
  readonly #refusals: RareReports<string>;
  readonly #instance: DebuggedInstance;

  private constructor(private readonly server: Server, public readonly port: number, private readonly options: DebuggerPortOptions) {
    server.maxConnections = MAX_CONNECTIONS;
    this.#refusals = rareReports(options.refused);
    this.#instance = new DebuggedInstance(options);
    server.on('connection', (socket) => void this.#connect(socket));
  }

  public readonly inspect = (waits: boolean): Inspection => this.#instance.inspect(waits);

  public readonly close = async (): Promise<void> => {
    const closed = new Promise((resolve) => { this.server.close(resolve); });
    this.#connections.destroy();
    await closed;
    this.#refusals.end();
  };

  async #connect(client: Socket): Promise<void> {
    this.#connections.track(client);
    const reason = isAllowed(client, this.options.functions()) ? await whyNoDebugger(client) : 'it may be from a function';
    if (reason !== undefined) this.#refusals.add(reason);
    const target = reason === undefined && !client.destroyed ? await this.#instance.current() : undefined;
    if (target === undefined || client.destroyed) {
      client.destroy();
      return;
    }
    client.once('close', target.inspection.attach());
    join(client, this.#connections.track(connect(target.port, HOST)));
  }
}

/** Waits for the first header, which stays in the stream. @returns why the client is no debugger; undefined if it is one, or has gone */
function whyNoDebugger(client: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const read = (): void => {
      const bytes: Buffer | null = client.read();
      if (bytes === null) return;
      chunks.push(bytes);
      const start = Buffer.concat(chunks).toString('latin1');
      const isLike = FIRST_HEADER.startsWith(start.slice(0, FIRST_HEADER.length).toLowerCase());
      if (isLike && start.length < FIRST_HEADER.length) return;
      client.off('readable', read).unshift(Buffer.concat(chunks));
      resolve(isLike ? undefined : `it begins with ${JSON.stringify(start.slice(0, FIRST_HEADER.length))}`);
    };
    client.on('readable', read).once('close', () => resolve(undefined));
  });
}
