import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type * as Http2 from 'node:http2';
import { GatewayError } from '../../errors';
import type { Viewer } from '../edge/viewer';
import { BODILESS, FRAMING } from '../http/framing';
import { replyOf, type GatewayReply, type Reply } from '../http/reply';
import { abandon } from '../http/reply-stream';
import type { ConnectionListeners } from './connection-listeners';
import { refusalOf, trailerRefusal, type ParsedHead } from './check-head';
import { SERVER_LIMITS } from './limits';
import { readBody, readHead, type BodyReading, type BodySource } from './read-request';
import type { SharedParts } from './request-handler';
import { INTERNAL_ERROR } from './safe-handler';
import { orAbandon, PIECE_BYTES, writePieces } from './write-reply';
import { writeStream, type StreamSink } from './write-stream';

export type Http2Exchange = ReturnType<typeof http2Exchange>;

export interface BegunStream {
  readonly stream: ServerHttp2Stream;
  /** Names and values in turn, pseudo-header fields included. */
  readonly lines: readonly string[];
  readonly peer: Viewer;
}

/** One request of a connection with HTTP/2, answered as one of HTTP/1.1 would be. */
export function http2Exchange({ stream, lines, peer }: BegunStream, context: SharedParts) {
  let reading: BodyReading | undefined;
  let trailers: readonly string[] = [];
  context.listeners.add(stream, 'trailers', (_: IncomingHttpHeaders, __: number, raw: string[]) => { trailers = raw; });
  const exchange = async (): Promise<void> => {
    const fields = readFields(lines);
    // what $context.protocol documents: "logged as HTTP/1.1 even if a client sends a request that uses HTTP/2"
    const head = { ...readHead(fields, peer, context), viaVersion: 'HTTP/2.0' };
    const receive = async (): Promise<Buffer> => {
      const refusal = fields.problem ?? refusalOf(fields, context.handler.urlLength());
      if (refusal !== undefined) throw refusal;
      reading = readBody(sourceOf(stream, context.listeners), context.budget);
      if (head.headers.some(({ name }) => name === 'expect')) stream.additionalHeaders({ ':status': http2().constants.HTTP_STATUS_CONTINUE });
      const body = await reading.body;
      const tooMuch = trailerRefusal(trailers);
      if (tooMuch !== undefined) throw tooMuch;
      return body;
    };
    let reply: Reply;
    try {
      const received = { ...head, body: await receive() };
      reply = replyOf(await new Promise<GatewayReply>((resolve) => context.handler.handle(received, resolve)));
    } catch (error) {
      reply = replyOf(context.handler.refuse({ ...head, body: Buffer.alloc(0) }, error));
    }
    await write(stream, reply, { isHead: head.method === 'HEAD', ...context });
  };
  // a reply that cannot be written
  const end = (error: unknown): void => context.listeners.fail(error, { destroy: () => endWithError(stream) });
  return {
    /** Resolves when the answer is written, or the stream is gone. */
    done: exchange().catch(end).finally(() => reading?.end()),
    /** Whether the client has ended the stream before its answer was, with whatever code. */
    isAborted: (): boolean => isAborted(stream),
    /** Refuses the request if its body is still being received. */
    timeOut: (): void => {
      if (reading?.isComplete() === false) reading.fail(new GatewayError('REQUEST_TIMEOUT'));
    },
  };
}

/** Streams that the gateway has ended itself, for which their clients are not to blame. */
const closedHere = new WeakSet<ServerHttp2Stream>();

function isAborted(stream: ServerHttp2Stream): boolean {
  return !closedHere.has(stream) && (stream.rstCode !== http2().constants.NGHTTP2_NO_ERROR || !stream.headersSent);
}

function closeHere(stream: ServerHttp2Stream, code: number): void {
  closedHere.add(stream);
  stream.close(code);
}

/** Answers 500 if nothing is sent yet. */
function endWithError(stream: ServerHttp2Stream): void {
  const { status, headers, body } = INTERNAL_ERROR;
  if (stream.headersSent || stream.destroyed || stream.closed) closeHere(stream, http2().constants.NGHTTP2_INTERNAL_ERROR);
  else {
    stream.respond({ ':status': status, ...outgoing({ headers }) });
    stream.end(body);
  }
}

/** A head as HTTP/1.1 would have sent it. */
interface Fields extends ParsedHead {
  readonly problem: GatewayError | undefined;
}

/** `:authority` is the host, and a cookie that was sent in parts is one header again. @see RFC 9113 §8.2.3, §8.3.1 */
function readFields(lines: readonly string[]): Fields {
  const pseudo = new Map<string, string>();
  const rawHeaders: string[] = [];
  let cookie: number | undefined;
  let host: string | undefined;
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const [name = '', value = ''] = lines.slice(index, index + 2);
    if (name.startsWith(':')) pseudo.set(name, value);
    else if (name === 'host') host = value;
    else if (name === 'cookie' && cookie !== undefined) rawHeaders[cookie] = `${rawHeaders[cookie] ?? ''}; ${value}`;
    else {
      if (name === 'cookie') cookie = rawHeaders.length + 1;
      rawHeaders.push(name, value);
    }
  }
  const authority = pseudo.get(':authority') ?? host;
  const method = pseudo.get(':method') ?? '';
  return {
    method, httpVersion: '1.1',
    target: pseudo.get(':path') ?? '',
    rawHeaders: authority === undefined ? rawHeaders : ['host', authority, ...rawHeaders],
    problem: problemOf(method, host === undefined || host === authority),
  };
}

