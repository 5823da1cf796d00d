import type { ServerResponse } from 'node:http';
import type { Reply } from '../exchange';
import type { ReplyStream } from '../streaming/reply-stream';
import { writeStream } from './write-stream';

/** Framing belongs to the server: whatever a function or backend says of it is not sent. */
const FRAMING = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'date', 'upgrade', 'te', 'trailer', 'proxy-connection']);

/** Statuses without a body (RFC 9110 §15.3.5, §15.4.5). */
const BODILESS = new Set([204, 205, 304]);

/**
 * Writes a reply: header names in their spelling, repeated ones as lines of their own, length by the server.
 * @param close - whether the connection ends with it
 */
export function writeReply(response: ServerResponse, { status, headers, body, stream }: Reply, close: boolean): void {
  const lines: string[] = [];
  for (const { name, value } of headers) {
    if (!FRAMING.has(name.toLowerCase())) lines.push(name, value);
  }
  const bodiless = BODILESS.has(status);
  if (!bodiless && stream === undefined) lines.push('Content-Length', String(body.length));
  if (close) lines.push('Connection', 'close');
  response.writeHead(status, lines);
  if (stream === undefined) {
    response.end(bodiless ? undefined : body);
  } else if (bodiless || response.req.method === 'HEAD') {
    response.end();
    abandon(stream);
  } else {
    void writeStream(response, stream);
  }
}

/** Nobody reads this stream. */
export function abandon({ cancel, ended }: ReplyStream): void {
  cancel();
  ended?.(0, undefined);
}
