import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import { MANIFEST_FILE } from './assembly';
import type { CodeFiles } from './function-code';
import { wantedDirectory } from './run-app';

const DEFAULT_OUTPUT_DIRECTORY = 'gateway.out';

/** The absolute output directory: the given one, otherwise that of the command line, otherwise `gateway.out`. */
export function outputDirectory(given: string | undefined): string {
  return path.resolve(given ?? wantedDirectory() ?? DEFAULT_OUTPUT_DIRECTORY);
}

/**
 * Writes an assembly to a temporary directory and then replaces the old one: a reader never sees half of it, and nothing of
 * the old one remains.
 * @throws OUTPUT_DIRECTORY_NOT_OURS
 */
export function writeAssembly(directory: string, files: CodeFiles): void {
  refuseForeign(directory);
  const fresh = `${directory}.new-${randomUUID()}`;
  try {
    writeFiles(fresh, files);
    replace(directory, fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Writes files to a directory, which is created if necessary. */
export function writeFiles(directory: string, files: CodeFiles): void {
  for (const [name, contents] of files) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents, { mode: contents.isExecutable === true ? 0o777 : 0o666 });
  }
}

/** A directory is replaced only when it is empty or an assembly. */
function refuseForeign(directory: string): void {
  if (!existsSync(directory) || existsSync(path.join(directory, MANIFEST_FILE))) return;
  const isEmpty = statSync(directory).isDirectory() && readdirSync(directory).length === 0;
  if (!isEmpty) throw new GatewayError('OUTPUT_DIRECTORY_NOT_OURS', { path: directory });
}

function replace(directory: string, fresh: string): void {
  const old = `${fresh}-old`;
  const hasOld = existsSync(directory);
  if (hasOld) renameSync(directory, old);
  try {
    renameSync(fresh, directory);
  } catch (error) {
    if (hasOld) renameSync(old, directory);
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
}
