import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeDirectory, writeFile } from './durable';
import { asWriteFailure } from './state-files';

/** A new token for the management port, created at each start. It is never logged. */
export function newManagementToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Writes the token to the file from which programs of the same user read it; only its owner can.
 * @returns the file
 * @throws STATE_NOT_WRITABLE
 */
export function writeManagementToken(stateDirectory: string, token: string): string {
  const file = path.join(path.resolve(stateDirectory), 'management-token');
  return asWriteFailure(stateDirectory, () => {
    makeDirectory(path.dirname(file));
    rmSync(`${file}.tmp`, { force: true }); // an existing file would keep its mode
    writeFile(`${file}.tmp`, Buffer.from(`${token}\n`), 0o600);
    renameSync(`${file}.tmp`, file);
    return file;
  });
}
