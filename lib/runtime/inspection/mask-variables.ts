import { maskKey } from '../access-log/variables';
import { isSecretParameter } from '../execution-log/secrets';

/** `DB_PASS`, `SIGNING_KEY`; names with `token`, `secret` and the like are known from requests. */
const SECRET_VARIABLE = /(?:^|_)(?:pass|pwd|auth|key|sig|dsn)$/i;
/** `postgres://user:password@host` */
const PASSWORD_OF_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/@:]*:([^/@]+)@/i;
/** Shorter values would mask half a text. */
const SHORTEST = 6;

/**
 * Masks the values of secret variables that options and files give to functions, in what functions write: verbatim and inside JSON.
 * A variable is secret by its name, and the password of a URL by its place.
 */
export function variableMask(environment: Readonly<Record<string, Readonly<Record<string, string>>>> = {}): (text: string) => string {
  const entries = Object.values(environment).flatMap((variables) => Object.entries(variables));
  const secrets = entries.flatMap(([name, value]) => secretsIn(name, value));
  const texts = new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  const ordered = [...texts].sort((left, right) => right.length - left.length).map((secret) => [secret, maskKey(secret)] as const);
  if (ordered.length === 0) return (text) => text;
  return (text) => ordered.reduce((masked, [secret, shown]) => masked.replaceAll(secret, () => shown), text);
}

/** Functions write line by line, so each line of a value is looked for. */
function secretsIn(name: string, value: string): string[] {
  const password = PASSWORD_OF_URL.exec(value)?.[1];
  const secrets = isSecretParameter(name) || SECRET_VARIABLE.test(name) ? [value, ...value.split(/\r?\n/)] : password === undefined ? [] : [password];
  return secrets.map((secret) => secret.trim()).filter((secret) => secret.length >= SHORTEST);
}
