import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { DebuggerPort, HOST, join, listenOn, type DebuggerPortOptions } from './debugger-port';

/** The port of a function whose debugger speaks the protocol of Node's inspector. Functions and web pages are refused. */
export class InspectorPort extends DebuggerPort {
  /** @throws the error of the last port tried */
  public static async open(options: DebuggerPortOptions): Promise<InspectorPort> {
    const server = createServer();
    return new InspectorPort(server, await listenOn(server, options.port), options);
  }

  public readonly conditions = ", without Node's permission model";
  public readonly takesAutoAttach = true;
  readonly #id = randomUUID();

  private constructor(protected override readonly server: Server, port: number, options: DebuggerPortOptions) {
    super(server, port, options);
    server.on('request', (request, response) => this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => void this.#connect(request, socket, head));
    server.on('clientError', (_error, socket) => socket.destroy());
  }

  public override async close(): Promise<void> {
    const closed = super.close();
    this.server.closeAllConnections();
    await closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const reason = this.#reasonToRefuse(request);
    const description = describe(request, this.#id, this.options.functionName);
    if (reason !== undefined) response.writeHead(403).end();
    else if (description === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(description));
  }

  async #connect(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    this.track(client);
    const reason = this.#reasonToRefuse(request);
    if (reason !== undefined || request.url !== `/${this.#id}`) {
      const status = reason === undefined ? '404 Not Found' : '403 Forbidden';
      client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => client.destroy());
      return;
    }
    const target = await this.instance.current();
    if (target === undefined) client.destroy();
    if (target === undefined || client.destroyed) return;
    const { inspection, port, path } = target;
    client.once('close', inspection.attach());
    const backend = this.track(connect(port, HOST));
    backend.write(`GET ${path} HTTP/1.1\r\n${headerLines(request)}\r\n`, 'latin1');
    backend.write(head);
    join(client, backend);
  }

  #reasonToRefuse(request: IncomingMessage): string | undefined {
    const reason = whyPage(request) ?? this.whyFunction(request.socket);
    if (reason !== undefined) this.refusals.add(reason);
    return reason;
  }
}

/** Why a request comes from a web page, whose name leads to this machine, or which connects across sites; undefined if it does not. */
function whyPage({ headers: { host = '', origin } }: IncomingMessage): string | undefined {
  const { hostname } = readUrl(`http://${host}`);
  if (hostname !== 'localhost' && isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return `its host is ${JSON.stringify(host)}`;
  const isOfPage = origin !== undefined && (origin === 'null' || (/^https?:/i.test(origin) && readUrl(origin).host !== readUrl(`http://${host}`).host));
  return isOfPage ? `it is from the web page ${JSON.stringify(origin)}` : undefined;
}

function readUrl(text: string): Pick<URL, 'host' | 'hostname'> {
  return URL.canParse(text) ? new URL(text) : { host: '', hostname: '' };
}

/** How debuggers find what they can attach to; undefined for other paths. @see https://nodejs.org/en/learn/getting-started/debugging */
function describe({ url, headers: { host = '' } }: IncomingMessage, id: string, functionName: string): unknown {
  if (url === '/json/version') return { 'Browser': `node.js/${process.version}`, 'Protocol-Version': '1.1' };
  if (url !== '/json' && url !== '/json/list') return undefined;
  const frontend = `?experiments=true&v8only=true&ws=${host}/${id}`;
  return [{
    description: 'node.js instance',
    devtoolsFrontendUrl: `devtools://devtools/bundled/js_app.html${frontend}`,
    devtoolsFrontendUrlCompat: `devtools://devtools/bundled/inspector.html${frontend}`,
    faviconUrl: 'https://nodejs.org/static/images/favicons/favicon.ico',
    id,
    title: functionName,
    type: 'node',
    url: `file:///${functionName}`,
    webSocketDebuggerUrl: `ws://${host}/${id}`,
  }];
}

function headerLines({ rawHeaders }: IncomingMessage): string {
  return rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
}
