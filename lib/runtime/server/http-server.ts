import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { GatewayError } from '../../errors';
import type { IsTrusted } from '../edge/viewer';
import { limitPerAddress } from './address-limit';
import { createBodyBudget, type BodyBudget } from './body-budget';
import { refusalOf, trailerRefusal } from './check-head';
import { createConnections, type Connection } from './connection';
import { ConnectionListeners } from './connection-listeners';
import { SERVER_LIMITS } from './limits';
import { SERVER_LIMIT_DEFAULTS, type ServerLimits } from './server-limits';
import { Http2Connections } from './http2-connections';
import { lingerAtEnd } from './linger';
import type { RequestHandler, SharedParts } from './request-handler';
import { SecureConnections, type ServerCertificate } from './secure-connections';
import type { SimpleOptions } from './simple-connection';
import { SimpleConnections } from './simple-connections';
import { INTERNAL_ERROR, safeHandler } from './safe-handler';
import { headOf, peerOf, readBody, readHead, sourceOf, type ReceivedHead } from './read-request';
import { parserErrorOf, rejectConnection } from './reject-connection';
import { createSlowReaderGuard } from './slow-reader-guard';
import type { UpgradeDecision } from './upgrade-handler';
import { handshakeRefusal, WebSocketUpgrades } from './web-socket-upgrades';
import { fieldLines, writeReply } from './write-reply';
import type { Received } from '../http/request';
import { replyOf, type GatewayReply, type Reply } from '../http/reply';
import { abandon } from '../http/reply-stream';

