import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const directories: string[] = [];

/** Makes an empty directory, which is removed after the last test of the file that jest runs. */
export function newDirectory(prefix = 'synthgate-test-'): string {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), prefix)));
  directories.push(directory);
  return directory;
}

/** Removes what {@link newDirectory} made. */
export function removeDirectories(): void {
  directories.splice(0).forEach((directory) => rmSync(directory, { recursive: true, force: true }));
}
