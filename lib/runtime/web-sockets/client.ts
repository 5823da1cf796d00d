import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { WebSocket } from 'ws';
import { GatewayError } from '../../errors';

/** Options of a handshake. */
export interface ConnectOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Subprotocols that the client offers. */
  readonly protocols?: readonly string[];
  /** Is told the key of the handshake before it is sent. */
  readonly onKey?: (key: string) => void;
}

/** The client's end of a WebSocket connection. */
export interface ConnectedClient {
  /** The subprotocol that `$connect` has chosen; empty for none. */
  readonly protocol: string;
  /** Sends a text; anything else is sent as JSON. @throws TEST_CONNECTION_CLOSED */
  readonly send: (message: unknown) => void;
  /** The next message that has not been taken yet. @throws TEST_CONNECTION_CLOSED if none comes any more */
  readonly next: () => Promise<string>;
  /** The messages that have come and have not been taken. */
  readonly received: readonly string[];
  /** Resolves when the connection has ended. */
  readonly closed: Promise<ClosedConnection>;
  /** Closes the connection. @param code - 1000, or 3000 to 4999; without it the close has none */
  readonly close: (code?: number, reason?: string) => void;
}

/** The close as the client saw it. */
export interface ClosedConnection {
  readonly code: number;
  readonly reason: string;
}

/** The action that a closed connection ends for those who wait. */
const NO_MESSAGE = 'no message comes any more';

/** Connects to a WebSocket API. @throws TEST_CONNECTION_REFUSED with the status and the body of the answer */
export async function connectClient(url: string, options: ConnectOptions = {}): Promise<ConnectedClient> {
  const socket = openSocket(url, options);
  const received: string[] = [];
  const waiting: Readonly<{ resolve: (message: string) => void; reject: (error: unknown) => void }>[] = [];
  let end: ClosedConnection | undefined;
  const closedError = (action: string) => {
    const state = end === undefined ? 'is closing' : `was closed with ${end.code} ${end.reason}`.trimEnd();
    return new GatewayError('TEST_CONNECTION_CLOSED', { action, state });
  };
  socket.on('message', (data: Buffer) => {
    const waiter = waiting.shift();
    if (waiter === undefined) received.push(data.toString('utf8'));
    else waiter.resolve(data.toString('utf8'));
  });
  const closed = new Promise<ClosedConnection>((resolve) => {
    socket.on('close', (code, reason) => {
      end = { code, reason: reason.toString('utf8') };
      for (const { reject } of waiting.splice(0)) reject(closedError(NO_MESSAGE));
      resolve(end);
    });
  });
  const refusal = await opened(socket);
  if (refusal !== undefined) {
    throw new GatewayError('TEST_CONNECTION_REFUSED', { path: new URL(url).pathname, status: refusal.status, body: refusal.body });
  }
  return {
    protocol: socket.protocol,
    send: (message) => {
      if (socket.readyState !== socket.OPEN) throw closedError('the message is not sent');
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    next: () => new Promise((resolve, reject) => {
      const message = received.shift();
      if (message !== undefined) resolve(message);
      else if (end !== undefined) reject(closedError(NO_MESSAGE));
      else waiting.push({ resolve, reject });
    }),
    received,
    closed,
    close: (code, reason) => socket.close(code, reason),
  };
}

/** Begins a handshake. */
export function openSocket(url: string, { headers = {}, protocols = [], onKey }: ConnectOptions): WebSocket {
  const finishRequest = (request: ClientRequest): void => {
    onKey?.(String(request.getHeader('sec-websocket-key')));
    request.end();
  };
  return new WebSocket(url, [...protocols], { headers, rejectUnauthorized: false, finishRequest });
}

/** An answer that refuses a handshake. */
export interface Refusal {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Waits for the answer to a handshake. @returns undefined if it is accepted */
export function opened(socket: WebSocket): Promise<Refusal | undefined> {
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(undefined));
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => {
      const { statusCode: status = 0, headers } = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8') }));
    });
  });
}
