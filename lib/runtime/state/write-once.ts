import { existsSync, linkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeDirectory, writeFile } from './durable';
import { asWriteFailure } from './state-files';

/** Writes a file for its owner only, unless it exists: of several processes, one wins, and all read its file. @throws STATE_NOT_WRITABLE */
export function writeOnce(file: string, text: string): void {
  asWriteFailure(path.dirname(file), () => {
    makeDirectory(path.dirname(file));
    const fresh = `${file}.${process.pid}.tmp`;
    rmSync(fresh, { force: true });
    try {
      writeFile(fresh, Buffer.from(text), 0o600);
      linkSync(fresh, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(fresh, { force: true });
    }
  });
}
