// `node hold-connections.mjs URL COUNT`: opens connections, asks once on each, and holds them until it is stopped. Prints how
// many it holds. A process of its own, because it needs as many descriptors as there are connections.
import { connect } from 'node:net';

const AT_ONCE = 100;
const ANSWER_MS = 30_000;

const [url, count] = process.argv.slice(2);
const { hostname, port, pathname, search, host } = new URL(url);
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
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
      if (!isWhole(text)) return;
      if (!text.startsWith('HTTP/1.1 200 ')) return fail(`it was answered ${text.slice(0, 100)}`);
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

function isWhole(text) {
  const end = text.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(text)?.[1];
  return end >= 0 && length !== undefined && text.length >= end + 4 + Number(length);
}
