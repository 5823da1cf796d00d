import { GatewayError } from '../../errors';
import type { ContentHandling } from '../../spec';
import { decodeBase64 } from '../http/base64';

/** A payload: text, or bytes that templates cannot read. */
export type Payload = { readonly type: 'text'; readonly text: string } | { readonly type: 'binary'; readonly bytes: Buffer };

/** The conditions that determine how a payload is converted. */
export interface Handling {
  /** Whether its media type is one of the API's binary ones. */
  readonly isBinary: boolean;
  /** Whether the receiver wants bytes: depends on the client's Accept for a response; a backend accepts either. */
  readonly wantsBinary: boolean;
  readonly contentHandling: ContentHandling | undefined;
}

/**
 * Converts a payload by the table of content handling. Invalid UTF-8 becomes U+FFFD, as on AWS.
 * @throws RESULT_NOT_BASE64 (500)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html; recorded cases binary-request-* and binary-response-*
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

/** A function's result is JSON text, so base64 that it returns is in quotes. */
function unquoted(text: string): string {
  return /^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : text;
}
