import { GatewayError } from '../../errors';
import type { ContentHandling } from '../../spec';

/** A payload on its way: text, or bytes that no template may read. */
export type Payload = { readonly type: 'text'; readonly text: string } | { readonly type: 'binary'; readonly bytes: Buffer };

/** What decides how a payload is turned. */
export interface Handling {
  /** Whether its media type is one of the API's binary ones. */
  readonly isBinary: boolean;
  /** Whether the receiver wants bytes: the client's Accept for a response; a backend takes what it gets. */
  readonly wantsBinary: boolean;
  readonly contentHandling: ContentHandling | undefined;
}

/**
 * Turns a payload by the table of content handling. Text that is no UTF-8 is damaged as on AWS: U+FFFD.
 * @throws RESULT_NOT_BASE64 (500)
 * @see aws-data-plane §12: recorded by binary-request-* and binary-response-*
 */
export function handlePayload(bytes: Buffer, { isBinary, wantsBinary, contentHandling }: Handling): Payload {
  const toBinary = contentHandling === 'CONVERT_TO_BINARY' || (contentHandling === undefined && wantsBinary);
  if (isBinary) return toBinary ? { type: 'binary', bytes } : { type: 'text', text: bytes.toString('base64') };
  const text = bytes.toString('utf8');
  return toBinary ? { type: 'binary', bytes: decodeBase64(unquoted(text)) } : { type: 'text', text };
}

/** The text that a template reads. @throws PAYLOAD_BINARY (500) */
export function templateText(payload: Payload, direction: 'request' | 'response'): string {
  if (payload.type === 'binary') throw new GatewayError('PAYLOAD_BINARY', { direction });
  return payload.text;
}

export function payloadBytes(payload: Payload): Buffer {
  return payload.type === 'binary' ? payload.bytes : Buffer.from(payload.text, 'utf8');
}

/** A function's result is a JSON text, so base64 that it returns stands in quotes. */
function unquoted(text: string): string {
  return /^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : text;
}

/** As Java's decoder: the alphabet only, whole groups, or a last group without its padding. @throws RESULT_NOT_BASE64 */
export function decodeBase64(text: string): Buffer {
  const match = /^[A-Za-z0-9+/]*(={0,2})$/.exec(text);
  const isWhole = (match?.[1] ?? '') === '' ? text.length % 4 !== 1 : text.length % 4 === 0;
  if (match === null || !isWhole) throw new GatewayError('RESULT_NOT_BASE64', { reason: 'it has other characters or a broken last group' });
  return Buffer.from(text, 'base64');
}
