import { createHash } from 'node:crypto';

/** An id of ten lower-case letters and digits, in the format of API Gateway's, derived from the text. */
export function stableId(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex');
  return BigInt(`0x${digest}`).toString(36).padStart(10, '0').slice(0, 10);
}

/** requestContext.deploymentId: six digits of the fingerprint, as short as API Gateway's. */
export function deploymentId(fingerprint: string): string {
  return stableId(`deployment ${fingerprint}`).slice(0, 6);
}
