import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Reply } from '../exchange';
import { BODILESS, FRAMING } from '../framing';
import type { ReplyStream } from '../streaming/reply-stream';
import type { SendWatch } from './send-watch';
import { writeStream } from './write-stream';

/** Written at once; more goes out piece by piece, so that it shows how fast the client reads. */
export const PIECE_BYTES = 65_536;

/** What a reply is written with. */
export interface Writing {
  /** Whether the connection ends with it. */
  readonly close: boolean;
  readonly watch: SendWatch;
}

/** Writes a reply: header names in their spelling, repeated ones as lines of their own, length by the server. */
export function writeReply(response: ServerResponse, reply: Reply, { close, watch }: Writing): void {
  const { status, body, stream } = reply;
  const lines = fieldLines(reply);
  const bodiless = BODILESS.has(status);
  if (!bodiless && stream === undefined) lines.push('Content-Length', String(body.length));
  if (close) lines.push('Connection', 'close');
  response.writeHead(status, lines);
  if (stream === undefined) {
    writeBody(response, bodiless || response.req.method === 'HEAD' ? Buffer.alloc(0) : body, watch);
  } else if (bodiless || response.req.method === 'HEAD') {
    response.end();
    abandon(stream);
  } else {
    void writeStream(response, stream, watch);
  }
}

/** Names and values in turn, without those of framing. */
export function fieldLines({ headers }: Pick<Reply, 'headers'>): string[] {
  const lines: string[] = [];
  for (const { name, value } of headers) {
    if (!FRAMING.has(name.toLowerCase())) lines.push(name, value);
  }
  return lines;
}

function writeBody(response: ServerResponse, body: Buffer, watch: SendWatch): void {
  if (body.length <= PIECE_BYTES) {
    response.end(body);
    // Most are in the kernel's hands by now and need no watch.
    if (response.socket === null || response.socket.writableLength === 0) return;
  }
  const sending = watch.begin(response, body.length);
  response.once('close', sending.end);
  if (body.length > PIECE_BYTES) writePieces(response, body, { progress: sending.progress, done: () => response.end() });
}

export interface PieceListener {
  /** So many bytes more were taken. */
  readonly progress: (bytes: number) => void;
  /** All are; not called for a connection that is gone. */
  readonly done: () => void;
}

/** Writes one piece when the one before is taken. */
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

/** Nobody reads this stream. */
export function abandon({ cancel, ended }: ReplyStream): void {
  cancel();
  ended?.(0, undefined);
}
