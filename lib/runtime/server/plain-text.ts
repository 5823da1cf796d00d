import { STATUS_CODES } from 'node:http';
import type { Reply } from '../exchange';
import { BODILESS, FRAMING } from '../framing';
import { lowerName } from '../headers';
import type { PlainReply } from '../plain/plain-reply';

/** A plain reply as it is sent, framing and all. @param keepAliveSeconds - undefined where the connection ends with it */
export function plainText({ status, head, body }: PlainReply, keepAliveSeconds: number | undefined): string {
  return `${statusLine(status)}${head}Content-Length: ${body.length}\r\n${connectionLines(keepAliveSeconds)}\r\n${body}`;
}

/** Any other reply that is no stream. */
export function replyBytes({ status, headers, body }: Reply, keepAliveSeconds: number | undefined): Buffer {
  const bodiless = BODILESS.has(status);
  let head = statusLine(status);
  for (const { name, value } of headers) if (!FRAMING.has(lowerName(name))) head += `${name}: ${value}\r\n`;
  if (!bodiless) head += `Content-Length: ${body.length}\r\n`;
  const start = Buffer.from(`${head}${connectionLines(keepAliveSeconds)}\r\n`, 'latin1');
  return bodiless || body.length === 0 ? start : Buffer.concat([start, body]);
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
