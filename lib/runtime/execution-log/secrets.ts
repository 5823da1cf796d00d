import { SECRET_HEADERS } from '../http/header-names';
import type { HeaderField } from '../http/headers';

/** `code` is what OAuth gives for a token; the parameters of a presigned URL are named `X-Amz-Signature` and the like. */
const SECRET_PARAMETER = /token|secret|passw|passphrase|signature|credential|api[-_]?key|authorization|^(?:key|code|auth|jwt|sig|pwd|pass)$|[-_.]key$/i;
/** `signingKey`, but not `monkey`. */
const SECRET_KEY = /[a-z0-9]Key$/;

/** Whether the value of a header is masked in every log except for its end. */
export function isSecretHeader({ name }: Pick<HeaderField, 'name'>): boolean {
  return SECRET_HEADERS.has(name.toLowerCase());
}

/** Whether a query parameter of this name is probably a secret: `access_token`, `apiKey`, `X-Amz-Signature`. */
export function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETER.test(name) || SECRET_KEY.test(name);
}
