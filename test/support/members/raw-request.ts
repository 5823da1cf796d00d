import { connect } from 'node:net';
import { readSimpleHead } from '../../../lib/runtime/server/simple-head';

/** One request as a client thinks of it. */
export interface RequestOptions {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How a request is written on the wire. */
export type Form = (request: RequestOptions) => string;

const lines = ({ method, target, headers = {} }: RequestOptions, ...framing: readonly string[]): string =>
  [`${method} ${target} HTTP/1.1`, 'Host: api.test', ...Object.entries(headers).map((pair) => pair.join(': ')), 'Connection: close', ...framing, '', ''].join('\r\n');

const counted = (request: RequestOptions, ...framing: readonly string[]): string => {
  const { body = '' } = request;
  return lines(request, ...framing, ...(body === '' ? [] : [`Content-Length: ${body.length}`])) + body;
};

/** As the reader of simple heads takes it. */
export const simple: Form = (request) => counted(request);

/** The same request in forms that are left to Node's parser. */
export const UNUSUAL: readonly Form[] = [
  (request) => {
    const { body = '' } = request;
    return `${lines(request, 'Transfer-Encoding: chunked')}${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`;
  },
  (request) => counted(request, 'Expect: 100-continue'),
  (request) => `\r\n${counted(request)}`,
  (request) => counted(request).replace('Host: api.test', 'Host:\tapi.test'),
];

/** Whether the bytes are read by the reader of simple heads. */
export const isSimple = (bytes: string): boolean => readSimpleHead(bytes, 0) !== undefined;

/** A response as it was on the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Lines in lower case but for the values, sorted. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Sends the bytes on a connection of their own; resolves with the final response. */
export function exchange(port: number, bytes: string): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (part) => parts.push(part)).on('error', reject);
    socket.on('close', () => resolve(answerIn(Buffer.concat(parts).toString('latin1'))));
  });
}

function answerIn(text: string): WireAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = text.slice(0, end).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  if (status === 100) return answerIn(text.slice(end + 4));
  const headers = fields.map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase())).sort();
  const rest = text.slice(end + 4);
  return { status, headers, body: headers.includes('transfer-encoding: chunked') ? unchunked(rest) : rest };
}

function unchunked(text: string): string {
  let body = '';
  for (let at = 0; ;) {
    const end = text.indexOf('\r\n', at);
    const length = parseInt(text.slice(at, end), 16);
    if (!(length > 0)) return length === 0 ? body : `${body} (cut)`;
    body += text.slice(end + 2, end + 2 + length);
    at = end + 2 + length + 2;
  }
}
