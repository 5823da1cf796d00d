import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';

/** A client as users have it, that keeps what it receives. */
export interface Client {
  readonly socket: WebSocket;
  readonly send: (message: unknown) => void;
  /** The next text that has not been asked for. */
  readonly next: () => Promise<string>;
  /** Texts that have come and that nobody has asked for. */
  readonly waiting: () => readonly string[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export type HandshakeOptions = ClientOptions & { readonly protocols?: string[] };

/** Connects. @throws the answer of a refused handshake */
export async function connect(url: string, { protocols = [], ...options }: HandshakeOptions = {}): Promise<Client> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, options);
  const texts: string[] = [];
  const waiters: ((text: string) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const waiter = waiters.shift();
    if (waiter === undefined) texts.push(data.toString());
    else waiter(data.toString());
  });
  const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await once(socket, 'open');
  return {
    socket,
    send: (message) => socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    next: () => new Promise((resolve) => {
      const text = texts.shift();
      if (text === undefined) waiters.push(resolve);
      else resolve(text);
    }),
    waiting: () => texts,
    closed,
  };
}

/** The answer to a handshake that is refused. */
export async function refused(url: string, options: HandshakeOptions = {}): Promise<{ readonly status: number; readonly body: string }> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), options.protocols ?? [], options);
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error('the handshake was accepted')));
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
  });
}
