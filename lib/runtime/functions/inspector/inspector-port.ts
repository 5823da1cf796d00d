import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AutoAttach } from './auto-attach';
import { describeTarget, reasonToRefuse } from './debugger-request';
import { isFromFunction, KNOWS_PEERS } from './function-peer';
import { rareReports, type RareReports } from '../../rare-reports';
import { listenOn } from './listen-on';
import { Inspection, type InspectorAddress } from './inspection';

const HOST = '127.0.0.1';
/** Debuggers need a few. */
const MAX_CONNECTIONS = 32;

/** The instance that debuggers are connected to. */
interface Target extends InspectorAddress {
  readonly inspection: Inspection;
}

export interface InspectorPortOptions {
  readonly functionName: string;
  /** The first port to try. */
  readonly port: number;
  /** Starts an instance. */
  readonly wanted: () => void;
  /** The processes of functions, which may not connect. */
  readonly functions: () => ReadonlySet<number>;
  /** Called once a second at most, with the last reason and the number of connections. */
  readonly refused: (reason: string, count: number) => void;
}

/**
 * A port of a function that stays the same while its instances come and go: a debugger that connects to it is connected to the
 * inspector of the instance that runs now, which is started if there is none. Functions and web pages are refused.
 */
export class InspectorPort {
  /** @throws the error of the last port tried */
  public static async open(options: InspectorPortOptions): Promise<InspectorPort> {
    const server = createServer();
    return new InspectorPort(server, await listenOn(server, { host: HOST, port: options.port }), options);
  }

  readonly #id = randomUUID();
  readonly #sockets = new Set<Duplex>();
  readonly #refusals: RareReports<string>;
  #target: Target | undefined;
  #waiting: ((target: Target) => void)[] = [];

  private constructor(private readonly server: Server, public readonly port: number, private readonly options: InspectorPortOptions) {
    server.maxConnections = MAX_CONNECTIONS;
    this.#refusals = rareReports(options.refused);
    server.on('request', (request, response) => this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => void this.#connect(request, socket, head));
    server.on('clientError', (_error, socket) => socket.destroy());
  }

  /** Returns the inspection of a new instance of the function; once its inspector listens, debuggers are connected to it. */
  public inspect(waits: boolean, autoAttach?: AutoAttach): Inspection {
    return new Inspection({ waits, autoAttach }, {
      opened: (inspection, address) => {
        this.#target = { inspection, ...address };
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
    this.server.closeAllConnections();
    await closed;
    this.#refusals.end();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const reason = this.#reasonToRefuse(request);
    const description = describeTarget(request, { id: this.#id, functionName: this.options.functionName });
    if (reason !== undefined) response.writeHead(403).end();
    else if (description === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(description));
  }

  async #connect(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    this.#track(client);
    const reason = this.#reasonToRefuse(request);
    if (reason !== undefined || request.url !== `/${this.#id}`) {
      const status = reason === undefined ? '404 Not Found' : '403 Forbidden';
      client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => client.destroy());
      return;
    }
    const { inspection, port, path } = await this.#currentTarget();
    if (client.destroyed) return;
    client.once('close', inspection.attach());
    const backend = this.#track(connect(port, HOST));
    backend.write(`GET ${path} HTTP/1.1\r\n${headerLines(request)}\r\n`, 'latin1');
    backend.write(head);
    client.pipe(backend).pipe(client);
    for (const [from, to] of [[client, backend], [backend, client]] as const) from.once('close', () => to.destroy());
  }

  #reasonToRefuse(request: IncomingMessage): string | undefined {
    const reason = reasonToRefuse(request) ?? (isAllowed(request.socket, this.options.functions()) ? undefined : 'it may be from a function');
    if (reason !== undefined) this.#refusals.add(reason);
    return reason;
  }

  #currentTarget(): Promise<Target> {
    if (this.#target !== undefined) return Promise.resolve(this.#target);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.options.wanted();
    });
  }

  /** A broken connection means that its end has gone, which `close` reports. */
  #track<Stream extends Duplex>(socket: Stream): Stream {
    this.#sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }
}

function isAllowed(socket: Socket, functions: ReadonlySet<number>): boolean {
  try {
    return !KNOWS_PEERS || !isFromFunction(socket, functions);
  } catch {
    return false; // the system does not tell, for example because too many files are open
  }
}

function headerLines({ rawHeaders }: IncomingMessage): string {
  return rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
}
