import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeDirectory, writeFile } from './durable';
import { asWriteFailure } from './state-files';

/** A token, and the file from which programs of the same user read it. */
export interface ManagementToken {
  readonly token: string;
  readonly file: string;
}

/**
 * A new token for the management port, created at each start, in a file that only its owner can read. It is never logged.
 * @throws STATE_NOT_WRITABLE
 */
export function newManagementToken(stateDirectory: string): ManagementToken {
  const token = randomBytes(32).toString('base64url');
  const file = path.join(path.resolve(stateDirectory), 'management-token');
  return asWriteFailure(stateDirectory, () => {
    makeDirectory(path.dirname(file));
    rmSync(`${file}.tmp`, { force: true }); // an existing file would keep its mode
    writeFile(`${file}.tmp`, Buffer.from(`${token}\n`), 0o600);
    renameSync(`${file}.tmp`, file);
    return { token, file };
  });
}
