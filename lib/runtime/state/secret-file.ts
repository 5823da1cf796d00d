import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { GatewayError } from '../../errors';
import { isMissing } from './system-error';

/** The bits of a mode that let others than the owner in. */
const OTHERS = 0o077;

/**
 * Reads a file with a secret that only its owner may read. One that others could read is refused: whoever read it before
 * could still use the secret after its mode was mended.
 * @throws SECRET_FILE_EXPOSED, and the errors of the system
 */
export function readSecretFile(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const { mode } = fstatSync(descriptor);
    // elsewhere a mode says nothing about other users
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) throw new GatewayError('SECRET_FILE_EXPOSED', { file, mode: (mode & 0o777).toString(8) });
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** The secret in a file; undefined if there is none. @throws SECRET_FILE_EXPOSED, and the errors of the system */
export function readSecretIfThere(file: string): string | undefined {
  try {
    return readSecretFile(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
