// One raw request over a socket of its own: path, query and header lines go onto the wire as a case has them.
import net from 'node:net';
import tls from 'node:tls';
import type { RecordedResponse } from './http-message';
import type { CaseText, RecordedRequest } from './recorded-case';

/** Headers that change what a connection does; no case depends on them. */
export const LEFT_OUT: readonly string[] = ['connection', 'content-length', 'expect', 'transfer-encoding', 'upgrade'];
export const TIMEOUT_MS = 35_000;
const END_OF_HEAD = '\r\n\r\n';

/** Sends the request of a case; gives status, header fields in order and body. */
export function send(url: string, request: RecordedRequest): Promise<RecordedResponse> {
  const { host } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connectTo(new URL(url));
    let received = Buffer.alloc(0);
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(TIMEOUT_MS, () => fail(new Error(`no complete response within ${TIMEOUT_MS} ms`)));
    socket.on('error', fail);
    socket.on('close', () => reject(new Error(`closed after ${received.length} bytes`)));
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const response = readResponse(received, request.method);
      if (response === undefined) return;
      socket.destroy();
      resolve(response);
    });
    socket.write(requestBytes(request, host));
  });
}

function connectTo({ protocol, hostname, port }: URL): net.Socket {
  if (protocol === 'https:') return tls.connect({ host: hostname, port: Number(port || 443), servername: hostname });
  return net.connect({ host: hostname, port: Number(port || 80) });
}

/** The body of a case. */
export function bodyOf({ body, bodyBase64 }: RecordedRequest): Buffer {
  return bodyBase64 === undefined ? Buffer.from(textOf(body ?? '')) : Buffer.from(bodyBase64, 'base64');
}

/** Path and query of a case. */
export function targetOf({ path, query = '' }: RecordedRequest): string {
  return query === '' ? path : `${path}?${textOf(query)}`;
}

function requestBytes(request: RecordedRequest, host: string): Buffer {
  const { method, headers } = request;
  const bytes = bodyOf(request);
  const own = Object.entries(headers ?? {}).filter(([name]) => !LEFT_OUT.includes(name.toLowerCase()));
  const hasHost = own.some(([name]) => name.toLowerCase() === 'host');
  const lines = [
    ...(hasHost ? [] : [['Host', host]]),
    ...own.map(([name, value]) => [name, textOf(value)]),
    ...(bytes.length > 0 ? [['Content-Length', bytes.length]] : []),
  ];
  const head = [`${method} ${targetOf(request)} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.concat([Buffer.from(head + END_OF_HEAD, 'latin1'), bytes]);
}

/** A text of a case. */
export function textOf(text: CaseText): string {
  return typeof text === 'string' ? text : text.repeat.repeat(text.count);
}

/** The response when it is complete; the gateway always says how long a body is. */
function readResponse(received: Buffer, method: string): RecordedResponse | undefined {
  const end = received.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1).trim() }));
  const length = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value;
  const bodyBytes = method === 'HEAD' ? 0 : Number(length ?? 0);
  const body = received.subarray(end + END_OF_HEAD.length);
  return body.length < bodyBytes ? undefined : { status: Number(statusLine.split(' ')[1]), headers, body };
}
