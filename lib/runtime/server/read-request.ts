import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { GatewayError } from '../../errors';
import type { Received } from '../exchange';
import type { HeaderField } from '../headers';
import { FRONT_LIMITS } from './limits';

/** Header lines of which a request has one at the most: two would be read differently by different parties. */
const SINGLE = new Set(['host', 'content-type', 'content-length', 'authorization', 'x-api-key', 'transfer-encoding', 'content-encoding']);

/** The head of a request: everything but the body. */
export type ReceivedHead = Omit<Received, 'body'>;

/** What is known of a request before anything is checked, also for the answer to a refused one. */
export function readHead(message: IncomingMessage, now: () => number): ReceivedHead {
  const { socket } = message;
  return {
    method: message.method ?? '',
    target: originForm(message.url ?? ''),
    headers: readHeaders(message.rawHeaders),
    sourceIp: (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, ''),
    port: socket.localPort ?? 0,
    scheme: (socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http',
    protocol: `HTTP/${message.httpVersion}`,
    receivedAt: now(),
  };
}

/**
 * Refuses what no gateway should pass on.
 * @param urlLength - characters of a URL at the most
 * @throws URL_TOO_LONG, HEADERS_TOO_LARGE, REQUEST_MALFORMED, REQUEST_TOO_LARGE
 */
export function checkHead({ target, headers }: ReceivedHead, urlLength: number): void {
  if (!target.startsWith('/')) throw new GatewayError('REQUEST_MALFORMED', { reason: `the request target ${JSON.stringify(target.slice(0, 80))} is no path` });
  if (target.length > urlLength) throw new GatewayError('URL_TOO_LONG', { given: target.length, max: urlLength });
  const bytes = headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  if (bytes > FRONT_LIMITS.headerBytes || headers.length > FRONT_LIMITS.headerCount) {
    throw new GatewayError('HEADERS_TOO_LARGE', { given: bytes, max: FRONT_LIMITS.headerBytes });
  }
  const seen = new Set<string>();
  for (const name of headers.map((field) => field.name.toLowerCase()).filter((each) => SINGLE.has(each))) {
    if (seen.has(name)) throw new GatewayError('REQUEST_MALFORMED', { reason: `the header ${name} occurs twice` });
    seen.add(name);
  }
  const declared = headers.find((field) => field.name.toLowerCase() === 'content-length')?.value;
  if (declared !== undefined && Number(declared) > FRONT_LIMITS.bodyBytes) throw new GatewayError('REQUEST_TOO_LARGE', { max: FRONT_LIMITS.bodyBytes });
}

/**
 * Reads the whole body. A client that leaves ends the wait.
 * @throws REQUEST_TOO_LARGE, REQUEST_ABORTED
 */
export function readBody(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    message.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > FRONT_LIMITS.bodyBytes) {
        message.pause();
        reject(new GatewayError('REQUEST_TOO_LARGE', { max: FRONT_LIMITS.bodyBytes }));
        return;
      }
      chunks.push(chunk);
    });
    message.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)));
    message.on('close', () => {
      if (!message.complete) reject(new GatewayError('REQUEST_ABORTED'));
    });
    message.on('error', (cause) => reject(new GatewayError('REQUEST_ABORTED', {}, { cause })));
  });
}

function readHeaders(raw: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) fields.push({ name: raw[index] ?? '', value: raw[index + 1] ?? '' });
  return fields;
}

/** `http://host/path` is `/path`: proxies send the absolute form (RFC 9112 §3.2.2). */
function originForm(target: string): string {
  const match = /^https?:\/\/[^/?#@]+(\/.*|\?.*)?$/i.exec(target);
  if (match === null) return target;
  const rest = match[1] ?? '/';
  return rest.startsWith('?') ? `/${rest}` : rest;
}