export interface HttpListener {
  readonly port: number;
  readonly requestsInFlight: () => number;
  /** Shows another certificate to clients that connect from now on, if connections are encrypted. */
  readonly useCertificate: (certificate: ServerCertificate) => void;
  /** Asks clients to go elsewhere: each connection ends with its next answer. New ones are accepted all the same. */
  readonly drain: () => void;
  /** Accepts nothing more, waits up to `graceMs` for requests in flight, then closes the remaining connections. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Why a connection was turned away or cut: a code of the catalog. */
export type CutCode = 'CONNECTIONS_EXCEEDED' | 'ADDRESS_CONNECTIONS_EXCEEDED' | 'CLIENT_TOO_SLOW' | 'ACCEPT_FAILED';

export interface ListenOptions extends Partial<ServerLimits> {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
  /** Peers whose X-Forwarded-For is trusted; default none. */
  readonly isTrusted?: IsTrusted;
  /** Whether the oldest connection of an address gives way to one that is too many. @default false: the new one is closed */
  readonly closesOldest?: boolean;
  /** Told of each connection that is turned away or cut, with a code of the catalog. */
  readonly onCut?: (code: CutCode) => void;
  /** Is given errors that no request should cause; what it was thrown for is cut. */
  readonly onDefect?: (error: unknown) => void;
  /** With it, connections are encrypted, and clients may choose HTTP/2. */
  readonly certificate?: ServerCertificate;
  /** Whether clients need not encrypt all the same. @default false */
  readonly acceptsPlain?: boolean;
}

/** Listens for HTTP/1.1, and with a certificate for HTTPS with HTTP/1.1 and HTTP/2. @throws PORT_IN_USE, LISTEN_FAILED */
export async function listen(handler: RequestHandler, options: ListenOptions): Promise<HttpListener> {
  const limits = { ...SERVER_LIMIT_DEFAULTS, ...options };
  const watch = createSlowReaderGuard(limits, () => options.onCut?.('CLIENT_TOO_SLOW'));
  const state = { isEnding: false, isClosing: false, answering: 0 };
  const onDefect = (error: unknown): void => options.onDefect?.(error);
  const listeners = new ConnectionListeners(onDefect);
  const context: ServerContext = {
    handler: safeHandler(handler, onDefect), now: options.now, isTrusted: options.isTrusted ?? (() => false), watch,
    budget: createBodyBudget(limits.requestBytesInFlight), listeners,
    connectionOf: createConnections(listeners), isEnding: () => state.isEnding, isClosing: () => state.isClosing,
    count: (change) => { state.answering += change; },
  };
  const server = serverFor(context, limits);
  listeners.addTo({ emitter: server, event: 'drop' }, () => options.onCut?.('CONNECTIONS_EXCEEDED'));
  const upgrades = acceptUpgrades(server, context, createBodyBudget(limits.responseBytesInFlight));
  const reading = { limits, certificate: options.certificate, acceptsPlain: options.acceptsPlain === true };
  const connections = readConnections(server, context, reading);
  const onExceeded = () => options.onCut?.('ADDRESS_CONNECTIONS_EXCEEDED');
  const { isTrusted } = context;
  const { maxConnectionsPerAddress: max } = limits;
  limitPerAddress(server, { max, isTrusted, closesOldest: options.closesOldest === true, onExceeded, listeners });
  await listening(server, options, listeners);
  return {
    port: (server.address() as AddressInfo).port, // a TCP server that listens has one
    requestsInFlight: () => state.answering + connections.busy,
    useCertificate: (renewed) => {
      if (connections instanceof SecureConnections) connections.useCertificate(renewed);
    },
    drain: () => {
      state.isEnding = true;
      if (connections instanceof SecureConnections) connections.drain();
    },
    close: async (graceMs) => {
      state.isEnding = true;
      state.isClosing = true;
      connections.closeIdle();
      await closed(server, graceMs, () => {
        connections.destroy();
        upgrades?.destroy();
      });
      watch.close();
    },
  };
}

interface ServerContext extends SharedParts, Pick<SimpleOptions, 'isEnding' | 'isClosing'> {
  readonly connectionOf: (socket: Socket) => Connection;
  /** One more or less is being answered. */
  readonly count: (change: 1 | -1) => void;
}

/** Everything that NODE_OPTIONS could loosen is set explicitly. */
function serverFor(context: ServerContext, limits: ServerLimits): Server {
  const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs } = limits;
  const server = createServer({
    insecureHTTPParser: false,
    // Node would answer such a request by itself, without a log line, and go on with the next one; check-head.ts refuses it.
    requireHostHeader: false,
    maxHeaderSize: SERVER_LIMITS.parserBytes,
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.max(50, Math.min(1_000, headersTimeoutMs / 4)),
    noDelay: true,
  });
  server.maxHeadersCount = 0;
  // A client that closes its side still gets its answers; Node's types do not include this option.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = limits.maxConnections;
  const receive = (message: IncomingMessage, response: ServerResponse): void => {
    const connection = context.connectionOf(message.socket);
    connection.take(() => answer({ message, response, connection }, context));
  };
  const { listeners } = context;
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    listeners.addTo({ emitter: server, event, ends: ({ socket }) => socket }, receive);
  }
  listeners.addTo({ emitter: server, event: 'connect', ends: (_, socket) => socket }, (message: IncomingMessage, socket: Socket) => {
    refuseRest(socket, new GatewayError('METHOD_UNSUPPORTED', { given: message.method ?? '' }), context);
  });
  listeners.addTo({ emitter: server, event: 'clientError', ends: (_, socket) => socket }, (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.bytesRead === 0) socket.destroy();
    else refuseRest(socket, parserErrorOf(error), context);
  });
  return server;
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
}

async function answer(exchange: Exchange, context: ServerContext): Promise<void> {
  const held: HeldRequest = { end: () => undefined };
  context.count(1);
  try {
    await answerHolding(exchange, context, held);
  } catch (error) {
    context.listeners.fail(error, { destroy: () => endWithError(exchange) });
  } finally {
    context.count(-1);
    held.end();
  }
}

/** Answers 500 to a request whose reply cannot be written, if nothing is sent yet. */
function endWithError({ message, response, connection }: Exchange): void {
  connection.end();
  if (response.headersSent) {
    message.socket.destroy();
    return;
  }
  response.writeHead(INTERNAL_ERROR.status, [...fieldLines(INTERNAL_ERROR), 'Connection', 'close']).end(INTERNAL_ERROR.body);
}

