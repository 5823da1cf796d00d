import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readInside, walkInside, WRITE_FLAGS } from './inside';
import { systemCode } from './system-error';

/*
 * Writes that survive a power cut in the order they were made: contents are synced before a name refers to them, and a
 * directory is synced after its names changed. The library write-file-atomic does not sync the directory, writes through a
 * link to the file behind it, and leaves a name of its own after each crash, which nobody finds again.
 */

/** The size and the digest of a written file, to be checked later. */
export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Makes a directory and those above it that are missing, for the gateway's own user only. */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  const above = path.dirname(directory);
  makeDirectory(above);
  makeOne(directory);
  try {
    syncDirectory(above);
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(systemCode(error))) throw error; // one that this user may not read
  }
}

/** Node's recursive mkdir never ends below a directory that answers ENOENT, such as /proc. */
function makeOne(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error; // another process was faster
  }
}

/** Puts a file in place of another, so that a reader sees the old or the new one and never a part. One writer at a time. */
export function replaceFile(file: string, text: string, mode?: number): void {
  const fresh = temporaryOf(file);
  orRemove(fresh, () => {
    writeFile(fresh, Buffer.from(text), mode);
    renameSync(fresh, file);
  });
  syncDirectory(path.dirname(file));
}

/** Where a file is written before it gets its name. */
export function temporaryOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.tmp`);
}

/** Makes something, and leaves nothing of it if that fails: a full disk would stay full. */
export function orRemove<T>(fresh: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** Removes what writes into a directory have left that were cut off by the end of their process. */
export function removeTemporaryFiles(directory: string): void {
  for (const file of temporaryFiles(directory)) rmSync(file, { force: true });
}

/** Files that are being written into a directory, or were when their process ended. */
export function temporaryFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter((name) => /^\..*\.tmp$/.test(name)).map((name) => path.join(directory, name));
}

/** Writes a new file and syncs its contents; its name is safe once the directory is synced. */
export function writeFile(file: string, contents: Buffer, mode = 0o644): FileSum {
  const descriptor = openSync(file, WRITE_FLAGS, mode);
  try {
    writeFileSync(descriptor, contents);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return sumOf(contents);
}

/** Copies a directory without links, files read-only. @returns the files, by their path in `to` @throws PATH_OUTSIDE_DIRECTORY */
export function copyTree(from: string, to: string): Record<string, FileSum> {
  mkdirSync(to, { recursive: true });
  const copied: Record<string, FileSum> = {};
  const directories = [to];
  for (const { name, isDirectory } of walkInside(from)) {
    const target = path.join(to, name);
    if (isDirectory) {
      mkdirSync(target, { recursive: true });
      directories.push(target);
    } else {
      const { contents, mode } = readInside(from, name);
      copied[name] = writeFile(target, contents, mode);
    }
  }
  directories.forEach(syncDirectory);
  return copied;
}

/** Makes the names in a directory durable. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function sumOf(contents: Buffer): FileSum {
  return { bytes: contents.length, sha256: createHash('sha256').update(contents).digest('hex') };
}
