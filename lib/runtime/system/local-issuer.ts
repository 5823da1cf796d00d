import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { existsSync } from 'node:fs';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { LOCAL_KEY_PREFIX, type FindKey } from '../authorizers';
import type { TokenClaims } from '../plan/local-token-request';
import { readSecretFile } from '../state/secret-file';
import { writeOnce } from '../state/write-once';

const ALGORITHM = 'RS256';

const keySchema = z.looseObject({ kty: z.literal('RSA'), kid: z.string().startsWith(LOCAL_KEY_PREFIX), n: z.string(), e: z.string(), d: z.string() });

/** Verifies tokens of the local issuer. The file is read when such a token first comes; until it exists, there is no key. */
export function localKeys(file: string): FindKey {
  let known: { readonly kid: string; readonly find: FindKey } | undefined;
  return async (header, token) => {
    const kid = header?.kid;
    if (known === undefined || known.kid !== kid) {
      const key = existsSync(file) ? readKey(file) : undefined;
      const published = key === undefined ? [] : [{ kty: key.kty, kid: key.kid, n: key.n, e: key.e, alg: ALGORITHM, use: 'sig' }];
      known = { kid: key?.kid ?? '', find: createLocalJWKSet({ keys: published }) };
    }
    return known.find(header, token);
  };
}

/** Signs a token with the key in the file; makes one if there is none. @throws SECRET_FILE_EXPOSED, STATE_DAMAGED, STATE_NOT_WRITABLE */
export async function signLocally(claims: TokenClaims, file: string): Promise<string> {
  if (!existsSync(file)) await writeNewKey(file);
  const key = readKey(file);
  return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: key.kid }).sign(await importJWK(key, ALGORITHM));
}

function readKey(file: string): z.output<typeof keySchema> {
  try {
    return keySchema.parse(JSON.parse(readSecretFile(file)));
  } catch (cause) {
    if (GatewayError.isGatewayError(cause)) throw cause;
    throw new GatewayError('STATE_DAMAGED', { reason: 'it is not the key of a local issuer; remove it, and a new one is made' }, { location: file, cause });
  }
}

async function writeNewKey(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = `${LOCAL_KEY_PREFIX}${await calculateJwkThumbprint(jwk)}`;
  writeOnce(file, `${JSON.stringify({ ...jwk, kid, alg: ALGORITHM })}\n`);
}
