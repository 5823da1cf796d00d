import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AutoAttach } from './auto-attach';
import { listenOn } from './listen-on';
import { Inspection } from './inspection';

const HOST = '127.0.0.1';
/** The request that makes a connection a debugger's; others ask for the list of what can be debugged. */
const UPGRADE = /^GET [^\r\n]*\r\n(?:[^\r\n]+\r\n)*upgrade: *websocket\r\n/i;

/** The instance that debuggers are connected to. */
interface Target {
  readonly inspection: Inspection;
  readonly port: number;
}

/**
 * A port of a function that stays the same while its instances come and go: what connects to it is connected to the inspector of the
 * instance that runs now, which is started if there is none.
 */
export class InspectorPort {
  /** @param port - the first to try @throws the error of the last port tried */
  public static async open(port: number, wanted: () => void): Promise<InspectorPort> {
    const server = createServer();
    const opened = new InspectorPort(server, await listenOn(server, { host: HOST, port }), wanted);
    server.on('connection', (socket) => void opened.#connect(socket));
    return opened;
  }

  readonly #sockets = new Set<Socket>();
  #target: Target | undefined;
  #waiting: ((target: Target) => void)[] = [];

  private constructor(private readonly server: Server, public readonly port: number, private readonly wanted: () => void) {}

  /** What a new instance of the function tells about itself. */
  public inspect(waits: boolean, autoAttach?: AutoAttach): Inspection {
    return new Inspection({ waits, autoAttach }, {
      opened: (inspection, port) => {
        this.#target = { inspection, port };
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const connectTo of waiting) connectTo(this.#target);
      },
      ended: (inspection) => {
        if (this.#target?.inspection === inspection) this.#target = undefined;
      },
    });
  }

  public async close(): Promise<void> {
    const closed = new Promise((resolve) => { this.server.close(resolve); });
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #connect(client: Socket): Promise<void> {
    this.#track(client);
    const { inspection, port } = await this.#currentTarget();
    if (client.destroyed) return;
    const backend = this.#track(connect(port, HOST));
    client.once('data', (head: Buffer) => {
      // a debugger sends its whole head at once
      if (!UPGRADE.test(head.toString('latin1'))) return;
      const detach = inspection.attach();
      client.once('close', detach);
    });
    client.pipe(backend).pipe(client);
    for (const [one, other] of [[client, backend], [backend, client]] as const) one.once('close', () => other.destroy());
  }

  #currentTarget(): Promise<Target> {
    if (this.#target !== undefined) return Promise.resolve(this.#target);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.wanted();
    });
  }

  /** A broken connection means that its end has gone, which `close` reports. */
  #track(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }
}
