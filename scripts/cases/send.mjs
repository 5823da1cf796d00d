// One raw request over a socket of its own: path, query and header lines go onto the wire as a case has them.
import net from 'node:net';

/** Headers that change what a connection does; no case depends on them. */
const LEFT_OUT = ['connection', 'content-length', 'expect', 'transfer-encoding', 'upgrade'];
const TIMEOUT_MS = 35_000;
const END_OF_HEAD = '\r\n\r\n';

/** Sends the request of a case; answers status, header fields in order and body. */
export function send(url, request) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port) });
    let received = Buffer.alloc(0);
    const finish = (settle, value) => {
      socket.destroy();
      settle(value);
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(reject, new Error(`no complete answer within ${TIMEOUT_MS} ms`)));
    socket.on('error', (error) => finish(reject, error));
    socket.on('close', () => reject(new Error(`closed after ${received.length} bytes`)));
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const response = readResponse(received, request.method);
      if (response !== undefined) {
        finish(resolve, response);
      }
    });
    socket.write(requestBytes(request, `${hostname}:${port}`));
  });
}

function requestBytes({ method, path, query, headers, body, bodyBase64 }, host) {
  const bytes = bodyBase64 === undefined ? Buffer.from(body ?? '') : Buffer.from(bodyBase64, 'base64');
  const lines = Object.entries(headers ?? {}).filter(([name]) => !LEFT_OUT.includes(name.toLowerCase()));
  if (!lines.some(([name]) => name.toLowerCase() === 'host')) {
    lines.unshift(['Host', host]);
  }
  if (bytes.length > 0) {
    lines.push(['Content-Length', bytes.length]);
  }
  const target = query ? `${path}?${query}` : path;
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.concat([Buffer.from(head + END_OF_HEAD, 'latin1'), bytes]);
}

/** The response when it is complete; the gateway always says how long a body is. */
function readResponse(received, method) {
  const end = received.indexOf(END_OF_HEAD);
  if (end === -1) {
    return undefined;
  }
  const [statusLine, ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1).trim() }));
  const length = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value;
  const bodyBytes = method === 'HEAD' ? 0 : Number(length ?? 0);
  const body = received.subarray(end + END_OF_HEAD.length);
  return body.length < bodyBytes ? undefined : { status: Number(statusLine.split(' ')[1]), headers, body };
}

/** Node's flat list of names and values as one object per header line. */
export function headerFields(rawHeaders) {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => ({ name: rawHeaders[2 * index], value: rawHeaders[2 * index + 1] }));
}
