import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { ResultCache } from '../authorizers';
import type { EntryPlace, EntryStore } from './entry-store';

/**
 * Results of authorizer functions, in the store beside those of this gateway. They are encrypted by what identifies the caller, so the
 * store has no credential, and nobody who can write to it can let a caller in. A result that is not there, or is none, is asked for again.
 */
export function sharedResultCache(place: EntryPlace, entries: EntryStore, own: ResultCache): ResultCache {
  return {
    get: (key, question) => own.get(key, question) ?? look(key, question),
    set: (key, answer, time) => {
      own.set(key, answer, time);
      const entry = { text: seal(answer.payload, key), leftMs: time.ttlSeconds * 1_000 };
      if (time.ttlSeconds > 0) void entries({ type: 'keep', place, key: nameOfSecret(key), entry });
    },
  };
  async function look(key: string, { now, ttlSeconds, read }: Parameters<ResultCache['get']>[1]): Promise<Awaited<ReturnType<ResultCache['get']>>> {
    const { entry } = await entries({ type: 'find', place, key: nameOfSecret(key) });
    const payload = entry && unseal(entry.text, key);
    const result = payload === undefined ? undefined : read(payload);
    if (entry === undefined || payload === undefined || result === undefined) return undefined;
    // counted from before the question, a result never lives longer than the store or the authorizer says
    own.set(key, { result, payload }, { now, ttlSeconds: Math.min(ttlSeconds, entry.leftMs / 1_000) });
    return result;
  }
}

const CIPHER = 'aes-256-gcm';
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];

/**
 * Encrypts a text with a secret, so that only somebody who has the secret can read or replace it.
 * @param secret - a hash of what identifies a caller: it is known while a request is there, and kept nowhere
 */
export function seal(text: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Returns the text; undefined if it was not sealed with this secret. */
function unseal(sealed: string, secret: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined; // sealed with another secret, or changed
  }
}

/** A name for the secret, from which it does not follow. */
export function nameOfSecret(secret: string): string {
  return createHash('sha256').update(`name:${secret}`).digest('base64');
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'synthgate entry', KEY_BYTES));
}
