import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, readFileSync, readdirSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';

/*
 * Writes that survive a power cut in the order they were made: contents are synced before a name points at them, and a
 * directory is synced after its names changed.
 */

/** What was written, to be checked later. */
export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Makes a directory and those above it that are missing. */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  mkdirSync(directory, { recursive: true });
  syncDirectory(path.dirname(directory));
}

/** Puts a file in place of another, so that a reader sees the old or the new one and never a part. One writer at a time. */
export function replaceFile(file: string, text: string): void {
  const fresh = path.join(path.dirname(file), `.${path.basename(file)}.tmp`);
  writeFile(fresh, Buffer.from(text));
  renameSync(fresh, file);
  syncDirectory(path.dirname(file));
}

/** Writes a new file and syncs its contents; its name is safe once the directory is synced. */
export function writeFile(file: string, contents: Buffer, mode = 0o644): FileSum {
  const descriptor = openSync(file, 'w', mode);
  try {
    writeFileSync(descriptor, contents);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return sumOf(contents);
}

/**
 * Copies a directory, files read-only. Links inside it stay links.
 * @returns the files copied, by their path relative to `to`
 * @throws ASSEMBLY_DAMAGED for a link that leads out
 */
export function copyTree(from: string, to: string, root = from): Record<string, FileSum> {
  mkdirSync(to, { recursive: true });
  const copied: Record<string, FileSum> = {};
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      for (const [name, sum] of Object.entries(copyTree(source, target, root))) copied[`${entry.name}/${name}`] = sum;
    } else if (entry.isSymbolicLink()) {
      symlinkSync(linkInside(source, root), target);
    } else {
      copied[entry.name] = writeFile(target, readFileSync(source), (lstatSync(source).mode & 0o555) | 0o444);
    }
  }
  syncDirectory(to);
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

/** Size and SHA-256 of a file's contents. */
export function sumOf(contents: Buffer): FileSum {
  return { bytes: contents.length, sha256: createHash('sha256').update(contents).digest('hex') };
}

function linkInside(link: string, root: string): string {
  const target = readlinkSync(link);
  const resolved = path.resolve(path.dirname(link), target);
  if (!path.isAbsolute(target) && resolved.startsWith(root + path.sep)) return target;
  throw new GatewayError('ASSEMBLY_DAMAGED', { reason: `the link leads out of the function's code, to ${target}` }, { place: link });
}
