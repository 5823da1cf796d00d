import { STATUS_CODES } from 'node:http';
import { BODILESS, FRAMING } from '../http/framing';
import { lowerName } from '../http/headers';
import type { Reply, TextReply } from '../http/reply';

/** A text reply as it is sent, framing and all. @param keepAliveSeconds - undefined where the connection ends with it */
export function serializeText({ status, head, text }: TextReply, keepAliveSeconds: number | undefined): string {
  return `${statusLine(status)}${head}Content-Length: ${text.length}\r\n${connectionLines(keepAliveSeconds)}\r\n${text}`;
}

/** Any other reply that is no stream. */
export function serializeReply({ status, headers, body }: Reply, keepAliveSeconds: number | undefined): Buffer {
  const bodiless = BODILESS.has(status);
  const length = bodiless ? '' : `Content-Length: ${body.length}\r\n`;
  const start = Buffer.from(`${startLines({ status, headers })}${length}${connectionLines(keepAliveSeconds)}\r\n`, 'latin1');
  return bodiless || body.length === 0 ? start : Buffer.concat([start, body]);
}

/** The head of a reply whose body comes in chunks. */
export function serializeStreamHead(reply: Pick<Reply, 'status' | 'headers'>, keepAliveSeconds: number | undefined): string {
  return `${startLines(reply)}${connectionLines(keepAliveSeconds)}Transfer-Encoding: chunked\r\n\r\n`;
}

/** Status line and the reply's own header lines. */
function startLines({ status, headers }: Pick<Reply, 'status' | 'headers'>): string {
  let lines = statusLine(status);
  for (const { name, value } of headers) if (!FRAMING.has(lowerName(name))) lines += `${name}: ${value}\r\n`;
  return lines;
}

const statusLines: string[] = [];

function statusLine(status: number): string {
  return statusLines[status] ??= `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
}

let dateText = '';
let dateSecond = 0;

/** What Node's server says of the connection, too. */
function connectionLines(keepAliveSeconds: number | undefined): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1_000).toUTCString();
  }
  return keepAliveSeconds === undefined
    ? `Date: ${dateText}\r\nConnection: close\r\n`
    : `Date: ${dateText}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
}
