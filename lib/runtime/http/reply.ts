import type { GatewayError } from '../../errors';
import type { HeaderField, HeaderList } from './headers';
import type { ReplyStream } from './reply-stream';

/** The response, complete except for what the edge and the server add. */
export interface Reply {
  readonly status: number;
  readonly headers: HeaderList;
  /** Empty if the body is a stream. */
  readonly body: Buffer;
  readonly stream?: ReplyStream;
  /** Bytes of the stream that were sent; known at its end. */
  readonly streamedBytes?: number;
  /** The error that the gateway answered itself, if it did. */
  readonly error?: GatewayError;
  /** Why the gateway gave this answer, or why a browser will reject it; for the log, and for clients that ask for explanations. */
  readonly explain?: string;
}

/** A response that is already text, one character per byte; the server writes it unchanged. */
export interface TextReply {
  readonly status: number;
  /** Header lines, each with CRLF; no repeated names, no framing headers. */
  readonly head: string;
  readonly text: string;
}

/** A response in either form; `replyOf` gives it as lists and bytes. */
export type GatewayReply = Reply | TextReply;

export function isText(reply: GatewayReply): reply is TextReply {
  return 'text' in reply;
}

/** The response with its list of headers and the bytes of its body. */
export function replyOf(reply: GatewayReply): Reply {
  if (!isText(reply)) return reply;
  const headers = reply.head.split('\r\n').filter((line) => line !== '').map(fieldOf);
  return { status: reply.status, headers, body: Buffer.from(reply.text, 'latin1') };
}

function fieldOf(line: string): HeaderField {
  const colon = line.indexOf(': ');
  return { name: line.slice(0, colon), value: line.slice(colon + 2) };
}

/** Bytes of the response's body; for a stream, the bytes that were sent. */
export function bodyBytes(reply: GatewayReply): number {
  return isText(reply) ? reply.text.length : reply.streamedBytes ?? reply.body.length;
}
