import { GatewayError } from '../../errors';

/** Decodes base64 as Java does: only the alphabet, whole groups, or a last group without padding. @throws RESULT_NOT_BASE64 */
export function decodeBase64(text: string): Buffer {
  const match = /^[A-Za-z0-9+/]*(={0,2})$/.exec(text);
  const isWhole = (match?.[1] ?? '') === '' ? text.length % 4 !== 1 : text.length % 4 === 0;
  if (match === null || !isWhole) throw new GatewayError('RESULT_NOT_BASE64', { reason: 'it has other characters or a broken last group' });
  return Buffer.from(text, 'base64');
}
