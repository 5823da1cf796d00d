import type { HeaderField } from '../http/headers';

/** Headers whose values are masked in every log except for their end. */
const SECRET = new Set(['authorization', 'proxy-authorization', 'x-api-key', 'cookie', 'set-cookie', 'x-amz-security-token']);
/** `code` is what OAuth gives for a token; the parameters of a presigned URL are named `X-Amz-Signature` and the like. */
const SECRET_PARAMETER = /token|secret|passw|passphrase|signature|credential|api[-_]?key|authorization|^(?:key|code|auth|jwt|sig|pwd|pass)$|[-_.]key$/i;
/** `signingKey`, but not `monkey`. */
const SECRET_KEY = /[a-z0-9]Key$/;

export function isSecretHeader({ name }: Pick<HeaderField, 'name'>): boolean {
  return SECRET.has(name.toLowerCase());
}

/** Whether a query parameter of this name is probably a secret: `access_token`, `apiKey`, `X-Amz-Signature`. */
export function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETER.test(name) || SECRET_KEY.test(name);
}