interface HeldRequest {
  end: () => void;
}

async function answerHolding({ message, response, connection }: Exchange, context: ServerContext, held: HeldRequest): Promise<void> {
  const { handler, watch } = context;
  const head = readHead(headOf(message), peerOf(message.socket), context);
  let reply: Reply;
  let isRefused = false;
  try {
    const received = { ...head, body: await readChecked({ message, response, connection }, context, held) };
    reply = replyOf(await new Promise<GatewayReply>((resolve) => handler.handle(received, resolve)));
  } catch (error) {
    isRefused = true;
    reply = replyOf(handler.refuse({ ...head, body: Buffer.alloc(0) }, error));
  }
  if (response.destroyed || message.socket.destroyed) {
    if (reply.stream !== undefined) abandon(reply.stream);
    return;
  }
  // After a rejection the rest of the body is not a request; after a declined upgrade, bytes are lost in the parser.
  const close = isRefused || context.isEnding() || message.headers.upgrade !== undefined || namesClose(message.headers.connection);
  if (isRefused) {
    lingerAtEnd(message.socket, context.listeners);
    message.resume();
  }
  const isKept = !close && response.shouldKeepAlive;
  if (!isKept) connection.end();
  const done = closedResponse(response, context.listeners);
  writeReply(response, reply, { close, watch, listeners: context.listeners });
  await done;
  // The server may have begun to close while a stream lasted. A request that waits behind it is answered, and ends the connection.
  if (isKept && context.isClosing() && connection.isLast()) endKept(message.socket, connection, context);
}

/** Ends a connection whose last head said that it stays: what comes now would not be answered. */
function endKept(socket: Socket, connection: Connection, { listeners }: ServerContext): void {
  connection.end();
  if (socket.destroyed) return;
  lingerAtEnd(socket, listeners);
  socket.destroySoon();
}

/** Node's parser does not see `close` before a tab. @see RFC 9112 §9.6, RFC 9110 §5.6.1 */
function namesClose(connection: string | undefined): boolean {
  return connection?.split(',').some((option) => option.trim().toLowerCase() === 'close') ?? false;
}

/** The body of a request whose head is acceptable. Only then is a client with `Expect: 100-continue` told to send it. */
async function readChecked(
  { message, response, connection }: Exchange, { handler, budget, listeners }: ServerContext, held: HeldRequest,
): Promise<Buffer> {
  const refusal = refusalOf(headOf(message), handler.urlLength());
  if (refusal !== undefined) throw refusal;
  const reading = readBody(sourceOf(message, listeners), budget);
  held.end = reading.end;
  if (message.headers.expect !== undefined && message.httpVersion === '1.1') response.writeContinue();
  const body = await connection.read(reading);
  const trailers = trailerRefusal(message.rawTrailers);
  if (trailers !== undefined) throw trailers;
  return body;
}

/** Speaks WebSocket with the clients whose handshakes the handler accepts. */
function acceptUpgrades(server: Server, context: ServerContext, unread: BodyBudget): WebSocketUpgrades | undefined {
  const { handler: { upgrade, refuse, urlLength }, listeners, budget } = context;
  if (upgrade === undefined) return undefined;
  const upgrades = new WebSocketUpgrades(listeners, { received: budget, unread });
  listeners.addTo({ emitter: server, event: 'upgrade', ends: (_, socket) => socket }, (message: IncomingMessage, socket: Socket, head: Buffer) => {
    const connection = context.connectionOf(socket);
    connection.take(async () => {
      connection.end();
      const received = { ...readHead(headOf(message), peerOf(socket), context), body: Buffer.alloc(0) };
      const refusal = refusalOf(headOf(message), urlLength()) ?? handshakeRefusal(message);
      const decision = refusal === undefined
        ? await new Promise<UpgradeDecision>((resolve) => upgrade(received, resolve))
        : { type: 'refused', reply: refuse(received, refusal) } as const;
      if (decision.type === 'accepted') {
        upgrades.accept(message, { socket, head }, decision);
      } else if (socket.writable) {
        lingerAtEnd(socket, listeners);
        rejectConnection(socket, replyOf(decision.reply));
      }
    });
  });
  return upgrades;
}

