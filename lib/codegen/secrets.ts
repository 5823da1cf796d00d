/** Names of variables and headers whose values are nobody's business. */
const SECRET_NAME = /secret|passw|passphrase|token|credential|api[-_]?key|private[-_]?key|access[-_]?key|signing[-_]?key|^authorization$|^cookie$/i;
/** A name, an ARN or an address of a secret is not the secret. */
const REFERENCE = /^(arn:|https?:\/\/[^@]*$|\$\{|$)/;
/** What is a secret under any name: keys of AWS, private keys, and addresses with a password. */
const SECRET_VALUE = /\bA(KIA|SIA)[0-9A-Z]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----|:\/\/[^/\s:@]+:[^/\s@]+@|\beyJ[\w-]+\.eyJ[\w-]+\./;

/** Whether a value should not be written to a program. */
export function isSecret(name: string, value: string): boolean {
  return SECRET_VALUE.test(value) || (SECRET_NAME.test(name) && !REFERENCE.test(value));
}

/** The text with what is a secret in its addresses replaced; nothing of it if it has others. */
export function withoutSecret(text: string): string {
  if (!SECRET_VALUE.test(text)) return text;
  const shown = text.replace(/:\/\/[^/\s]*@/g, '://…@').replace(/\?\S*/g, '?…');
  return SECRET_VALUE.test(shown) ? '…' : shown;
}
