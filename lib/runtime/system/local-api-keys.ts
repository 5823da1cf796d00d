import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { readSecretFile } from '../state/secret-file';
import { writeOnce } from '../state/write-once';

const FILE = 'local-api-keys.json';
const SECRET_BYTES = 32;
/** The length of the keys that API Gateway makes. */
const KEY_CHARACTERS = 40;

const secretSchema = z.strictObject({ secret: z.string().min(32) });

/** The file with the secret of local API keys in a state directory. */
export function localApiKeysFile(stateDirectory: string): string {
  return path.join(path.resolve(stateDirectory), FILE);
}

/**
 * Makes values for API keys that have none in the definition: 40 characters each, the same as long as the file is kept. The file is
 * read, or made if there is none, when the first value is needed.
 * @throws SECRET_FILE_EXPOSED, STATE_DAMAGED, STATE_NOT_WRITABLE
 */
export function localApiKeys(file: string): (name: string) => string {
  let secret: string | undefined;
  return (name) => createHmac('sha256', secret ??= secretIn(file)).update(name).digest('hex').slice(0, KEY_CHARACTERS);
}

function secretIn(file: string): string {
  if (!existsSync(file)) writeOnce(file, `${JSON.stringify({ secret: randomBytes(SECRET_BYTES).toString('base64url') })}\n`);
  try {
    return secretSchema.parse(JSON.parse(readSecretFile(file))).secret;
  } catch (cause) {
    if (GatewayError.isGatewayError(cause)) throw cause;
    throw new GatewayError('STATE_DAMAGED', { reason: 'it is not the secret of local API keys; remove it, and a new one is made' }, { location: file, cause });
  }
}
