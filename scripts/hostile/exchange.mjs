// One case on one connection of its own: its bytes go out, what comes back is kept with its times.
import net from 'node:net';
import { bytesOf, requestsIn } from './bytes.mjs';
import { readResponses } from './responses.mjs';

const RST_MS = 20;

/** Opens the connection and begins to send; the answer grows while bytes come. */
export function beginExchange(one, { port, managementPort, localAddress }) {
  const sent = bytesOf(one, { managementPort });
  const requests = requestsIn(sent);
  const chunks = [];
  const socket = net.connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
  const exchange = {
    one, sent, requests, socket, localAddress,
    startedMs: performance.now(),
    /** The client's end of the connection, as the server sees it. */
    peer: undefined,
    /** The server has said all, or has cut the connection. */
    isClosed: false,
    error: undefined,
    lastByteMs: undefined,
    /** When the last of all bytes left, as far as they have. */
    sentMs: performance.now(),
    bytes: () => Buffer.concat(chunks),
    responses: () => readResponses(Buffer.concat(chunks), requests.map(({ method }) => method), exchange.isClosed),
    end: () => socket.destroy(),
  };
  socket.setNoDelay(true);
  socket.on('connect', () => {
    exchange.peer = { address: socket.localAddress, port: socket.localPort };
    void send(socket, sent, one, exchange);
  });
  const close = () => { exchange.isClosed = true; };
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

/** How each case wants its bytes sent. */
const SEND = {
  'bytewise': async (socket, bytes) => {
    for (const byte of bytes) {
      if (socket.destroyed) return;
      await new Promise((resolve) => socket.write(Buffer.of(byte), resolve));
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

async function send(socket, bytes, { send: how = 'at-once', drip }, exchange) {
  await SEND[how](socket, bytes);
  socket.once('drain', () => { exchange.sentMs = performance.now(); });
  if (drip === undefined) return;
  let left = drip.count;
  const timer = setInterval(() => {
    left -= 1;
    if (exchange.isClosed || socket.destroyed || left < 0) clearInterval(timer);
    else socket.write(Buffer.from(drip.text, 'latin1'));
  }, drip.everyMs);
}

/** Whether the player knows how to send a case this way. */
export function canSend({ send: how = 'at-once' }) {
  return Object.hasOwn(SEND, how);
}
