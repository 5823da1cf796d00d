// One request over a socket of its own, with a second one behind it: what is framed wrongly spoils the second answer.
import { connect } from 'node:net';

const GIVE_UP_MS = 60_000;

/** Asks a target and then the neighbour on the same connection. `second` is missing when the first answer closed it. */
export async function ask({ host, port }, target, method = 'GET') {
  const socket = connect({ host, port });
  const bytes = receive(socket);
  try {
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: */*\r\n${method === 'POST' ? 'Content-Length: 2\r\nContent-Type: application/json\r\n\r\n{}' : '\r\n'}`);
    const first = await readResponse(bytes);
    if (/^close$/i.test(first.header('connection') ?? '')) return { ...first, second: undefined };
    socket.write(`GET /prod/neighbour HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`);
    const second = await readResponse(bytes);
    return { ...first, second: { status: second.status, body: second.body }, rest: await bytes.rest() };
  } finally {
    socket.destroy();
  }
}

/** The bytes of a socket, as text of one byte per character. */
function receive(socket) {
  let text = '';
  let hasEnded = false;
  let wake = () => undefined;
  socket.on('data', (data) => {
    text += data.toString('latin1');
    wake();
  });
  const end = () => {
    hasEnded = true;
    wake();
  };
  socket.on('end', end).on('error', end).on('close', end);
  const more = () => new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no complete answer within ${GIVE_UP_MS} ms, only ${JSON.stringify(text.slice(0, 200))}`)), GIVE_UP_MS);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return {
    /** Takes as many characters as `end` finds in what has come so far. */
    take: async (end) => {
      for (;;) {
        const length = end(text);
        if (length !== undefined) {
          const taken = text.slice(0, length);
          text = text.slice(length);
          return taken;
        }
        if (hasEnded) throw new Error(`the connection ended after ${JSON.stringify(text.slice(0, 200))}`);
        await more();
      }
    },
    /** What comes until the other side closes. */
    rest: async () => {
      while (!hasEnded) await more();
      return text;
    },
  };
}

async function readResponse(bytes) {
  const head = await bytes.take((text) => {
    const at = text.indexOf('\r\n\r\n');
    return at < 0 ? undefined : at + 4;
  });
  const [statusLine, ...lines] = head.trimEnd().split('\r\n');
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  const all = (name) => headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value);
  const status = Number(statusLine.split(' ')[1]);
  const body = await readBody(bytes, { status, codings: all('transfer-encoding'), length: Number(all('content-length')[0] ?? 0) });
  return { status, headers, header: (name) => all(name)[0], all, body };
}

/** Chunked is only read where it says that there is nothing, as for a 205. */
async function readBody(bytes, { status, codings, length }) {
  if ([204, 304].includes(status)) return '';
  if (codings.join() !== 'chunked') return bytes.take((text) => (text.length >= length ? length : undefined));
  const nothing = '0\r\n\r\n';
  const chunks = await bytes.take((text) => (text.length >= nothing.length ? nothing.length : undefined));
  return chunks === nothing ? '' : chunks;
}
