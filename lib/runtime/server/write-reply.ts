import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { BODILESS, FRAMING } from '../http/framing';
import { abandon } from '../http/reply-stream';
import type { ConnectionListeners } from './connection-listeners';
import type { SlowReaderGuard } from './slow-reader-guard';
import { writeStream, type StreamSink } from './write-stream';
import type { Reply } from '../http/reply';

/** Maximum size written in one go; larger bodies are written in pieces, which shows how fast the client reads. */
export const PIECE_BYTES = 65_536;

export interface Writing {
  /** Whether the connection ends with it. */
  readonly close: boolean;
  readonly watch: SlowReaderGuard;
  readonly listeners: ConnectionListeners;
}

/** Writes a reply with its headers as they are spelled and repeated. It throws for the head only; the reply's stream has ended then. */
export function writeReply(response: ServerResponse, reply: Reply, { close, watch, listeners }: Writing): void {
  const { status, body, stream } = reply;
  const lines = fieldLines(reply);
  const bodiless = BODILESS.has(status);
  if (!bodiless && stream === undefined) lines.push('Content-Length', String(body.length));
  if (close) lines.push('Connection', 'close');
  orAbandon(reply, () => response.writeHead(status, lines));
  if (stream === undefined) {
    writeBody(response, bodiless || response.req.method === 'HEAD' ? Buffer.alloc(0) : body, { watch, listeners });
  } else if (bodiless || response.req.method === 'HEAD') {
    response.end();
    abandon(stream);
  } else {
    endWithClient(response, listeners);
    writeStream(sinkOf(response, listeners), stream, watch).catch((error: unknown) => listeners.fail(error, response));
  }
}

/** Writes the head of a reply. Node refuses some, such as one with a name that is not a token. */
export function orAbandon({ stream }: Pick<Reply, 'stream'>, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (stream !== undefined) abandon(stream);
    throw error;
  }
}

/** A client that closes its side in the middle of a stream has left; before that, it may still wait for its answer. */
function endWithClient(response: ServerResponse, listeners: ConnectionListeners): void {
  const { socket } = response;
  if (socket === null) return;
  const stay = listeners.addOnce(socket, 'end', () => response.destroy());
  listeners.addOnce(response, 'close', stay);
}

function sinkOf(response: ServerResponse, listeners: ConnectionListeners): StreamSink {
  return {
    get destroyed() { return response.destroyed; },
    get writableLength() { return response.writableLength; },
    flushHeaders: () => response.flushHeaders(),
    write: (chunk) => response.write(chunk),
    end: () => void response.end(),
    destroy: () => void response.destroy(),
    listenOnce: (event, listener) => listeners.addOnce(response, event, listener),
  };
}

/** Alternating names and values, without the framing headers. */
export function fieldLines({ headers }: Pick<Reply, 'headers'>): string[] {
  const lines: string[] = [];
  for (const { name, value } of headers) {
    if (!FRAMING.has(name.toLowerCase())) lines.push(name, value);
  }
  return lines;
}

function writeBody(response: ServerResponse, body: Buffer, { watch, listeners }: Omit<Writing, 'close'>): void {
  if (body.length <= PIECE_BYTES) {
    response.end(body);
    // Most are in the kernel's buffers by now and need not be watched.
    if (response.socket === null || response.socket.writableLength === 0) return;
  }
  const sending = watch.begin(response, body.length);
  listeners.addOnce(response, 'close', sending.end);
  if (body.length > PIECE_BYTES) writePieces(response, body, { progress: sending.progress, done: () => response.end() });
}

export interface PieceListener {
  /** This many more bytes were taken. */
  readonly progress: (bytes: number) => void;
  /** All were taken; not called for a closed connection. */
  readonly done: () => void;
}

export function writePieces(target: Writable, bytes: Buffer, { progress, done }: PieceListener): void {
  let written = 0;
  const next = (): void => {
    if (target.destroyed) return;
    if (written === bytes.length) {
      done();
      return;
    }
    const piece = bytes.subarray(written, written + PIECE_BYTES);
    written += piece.length;
    target.write(piece, (error) => {
      progress(piece.length);
      if (error === undefined || error === null) next();
    });
  };
  next();
}
