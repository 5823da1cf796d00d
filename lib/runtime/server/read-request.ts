import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { GatewayError } from '../../errors';
import { canonicalAddress } from '../edge/addresses';
import { viewerOf, type Viewer } from '../edge/viewer';
import type { HeaderField } from '../http/headers';
import type { BodyBudget } from './body-budget';
import type { ParsedHead } from './check-head';
import type { ConnectionListeners } from './connection-listeners';
import { SERVER_LIMITS } from './limits';
import type { SharedParts } from './request-handler';
import { readRequestTarget } from './request-target';
import type { Received } from '../http/request';

export type ReceivedHead = Omit<Received, 'body'>;

/** Reads the head of a request before any check, also for the answer to a rejected one. */
export function readHead(
  { method, target, rawHeaders, httpVersion }: ParsedHead, peer: Viewer, { now, isTrusted }: Pick<SharedParts, 'now' | 'isTrusted'>,
): ReceivedHead {
  const headers: HeaderField[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) headers.push({ name: rawHeaders[index] ?? '', value: rawHeaders[index + 1] ?? '' });
  const viewer = viewerOf(peer, headers, isTrusted);
  return {
    method,
    target: readRequestTarget(target)?.originForm ?? target,
    headers,
    ...viewer,
    ...(viewer.sourceIp === peer.sourceIp ? {} : { peerIp: peer.sourceIp }),
    protocol: `HTTP/${httpVersion}`,
    receivedAt: now(),
  };
}

export function headOf({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): ParsedHead {
  return { method, target: url, httpVersion, rawHeaders };
}

export function peerOf(socket: IncomingMessage['socket']): Viewer {
  return {
    sourceIp: canonicalAddress(socket.remoteAddress ?? '') ?? '',
    port: socket.localPort ?? 0,
    scheme: (socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http',
  };
}

export interface BodyReading {
  readonly body: Promise<Buffer>;
  /** Whether the parser has seen all of it, even if it has not been delivered yet. */
  readonly isComplete: () => boolean;
  readonly fail: (error: unknown) => void;
  /** The request is answered: the body no longer counts. */
  readonly end: () => void;
}

/** The source of a body: a message of HTTP/1.1, or a stream of HTTP/2. */
export interface BodySource {
  readonly listen: {
    (event: 'data', listener: (chunk: Buffer) => void): unknown;
    (event: 'end' | 'close', listener: () => void): unknown;
    (event: 'error', listener: (error: Error) => void): unknown;
  };
  readonly complete: boolean;
  readonly destroyed: boolean;
}

export function sourceOf(message: IncomingMessage, listeners: ConnectionListeners): BodySource {
  return {
    listen: (event: string, listener: (...values: never[]) => void) => listeners.add(message, event, listener), // each event has its own
    get complete() { return message.complete; },
    get destroyed() { return message.destroyed; },
  };
}

/** Reads the whole body. Stops if the client disconnects. @throws PAYLOAD_TOO_LARGE, REQUEST_ABORTED, REQUEST_BYTES_EXCEEDED */
export function readBody(message: BodySource, budget: BodyBudget): BodyReading {
  let fail: BodyReading['fail'] = () => undefined;
  const held = budget.begin((error) => fail(error));
  const body = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isRefused = false;
    fail = (error) => {
      isRefused = true;
      chunks.length = 0; // further data is read and dropped
      held.end();
      reject(error);
    };
    message.listen('data', (chunk: Buffer) => {
      if (isRefused) return;
      length += chunk.length;
      if (length > SERVER_LIMITS.bodyBytes) {
        fail(new GatewayError('PAYLOAD_TOO_LARGE', { max: SERVER_LIMITS.bodyBytes }));
        return;
      }
      chunks.push(chunk);
      held.add(chunk.length);
    });
    message.listen('end', () => {
      held.complete();
      resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks));
    });
    message.listen('close', () => {
      if (!message.complete) reject(new GatewayError('REQUEST_ABORTED'));
    });
    message.listen('error', (cause) => reject(new GatewayError('REQUEST_ABORTED', {}, { cause })));
    if (message.destroyed) reject(new GatewayError('REQUEST_ABORTED'));
  });
  return { body, fail, isComplete: () => message.complete, end: held.end };
}
