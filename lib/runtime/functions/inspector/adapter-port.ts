import { connect, createServer, type Server, type Socket } from 'node:net';
import { DebuggerPort, HOST, join, listenOn, type DebuggerPortOptions } from './debugger-port';

/** The first header of a message of the Debug Adapter Protocol. @see https://microsoft.github.io/debug-adapter-protocol/overview#base-protocol */
const FIRST_HEADER = 'content-length:';

/**
 * The port of a function whose debugger speaks the Debug Adapter Protocol. Functions are refused, and web pages, whose requests begin
 * like HTTP: adapters take the headers of HTTP for their own.
 */
export class AdapterPort extends DebuggerPort {
  /** @throws the error of the last port tried */
  public static async open(options: DebuggerPortOptions): Promise<AdapterPort> {
    const server = createServer();
    return new AdapterPort(server, await listenOn(server, options.port), options);
  }

  public readonly conditions = '; attach a debugger of the Debug Adapter Protocol';
  public readonly takesAutoAttach = false;

  private constructor(server: Server, port: number, options: DebuggerPortOptions) {
    super(server, port, options);
    server.on('connection', (socket) => void this.#connect(socket));
  }

  async #connect(client: Socket): Promise<void> {
    this.track(client);
    const reason = this.whyFunction(client) ?? await whyNoDebugger(client);
    if (reason !== undefined) this.refusals.add(reason);
    const target = reason === undefined && !client.destroyed ? await this.instance.current() : undefined;
    if (target === undefined || client.destroyed) {
      client.destroy();
      return;
    }
    client.once('close', target.inspection.attach());
    join(client, this.track(connect(target.port, HOST)));
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
