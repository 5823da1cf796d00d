import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FunctionVersion, SystemPorts } from '../../../ports';
import type { InstanceWire } from '../../process/instance-wire';
import { serveExtension, type ExtensionFacts } from './extensions-api';
import { refuse } from './replies';
import { RuntimeApiWire } from './runtime-api-wire';

/** Clients report the cause of an error in a header of up to 1 MiB. */
const MAX_HEADER_BYTES = 1100 * 1024;
const CALLS = '/2018-06-01/runtime/invocation/';
const NEXT = `${CALLS}next`;
const INIT_ERROR = '/2018-06-01/runtime/init/error';

export interface RuntimeApiOptions {
  readonly version: Pick<FunctionVersion, 'name' | 'handler'>;
  readonly functionArn: string;
  readonly ports: Pick<SystemPorts, 'now' | 'newId'>;
  /** The name by which its process reaches this machine. @default '127.0.0.1' */
  readonly hostName?: string | undefined;
}

export interface RuntimeApi {
  /** Value of AWS_LAMBDA_RUNTIME_API for its process: an address and a port. */
  readonly address: string;
  /** For the instance, which closes it when its process has ended. */
  readonly wire: InstanceWire;
}

/** Opens the Runtime API for one instance, whose process alone knows its port. @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html */
export async function openRuntimeApi({ version, functionArn, ports: { now, newId }, hostName = '127.0.0.1' }: RuntimeApiOptions): Promise<RuntimeApi> {
  const wire = new RuntimeApiWire({ functionArn, now });
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, noDelay: true, requireHostHeader: false });
  // a client waits as long as there is no call, and answers when it can
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0, timeout: 0 });
  attach(server, wire);
  server.on('clientError', refuseMalformed);
  // exclusive: the workers of a gateway would share one port, and each other's calls
  server.listen({ host: '127.0.0.1', port: 0, exclusive: true }).unref();
  await once(server, 'listening');
  // without a descriptor left, a connection is not accepted, and the client sees that
  server.on('error', () => undefined);
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const serve = serverOf(wire, { functionName: version.name, handler: version.handler, newId });
  server.on('request', (request, response) => {
    response.sendDate = false;
    if (isFromClient(request, [hostName, '127.0.0.1', 'localhost'].map((name) => `${name}:${port}`))) serve(request, response);
    else refuse(request, response, { status: 403, errorType: 'AccessDenied', errorMessage: 'Only the runtime of the function may use this API.' });
  });
  return { address: `${hostName}:${port}`, wire };
}

function attach(server: Server, wire: RuntimeApiWire): void {
  const connections = new Set<Socket>();
  let whenQuiet: (() => void) | undefined;
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) whenQuiet?.();
    });
  });
  // in one turn the last connection is accepted, and read from the next on until its end
  wire.whenRead = (callback) => setImmediate(() => setImmediate(() => {
    whenQuiet = callback;
    if (connections.size === 0) callback();
  }));
  wire.close = () => {
    whenQuiet = undefined;
    server.close();
    for (const socket of connections) socket.destroy();
  };
}

function serverOf(wire: RuntimeApiWire, facts: ExtensionFacts) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url = '' } = request;
    if (method === 'GET' && url === NEXT) {
      wire.next(request, response);
      return;
    }
    const [id = '', action, ...rest] = method === 'POST' && url.startsWith(CALLS) ? url.slice(CALLS.length).split('/') : [];
    if (action === 'response' && rest.length === 0) wire.answer(id, request, response);
    else if (action === 'error' && rest.length === 0) wire.fail(id, request, response);
    else if (method === 'POST' && url === INIT_ERROR) wire.failInit(request, response);
    else if (!serveExtension(request, response, facts)) {
      refuse(request, response, { status: 404, errorType: 'NotFound', errorMessage: `${method ?? ''} ${url} is not part of the Runtime API.` });
    }
  };
}

/** Whether no web page has sent it: browsers say which page asks, and one whose name was made to lead here names its own host. */
function isFromClient({ headers: { host, origin, 'sec-fetch-site': site } }: IncomingMessage, hosts: readonly string[]): boolean {
  if (origin !== undefined || site !== undefined) return false;
  return host === undefined || hosts.includes(host);
}

const TRUNCATED = { status: '400 Bad Request', errorType: 'TruncatedHTTPRequest' };
const MALFORMED = { status: '400 Bad Request', errorType: 'InvalidRequest' };
const HEADERS_TOO_LARGE = { status: '431 Request Header Fields Too Large', errorType: 'RequestHeaderFieldsTooLarge' };

/** Answers bytes that are no request, among them a body whose end is missing. */
function refuseMalformed({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || !code.startsWith('HPE_')) {
    socket.destroy();
    return;
  }
  const { status, errorType } = code === 'HPE_INVALID_EOF_STATE' ? TRUNCATED : code === 'HPE_HEADER_OVERFLOW' ? HEADERS_TOO_LARGE : MALFORMED;
  const body = JSON.stringify({ errorMessage: `The request cannot be read: ${code}`, errorType });
  const headers = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  socket.end([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'));
}