function problemOf(method: string, isOneHost: boolean): GatewayError | undefined {
  if (method === 'CONNECT') return new GatewayError('METHOD_UNSUPPORTED', { given: method });
  return isOneHost ? undefined : new GatewayError('REQUEST_MALFORMED', { reason: 'the header host names another host than :authority' });
}

function sourceOf(stream: ServerHttp2Stream, listeners: ConnectionListeners): BodySource {
  return {
    listen: (event: string, listener: (...values: never[]) => void) => listeners.add(stream, event, listener), // each event has its own
    get complete() { return stream.readableEnded || stream.endAfterHeaders; },
    get destroyed() { return stream.destroyed; },
  };
}

interface Writing extends Pick<SharedParts, 'watch' | 'listeners'> {
  readonly isHead: boolean;
}

async function write(stream: ServerHttp2Stream, reply: Reply, { isHead, ...writing }: Writing): Promise<void> {
  if (stream.destroyed || stream.closed) {
    if (reply.stream !== undefined) abandon(reply.stream);
    return;
  }
  const closed = new Promise<void>((resolve) => { writing.listeners.addOnce(stream, 'close', resolve); });
  const { status, body, stream: streamed } = reply;
  const bodiless = BODILESS.has(status);
  const headers = outgoing(reply);
  if (!bodiless && streamed === undefined) headers['content-length'] = String(body.length);
  const isEnd = bodiless || isHead;
  orAbandon(reply, () => stream.respond({ ...headers, ':status': status }, { endStream: isEnd }));
  if (streamed !== undefined && isEnd) abandon(streamed);
  else if (streamed !== undefined) await writeStream(sinkOf(stream, writing.listeners), streamed, writing.watch);
  else if (!isEnd) writeBody(stream, body, writing);
  if (!stream.readableEnded) dropRest(stream, writing.listeners);
  await closed;
}

/** Reads the rest of a refused body for a moment: a client may not read the answer before it has sent its request. */
function dropRest(stream: ServerHttp2Stream, listeners: ConnectionListeners): void {
  stream.resume();
  const cut = setTimeout(() => closeHere(stream, http2().constants.NGHTTP2_NO_ERROR), SERVER_LIMITS.lingerMs); // RFC 9113 §8.1
  listeners.addOnce(stream, 'close', () => clearTimeout(cut));
}

function writeBody(stream: ServerHttp2Stream, body: Buffer, { watch, listeners }: Omit<Writing, 'isHead'>): void {
  if (body.length <= PIECE_BYTES) {
    stream.end(body);
    if (stream.writableLength === 0) return;
  }
  const sending = watch.begin(sinkOf(stream, listeners), body.length);
  listeners.addOnce(stream, 'close', sending.end);
  if (body.length > PIECE_BYTES) writePieces(stream, body, { progress: sending.progress, done: () => stream.end() });
}

/** A cut stream ends with an error, so that its client does not mistake a part for the whole. */
function sinkOf(stream: ServerHttp2Stream, listeners: ConnectionListeners): StreamSink {
  return {
    get destroyed() { return stream.destroyed || stream.closed; },
    get writableLength() { return stream.writableLength; },
    flushHeaders: () => undefined,
    write: (chunk) => stream.write(chunk),
    end: () => { stream.end(); },
    destroy: () => closeHere(stream, http2().constants.NGHTTP2_INTERNAL_ERROR),
    listenOnce: (event, listener) => listeners.addOnce(stream, event, listener),
  };
}

/** Headers that Node sends once at most over HTTP/2, and throws for when they are repeated: the last one is sent. */
const SINGLE_VALUE: ReadonlySet<string> = new Set([
  'access-control-allow-credentials', 'access-control-max-age', 'access-control-request-method', 'age', 'authorization',
  'content-encoding', 'content-language', 'content-location', 'content-md5', 'content-range', 'content-type', 'dnt', 'etag', 'expires',
  'from', 'host', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'last-modified', 'location',
  'max-forwards', 'proxy-authorization', 'range', 'referer', 'retry-after', 'tk', 'upgrade-insecure-requests', 'user-agent',
  'x-content-type-options',
]);
/** Headers of one connection that FRAMING does not have (RFC 9113 §8.2.2). */
const OF_CONNECTION: ReadonlySet<string> = new Set(['http2-settings', 'te']);

function outgoing({ headers }: Pick<Reply, 'headers'>): OutgoingHttpHeaders {
  const values = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const lower = name.toLowerCase();
    if (FRAMING.has(lower) || OF_CONNECTION.has(lower)) continue;
    const earlier = SINGLE_VALUE.has(lower) ? [] : values.get(lower) ?? [];
    values.set(lower, [...earlier, value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

/** Loaded by the first server that has a certificate: it takes Node 5 ms. */
export function http2(): typeof Http2 {
  return process.getBuiltinModule('node:http2');
}
