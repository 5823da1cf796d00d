// One case on one connection of its own: its bytes go out, what comes back is kept with its times.
import net from 'node:net';
import { bytesOf, requestsIn, type SentRequest } from './bytes';
import type { HostileCase } from './hostile-case';
import { readResponses, type ReadResponses } from './responses';

const RST_MS = 20;

export interface Address {
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** A connection while it lasts. */
export interface Exchange {
  readonly sent: Buffer;
  readonly requests: readonly SentRequest[];
  readonly socket: net.Socket;
  readonly startedMs: number;
  /** The client's end of the connection, as the server sees it. */
  peer?: Address;
  /** The server has sent everything, or has cut the connection. */
  isClosed: boolean;
  error?: NodeJS.ErrnoException;
  lastByteMs?: number;
  /** When the last of all bytes left, as far as they have. */
  sentMs: number;
  /** All bytes of the server so far. */
  readonly received: () => Buffer;
  readonly responses: () => ReadResponses;
  readonly end: () => void;
}

export interface ConnectionOptions {
  readonly port: number;
  readonly managementPort: number;
  readonly localAddress?: string;
}

/** The part of a case that is sent, and the way to send it. */
interface Sending extends Pick<HostileCase, 'encoding' | 'raw' | 'gen' | 'drip' | 'send'> {
  /** Sends the bytes in a way that no case names. */
  readonly sendBytes?: (socket: net.Socket, bytes: Buffer) => Promise<void>;
}

/** Opens the connection and begins to send; responses grow while bytes come. */
export function beginExchange(one: Sending, { port, managementPort, localAddress }: ConnectionOptions): Exchange {
  const sent = bytesOf(one, managementPort);
  const requests = requestsIn(sent);
  const chunks: Buffer[] = [];
  const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true, ...(localAddress === undefined ? {} : { localAddress }) });
  const exchange: Exchange = {
    sent, requests, socket,
    startedMs: performance.now(),
    isClosed: false,
    sentMs: performance.now(),
    received: () => Buffer.concat(chunks),
    responses: () => readResponses(exchange.received(), requests.map(({ method }) => method), exchange.isClosed),
    end: () => socket.destroy(),
  };
  socket.setNoDelay(true);
  socket.on('connect', () => {
    exchange.peer = { address: socket.localAddress, port: socket.localPort };
    void send(one, exchange);
  });
  const close = (): void => {
    exchange.isClosed = true;
  };
  socket.on('end', close);
  socket.on('close', close);
  socket.on('error', (error) => {
    exchange.error = error;
    close();
  });
  if (one.send === 'no-read') {
    socket.pause();
  } else {
    socket.on('data', (data) => {
      chunks.push(data);
      exchange.lastByteMs = performance.now();
    });
  }
  return exchange;
}

/** The ways to send. */
const SEND: Readonly<Record<string, (socket: net.Socket, bytes: Buffer) => Promise<void>>> = {
  'bytewise': async (socket, bytes) => {
    for (const byte of bytes) {
      if (socket.destroyed) return;
      await new Promise<unknown>((resolve) => socket.write(Buffer.of(byte), resolve));
    }
  },
  'half-close': async (socket, bytes) => { socket.end(bytes); },
  'rst': async (socket, bytes) => {
    socket.write(bytes);
    setTimeout(() => socket.resetAndDestroy(), RST_MS);
  },
  'no-read': async (socket, bytes) => { socket.write(bytes); },
  'at-once': async (socket, bytes) => { socket.write(bytes); },
};

async function send({ send: how = 'at-once', drip, sendBytes = SEND[how] }: Sending, exchange: Exchange): Promise<void> {
  const { socket, sent } = exchange;
  await sendBytes?.(socket, sent);
  socket.once('drain', () => {
    exchange.sentMs = performance.now();
  });
  if (drip === undefined) return;
  let left = drip.count;
  const timer = setInterval(() => {
    left -= 1;
    if (exchange.isClosed || socket.destroyed || left < 0) clearInterval(timer);
    else socket.write(Buffer.from(drip.text, 'latin1'));
  }, drip.everyMs);
}

/** Whether a case can be sent the way it says. */
export function canSend({ send: how = 'at-once' }: Sending): boolean {
  return Object.hasOwn(SEND, how);
}
