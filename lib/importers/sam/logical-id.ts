import { createHash } from 'node:crypto';
import { isMap, isSet } from './value';

const HASH_LENGTH = 10;

/** A logical id of the translator: the prefix and the first ten digits of the SHA-1 of what it depends on. */
export function hashedId(prefix: string, data: unknown): string {
  return `${prefix}${isSet(data) ? hashOf(data).slice(0, HASH_LENGTH) : ''}`;
}

/** `suffix` where it fits into a logical id, else its hash. */
function suffixedId(prefix: string, suffix: string): string {
  return isAlphanumeric(suffix) ? `${prefix}${suffix}` : hashedId(prefix, suffix);
}

/** The logical id of an API's stage; a name that is not text is no part of it. */
export function stageIdOf(id: string, name: unknown): string {
  if (typeof name !== 'string') return `${id}Stage`;
  return isAlphanumeric(name) ? `${id}${name}Stage` : suffixedId(`${id}Stage`, name);
}

export function isAlphanumeric(text: string): boolean {
  return /^[A-Za-z0-9]+$/.test(text);
}

export function hashOf(data: unknown): string {
  return createHash('sha1').update(typeof data === 'string' ? data : JSON.stringify(sorted(data))).digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}
