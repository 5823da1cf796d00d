import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { describeTarget, reasonToRefuse } from './debugger-request';
import { DebuggedInstance } from './debugged-instance';
import { Connections, HOST, isAllowed, join, MAX_CONNECTIONS, type DebuggerPort, type DebuggerPortOptions } from './debugger-port';
import { rareReports, type RareReports } from '../../rare-reports';
import { listenOn } from './listen-on';

/**
 * A port of a function that stays the same while its instances come and go: a debugger that connects to it is connected to the
 * inspector of the instance that runs now, which is started if there is none. Functions and web pages are refused.
 */
export class InspectorPort implements DebuggerPort {
  /** @throws the error of the last port tried */
  public static async open(options: DebuggerPortOptions): Promise<InspectorPort> {
    const server = createServer();
    return new InspectorPort(server, await listenOn(server, { host: HOST, port: options.port }), options);
  }

  public readonly conditions = ", without Node's permission model";
  public readonly takesAutoAttach = true;
  public readonly inspect: DebuggerPort['inspect'];
  readonly #id = randomUUID();
  readonly #connections = new Connections();
  readonly #refusals: RareReports<string>;
  readonly #instance: DebuggedInstance;

  private constructor(private readonly server: Server, public readonly port: number, private readonly options: DebuggerPortOptions) {
    server.maxConnections = MAX_CONNECTIONS;
    this.#refusals = rareReports(options.refused);
    this.#instance = new DebuggedInstance(options);
    this.inspect = (waits, autoAttach) => this.#instance.inspect(waits, autoAttach);
    server.on('request', (request, response) => this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => void this.#connect(request, socket, head));
    server.on('clientError', (_error, socket) => socket.destroy());
  }

  public readonly close = async (): Promise<void> => {
    const closed = new Promise((resolve) => { this.server.close(resolve); });
    this.#connections.destroy();
    this.server.closeAllConnections();
    await closed;
    this.#refusals.end();
  };

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const reason = this.#reasonToRefuse(request);
    const description = describeTarget(request, { id: this.#id, functionName: this.options.functionName });
    if (reason !== undefined) response.writeHead(403).end();
    else if (description === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(description));
  }

  async #connect(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    this.#connections.track(client);
    const reason = this.#reasonToRefuse(request);
    if (reason !== undefined || request.url !== `/${this.#id}`) {
      const status = reason === undefined ? '404 Not Found' : '403 Forbidden';
      client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => client.destroy());
      return;
    }
    const target = await this.#instance.current();
    if (target === undefined) client.destroy();
    if (target === undefined || client.destroyed) return;
    const { inspection, port, path } = target;
    client.once('close', inspection.attach());
    const backend = this.#connections.track(connect(port, HOST));
    backend.write(`GET ${path} HTTP/1.1\r\n${headerLines(request)}\r\n`, 'latin1');
    backend.write(head);
    join(client, backend);
  }

  #reasonToRefuse(request: IncomingMessage): string | undefined {
    const reason = reasonToRefuse(request) ?? (isAllowed(request.socket, this.options.functions()) ? undefined : 'it may be from a function');
    if (reason !== undefined) this.#refusals.add(reason);
    return reason;
  }
}

function headerLines({ rawHeaders }: IncomingMessage): string {
  return rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
}
