/** Names of variables and headers that hold secrets. */
const SECRET_NAME = /secret|passw|passphrase|token|credential|api[-_]?key|private[-_]?key|access[-_]?key|signing[-_]?key|^authorization$|^cookie$|^pass$|[-_](pass|pwd)$/i;
/** `STRIPE_KEY` and `stripeKey`, but not `PARTITION_KEY`: a key that finds something opens nothing. */
const KEY_NAME = /[-_](key|Key|KEY)$|[a-z0-9]Key$/;
const LOOKUP_KEY_NAME = /(public|partition|sort|primary|foreign|hash|range|index|cache|lookup|object|s3|bucket|file|idempotency|routing|group|kms)[-_]?key$/i;
/** A name, an ARN, an address or a dynamic reference of a secret is not the secret. */
const REFERENCE = /^(arn:|https?:\/\/[^@]*$|\$\{|\{\{resolve:[^{}]*\}\}$|$)/;
/** Values that are secrets under any name: access key ids, private keys, JWTs, and URLs with a password or a credential in the query. */
const SECRET_VALUES = [
  /\bA(KIA|SIA)[0-9A-Z]{16}\b/, /-----BEGIN [A-Z ]*PRIVATE KEY-----/, /:\/\/[^/\s:@]*:[^/\s@]+@/, /\beyJ[\w-]{1,400}\.eyJ/,
  /[?&]([\w-]{0,40}(secret|passw|token|credential|signature|api[-_]?key|access[-_]?key)\w{0,40}|sig|pwd)=[^&\s$#]/i,
];

/** Whether a value should not be written to a program. */
export function isSecret(name: string, value: string): boolean {
  return hasSecret(value) || (isSecretName(name) && !REFERENCE.test(value));
}

/** Whether a text contains a value that is a secret under any name. */
export function hasSecret(text: string): boolean {
  return SECRET_VALUES.some((pattern) => pattern.test(text));
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || (KEY_NAME.test(name) && !LOOKUP_KEY_NAME.test(name));
}

/** The text with the secrets in its addresses replaced; only `…` if it contains others. */
export function withoutSecret(text: string): string {
  if (!hasSecret(text)) return text;
  const shown = text.replace(/:\/\/[^/\s]*@/g, '://…@').replace(/\?\S*/g, '?…');
  return hasSecret(shown) ? '…' : shown;
}
