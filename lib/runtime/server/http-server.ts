import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { GatewayError } from '../../errors';
import type { Received, Reply } from '../exchange';
import { FRONT_LIMITS } from './limits';
import { checkHead, readBody, readHead } from './read-request';
import { abandon, writeReply } from './write-reply';

/** What the server asks of the gateway. Both always answer. */
export interface RequestHandler {
  readonly serve: (received: Received) => Promise<Reply>;
  /** Characters of a URL at the most. */
  readonly urlLength: () => number;
  /** The answer to a request that the front refuses. */
  readonly refuse: (received: Received, error: unknown) => Reply;
}

/** A listening server. */
export interface HttpFront {
  readonly port: number;
  /** Accepts nothing more, waits for requests in flight up to `graceMs`, then cuts what is left. */
  readonly close: (graceMs: number) => Promise<void>;
}

export interface ListenAddress {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
}

/**
 * Listens for HTTP/1.1.
 * @throws PORT_IN_USE, LISTEN_FAILED
 */
export async function listen(handler: RequestHandler, address: ListenAddress, now: () => number): Promise<HttpFront> {
  let closing = false;
  const server = createServer(
    {
      insecureHTTPParser: false,
      maxHeaderSize: FRONT_LIMITS.parserBytes,
      headersTimeout: FRONT_LIMITS.headersTimeoutMs,
      requestTimeout: FRONT_LIMITS.requestTimeoutMs,
      keepAliveTimeout: FRONT_LIMITS.keepAliveTimeoutMs,
      connectionsCheckingInterval: FRONT_LIMITS.checkIntervalMs,
      noDelay: true,
    },
    (message, response) => {
      void answer(message, response, { handler, now, isClosing: () => closing });
    },
  );
  server.maxHeadersCount = 0;
  server.on('clientError', refuseBytes);
  await listening(server, address);
  return {
    port: (server.address() as AddressInfo).port, // a TCP server that listens has one
    close: async (graceMs) => {
      closing = true;
      await closed(server, graceMs);
    },
  };
}

interface AnswerContext {
  readonly handler: RequestHandler;
  readonly now: () => number;
  readonly isClosing: () => boolean;
}

async function answer(message: IncomingMessage, response: ServerResponse, context: AnswerContext): Promise<void> {
  const { handler, now, isClosing } = context;
  const head = readHead(message, now);
  let reply: Reply;
  let refused = false;
  try {
    checkHead(head, handler.urlLength());
    const body = await readBody(message);
    reply = await handler.serve({ ...head, body });
  } catch (error) {
    refused = true;
    reply = handler.refuse({ ...head, body: Buffer.alloc(0) }, error);
  }
  if (response.destroyed) {
    if (reply.stream !== undefined) abandon(reply.stream);
    return;
  }
  writeReply(response, reply, refused || isClosing());
  if (refused) message.resume();
}

/** Status lines of what the parser refuses, by its error code. */
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Bytes that are no HTTP request get one answer, without the gateway, and the connection ends. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = REFUSALS[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}

function listening(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code === 'EADDRINUSE' ? 'PORT_IN_USE' : 'LISTEN_FAILED';
      reject(new GatewayError(code, { host, port, reason: cause.message }, { cause }));
    });
    server.listen({ host, port }, resolve);
  });
}

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