/** Refuses bytes that are no request, or come too slowly, once the requests before them, or the one that they break, are answered. */
function refuseRest(socket: Socket, error: GatewayError, context: ServerContext): void {
  const connection = context.connectionOf(socket);
  if (connection.break(error)) return;
  connection.take(async () => {
    connection.end();
    if (!socket.writable) return;
    lingerAtEnd(socket, context.listeners);
    rejectConnection(socket, replyOf(context.handler.refuse(unknownRequest(socket, context), error)));
  });
}

/** The request in the log for bytes that could not be parsed. */
function unknownRequest(socket: Socket, { now }: ServerContext): Received {
  const head: ReceivedHead = { method: '-', target: '/', headers: [], ...peerOf(socket), protocol: 'HTTP/1.1', receivedAt: now() };
  return { ...head, body: Buffer.alloc(0) };
}

/** Resolves when a response is written, or its connection is gone. */
function closedResponse(response: ServerResponse, listeners: ConnectionListeners): Promise<void> {
  return new Promise((resolve) => { listeners.addOnce(response, 'close', resolve); });
}

/** Once the server listens, its errors are those of connections that the system could not hand over. */
function listening(server: Server, { host, port, onCut }: ListenOptions, listeners: ConnectionListeners): Promise<void> {
  return new Promise((resolve, reject) => {
    listeners.addTo({ emitter: server, event: 'error' }, (cause: NodeJS.ErrnoException) => {
      if (server.listening) onCut?.('ACCEPT_FAILED');
      else reject(new GatewayError(cause.code === 'EADDRINUSE' ? 'PORT_IN_USE' : 'LISTEN_FAILED', { host, port, holder: '', reason: cause.message }, { cause }));
    });
    server.listen({ host, port }, resolve);
  });
}

/** The reader of connections in front of Node's own server. */
type FirstReader = SimpleConnections | SecureConnections;

interface ReadingOptions {
  readonly limits: ServerLimits;
  readonly certificate: ServerCertificate | undefined;
  readonly acceptsPlain: boolean;
}

/** Puts the reader of simple heads, or of TLS, in front of Node's own listener, which gets everything else. */
function readConnections(server: Server, context: ServerContext, { limits, certificate, acceptsPlain }: ReadingOptions): FirstReader {
  const { listeners } = context;
  const parsers = server.listeners('connection');
  server.removeAllListeners('connection');
  const toParser = (socket: Socket): void => parsers.forEach((listener) => void Reflect.apply(listener, server, [socket]));
  const first = certificate === undefined
    ? new SimpleConnections({ ...context, idleTimeoutMs: limits.idleTimeoutMs, toParser }, limits)
    : new SecureConnections({
      certificate, handshakeTimeoutMs: limits.headersTimeoutMs, http2: new Http2Connections(context, limits), toHttp1: toParser, listeners,
      plain: acceptsPlain ? toParserAgain(toParser) : (socket) => refuseRest(socket, new GatewayError('HTTPS_REQUIRED'), context),
    });
  listeners.addTo({ emitter: server, event: 'connection', ends: (socket) => socket }, first.adopt);
  return first;
}

/** A socket that was paused to look at its first byte. */
function toParserAgain(toParser: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    toParser(socket);
    socket.resume();
  };
}

function closed(server: Server, graceMs: number, destroyOthers: () => void): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
      destroyOthers();
    }, graceMs);
    server.close(() => {
      clearTimeout(cut);
      destroyOthers();
      resolve();
    });
    server.closeIdleConnections();
  });
}
