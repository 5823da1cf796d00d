// One request over a socket of its own, with a second one after it: what is framed wrongly spoils the second response.
import { connect, type Socket } from 'node:net';

const GIVE_UP_MS = 90_000;

export interface Response {
  readonly status: number;
  /** The first value of a header, its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly all: (name: string) => readonly string[];
  readonly body: string;
}

export interface Exchanged extends Response {
  /** Missing when the first response closed the connection. */
  readonly second?: { readonly status: number; readonly body: string };
  /** The text after the second response. */
  readonly rest?: string;
}

/** Where a gateway listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Differences from other requests. */
export interface Unusual {
  readonly method?: 'POST';
  /** A header line besides the usual ones. */
  readonly line?: string;
}

/** Requests a target and then the neighbor on the same connection. */
export async function exchange({ host, port }: Endpoint, target: string, { method, line }: Unusual = {}): Promise<Exchanged> {
  const socket = connect({ host, port });
  const bytes = receive(socket);
  const body = method === 'POST' ? 'Content-Length: 2\r\nContent-Type: application/json\r\n\r\n{}' : '\r\n';
  try {
    const further = line === undefined ? '' : `${line}\r\n`;
    socket.write(`${method ?? 'GET'} ${target} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: */*\r\n${further}${body}`);
    const first = await readResponse(bytes);
    if (/^close$/i.test(first.header('connection') ?? '')) return first;
    socket.write(`GET /prod/neighbor HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`);
    const second = await readResponse(bytes);
    return { ...first, second: { status: second.status, body: second.body }, rest: await bytes.rest() };
  } finally {
    socket.destroy();
  }
}

interface ReceivedBytes {
  /** Takes as many characters as `end` finds in what has come so far. */
  readonly take: (end: (text: string) => number | undefined) => Promise<string>;
  /** Returns the remaining text once the other side has closed the connection. */
  readonly rest: () => Promise<string>;
}

/** The bytes of a socket, as text of one byte per character. */
function receive(socket: Socket): ReceivedBytes {
  let text = '';
  let hasEnded = false;
  let wake: () => void = () => undefined;
  socket.on('data', (data) => {
    text += data.toString('latin1');
    wake();
  });
  const end = (): void => {
    hasEnded = true;
    wake();
  };
  socket.on('end', end).on('error', end).on('close', end);
  const more = () => new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no complete response within ${GIVE_UP_MS} ms, only ${JSON.stringify(text.slice(0, 200))}`)), GIVE_UP_MS);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return {
    take: async (find) => {
      for (;;) {
        const length = find(text);
        if (length !== undefined) {
          const taken = text.slice(0, length);
          text = text.slice(length);
          return taken;
        }
        if (hasEnded) throw new Error(`the connection ended after ${JSON.stringify(text.slice(0, 200))}`);
        await more();
      }
    },
    rest: async () => {
      while (!hasEnded) await more();
      return text;
    },
  };
}

async function readResponse(bytes: ReceivedBytes): Promise<Response> {
  const head = await bytes.take((text) => {
    const at = text.indexOf('\r\n\r\n');
    return at < 0 ? undefined : at + 4;
  });
  const [statusLine = '', ...lines] = head.trimEnd().split('\r\n');
  const headers = lines.map((line) => ({ name: line.slice(0, line.indexOf(':')).toLowerCase(), value: line.slice(line.indexOf(':') + 1).trim() }));
  const all = (name: string) => headers.filter((one) => one.name === name).map(({ value }) => value);
  const status = Number(statusLine.split(' ')[1]);
  const body = await readBody(bytes, { status, codings: all('transfer-encoding'), length: Number(all('content-length')[0] ?? 0) });
  return { status, header: (name) => all(name)[0], all, body };
}

interface Framing {
  readonly status: number;
  readonly codings: readonly string[];
  readonly length: number;
}

/** Chunked is only read where it says that there is nothing, as for a 205. */
async function readBody(bytes: ReceivedBytes, { status, codings, length }: Framing): Promise<string> {
  if ([204, 304].includes(status)) return '';
  if (codings.join() !== 'chunked') return bytes.take((text) => (text.length >= length ? length : undefined));
  const nothing = '0\r\n\r\n';
  const chunks = await bytes.take((text) => (text.length >= nothing.length ? nothing.length : undefined));
  return chunks === nothing ? '' : chunks;
}
