import { WebSocket } from 'ws';
import { GatewayError } from '../../errors';

/** Options of a handshake. */
export interface ConnectOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Subprotocols that the client offers. */
  readonly protocols?: readonly string[];
}

/** The client's end of a WebSocket connection. */
export interface ConnectedClient {
  /** The subprotocol that `$connect` has chosen; empty for none. */
  readonly protocol: string;
  /** Sends a text; anything else is sent as JSON. */
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

interface Waiter {
  readonly resolve: (message: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Connects to a WebSocket API. @throws TEST_CONNECTION_REFUSED with the status and the body of the answer */
export async function connectClient(url: string, { headers = {}, protocols = [] }: ConnectOptions = {}): Promise<ConnectedClient> {
  const socket = new WebSocket(url, [...protocols], { headers, rejectUnauthorized: false });
  const received: string[] = [];
  const waiting: Waiter[] = [];
  let end: ClosedConnection | undefined;
  const closedError = ({ code, reason }: ClosedConnection) => new GatewayError('TEST_CONNECTION_CLOSED', { code, reason });
  socket.on('message', (data: Buffer) => {
    const waiter = waiting.shift();
    if (waiter === undefined) received.push(data.toString('utf8'));
    else waiter.resolve(data.toString('utf8'));
  });
  const closed = new Promise<ClosedConnection>((resolve) => {
    socket.on('close', (code, reason) => {
      end = { code, reason: reason.toString('utf8') };
      for (const { reject } of waiting.splice(0)) reject(closedError(end));
      resolve(end);
    });
  });
  await opened(socket, url);
  return {
    protocol: socket.protocol,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: () => new Promise((resolve, reject) => {
      const message = received.shift();
      if (message !== undefined) resolve(message);
      else if (end !== undefined) reject(closedError(end));
      else waiting.push({ resolve, reject });
    }),
    received,
    closed,
    close: (code, reason) => socket.close(code, reason),
  };
}

/** @throws TEST_CONNECTION_REFUSED */
function opened(socket: WebSocket, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { pathname } = new URL(url);
        const body = Buffer.concat(chunks).toString('utf8');
        reject(new GatewayError('TEST_CONNECTION_REFUSED', { path: pathname, status: response.statusCode ?? 0, body }));
      });
    });
  });
}
