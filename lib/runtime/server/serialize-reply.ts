import { STATUS_CODES } from 'node:http';
import { BODILESS, FRAMING } from '../http/framing';
import { lowerName } from '../http/headers';
import { flat } from '../http/flat';
import type { Reply, TextReply } from '../http/reply';

/** A text reply as it is sent, framing and all. @param keepAliveSeconds - undefined where the connection ends with it */
export function serializeText({ status, head, text }: TextReply, keepAliveSeconds: number | undefined): string {
  return statusLine(status) + head + lengthLine(text.length) + connectionLines(keepAliveSeconds) + text;
}

export function serializeReply({ status, headers, body }: Reply, keepAliveSeconds: number | undefined): Buffer {
  const bodiless = BODILESS.has(status);
  const length = bodiless ? '' : lengthLine(body.length);
  const start = Buffer.from(`${startLines({ status, headers })}${length}${connectionLines(keepAliveSeconds)}`, 'latin1');
  return bodiless || body.length === 0 ? start : Buffer.concat([start, body]);
}

export function serializeStreamHead(reply: Pick<Reply, 'status' | 'headers'>, keepAliveSeconds: number | undefined): string {
  const connection = connectionLines(keepAliveSeconds).slice(0, -EMPTY_LINE.length);
  return `${startLines(reply)}${connection}Transfer-Encoding: chunked\r\n${EMPTY_LINE}`;
}

function startLines({ status, headers }: Pick<Reply, 'status' | 'headers'>): string {
  let lines = statusLine(status);
  for (const { name, value } of headers) if (!FRAMING.has(lowerName(name))) lines += `${name}: ${value}\r\n`;
  return lines;
}

const EMPTY_LINE = '\r\n';
const statusLines: string[] = [];

function statusLine(status: number): string {
  return statusLines[status] ??= flat(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`);
}

/** The lines of most lengths. */
const lengthLines: string[] = [];
const SHORT_BYTES = 4_096;

function lengthLine(bytes: number): string {
  if (bytes >= SHORT_BYTES) return `Content-Length: ${bytes}\r\n`;
  return lengthLines[bytes] ??= flat(`Content-Length: ${bytes}\r\n`);
}

let lastLines = '';
let lastSecond = 0;
let lastKeepAlive: number | undefined;

/** Returns the header lines that Node's server adds, too: the date and the connection's; with the empty line after them. */
function connectionLines(keepAliveSeconds: number | undefined): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== lastSecond || keepAliveSeconds !== lastKeepAlive) {
    lastSecond = second;
    lastKeepAlive = keepAliveSeconds;
    const connection = keepAliveSeconds === undefined ? 'close' : `keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}`;
    lastLines = flat(`Date: ${new Date(second * 1_000).toUTCString()}\r\nConnection: ${connection}\r\n${EMPTY_LINE}`);
  }
  return lastLines;
}
