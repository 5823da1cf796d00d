// `node hold-web-sockets.mjs URL COUNT`: opens WebSocket connections, sends a message over each, and holds them until it is stopped.
// Prints how many it holds. A process of its own, because it needs as many descriptors as there are connections.
import { connect } from 'node:net';

const AT_ONCE = 100;
const ANSWER_MS = 30_000;
const TEXT = '{}';
/** The key of RFC 6455 §1.3; a masked text frame with a mask of zeros. */
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const FRAME = Buffer.concat([Buffer.from([0x81, 0x80 | TEXT.length, 0, 0, 0, 0]), Buffer.from(TEXT)]);

const [url, count] = process.argv.slice(2);
const { hostname, port, pathname, host } = new URL(url);
const handshake = [
  `GET ${pathname} HTTP/1.1`, `Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${KEY}`, '', '',
].join('\r\n');
const sockets = new Set();

while (sockets.size < Number(count)) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, Number(count) - sockets.size) }, open));
}
console.log(`open=${sockets.size}`);
setInterval(() => undefined, 60_000);

/** Resolves when the message is answered; a connection that the server ends is one less, and ends everything. */
function open() {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    let isOpen = false;
    socket.setTimeout(ANSWER_MS, () => fail(`no answer within ${ANSWER_MS} ms, only ${JSON.stringify(text)}`));
    const fail = (problem) => {
      if (sockets.has(socket)) loseOne(problem);
      reject(new Error(`connection ${sockets.size}: ${problem}`));
      socket.destroy();
    };
    socket.on('error', (error) => fail(error.message)).on('close', () => fail('the server has ended it'));
    socket.on('connect', () => socket.write(handshake));
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      if (!text.startsWith('HTTP/1.1 101 ')) return fail(`it was answered ${text.slice(0, 100)}`);
      if (!isOpen) socket.write(FRAME);
      isOpen = true;
      if (!text.slice(end + 4).endsWith(TEXT)) return;
      socket.setTimeout(0);
      sockets.add(socket);
      resolve();
    });
  });
}

/** Ends when the count is no longer true. */
function loseOne(problem) {
  console.error(`a connection that was held is gone: ${problem}`);
  process.exit(1);
}
