import { frameHead } from '../../../lib/runtime/functions/wire/frames';

/** One frame as bytes. */
export function encodeFrame(kind: number, nonce: string, body: string | Uint8Array): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  return Buffer.concat([Buffer.from(frameHead(kind, nonce, bytes.byteLength), 'latin1'), bytes]);
}
