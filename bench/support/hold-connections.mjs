// `node hold-connections.mjs URL COUNT`: opens connections, asks once on each, and holds them until it is stopped. Prints how many it
// holds. Those of a ws: URL are WebSocket connections, and ask with a message. A process of its own, because it needs as many
// descriptors as there are connections.
import { connect } from 'node:net';

const AT_ONCE = 100;
const ANSWER_MS = 30_000;
const MESSAGE = '{}';

const [url, count] = process.argv.slice(2);
const { protocol, hostname, port, pathname, search, host } = new URL(url);

/** The head that opens a connection, what is sent when it has been answered, and whether the text below the head of the answer is whole. */
const PROTOCOLS = {
  'http:': {
    head: [],
    status: 200,
    isWhole: (head, body) => body.length >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Infinity),
  },
  'ws:': {
    // the key of RFC 6455 §1.3
    head: ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
    status: 101,
    // a masked text frame with a mask of zeros
    then: Buffer.concat([Buffer.from([0x81, 0x80 | MESSAGE.length, 0, 0, 0, 0]), Buffer.from(MESSAGE)]),
    isWhole: (head, body) => body.endsWith(MESSAGE),
  },
};
const { head, status, then, isWhole } = PROTOCOLS[protocol];
const request = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, ...head, '', ''].join('\r\n');
const sockets = new Set();

while (sockets.size < Number(count)) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, Number(count) - sockets.size) }, open));
}
console.log(`open=${sockets.size}`);
setInterval(() => undefined, 60_000);

/** Resolves when the answer is there; a connection that the server ends is one less, and ends everything. */
function open() {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    let isOpen = false;
    socket.setTimeout(ANSWER_MS, () => fail(`no whole answer within ${ANSWER_MS} ms, only ${JSON.stringify(text)}`));
    const fail = (problem) => {
      if (sockets.has(socket)) loseOne(problem);
      reject(new Error(`connection ${sockets.size}: ${problem}`));
      socket.destroy();
    };
    socket.on('error', (error) => fail(error.message)).on('close', () => fail('the server has ended it'));
    socket.on('connect', () => socket.write(request));
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      if (!text.startsWith(`HTTP/1.1 ${status} `)) return fail(`it was answered ${text.slice(0, 100)}`);
      if (!isOpen && then !== undefined) socket.write(then);
      isOpen = true;
      if (!isWhole(text.slice(0, end), text.slice(end + 4))) return;
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
