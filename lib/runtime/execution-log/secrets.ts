import type { HeaderField } from '../http/headers';

/** Headers whose values are masked in every log except for their end. */
const SECRET = new Set(['authorization', 'proxy-authorization', 'x-api-key', 'cookie', 'set-cookie', 'x-amz-security-token']);

export function isSecretHeader({ name }: Pick<HeaderField, 'name'>): boolean {
  return SECRET.has(name.toLowerCase());
}
