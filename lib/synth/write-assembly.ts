import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import { MANIFEST_FILE } from './assembly';
import type { CodeFiles } from './function-code';
import { wantedDirectory } from './run-app';

const DEFAULT_OUTPUT_DIRECTORY = 'gateway.out';

/** The types of events, which the command line writes beside an assembly: they stay until it writes others. */
export const EVENT_TYPES_DIRECTORY = 'types';

/** The absolute output directory: the given one, otherwise that of the command line, otherwise `gateway.out`. */
export function outputDirectory(given: string | undefined): string {
  return path.resolve(given ?? wantedDirectory() ?? DEFAULT_OUTPUT_DIRECTORY);
}

/**
 * Writes an assembly to a temporary directory and then replaces the old one: a reader never sees half of it, and nothing of
 * the old one remains but the types of events.
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

/** Whether a directory has no assembly yet, but may get one: it does not exist, is empty, or has types of events only, which stay. */
export function awaitsAssembly(directory: string): boolean {
  if (!existsSync(directory)) return true;
  return statSync(directory).isDirectory() && readdirSync(directory).every((name) => name === EVENT_TYPES_DIRECTORY);
}

/** A directory is replaced only when nothing but an assembly is lost. */
function refuseForeign(directory: string): void {
  if (!existsSync(path.join(directory, MANIFEST_FILE)) && !awaitsAssembly(directory)) throw new GatewayError('OUTPUT_DIRECTORY_NOT_OURS', { path: directory });
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
  const types = path.join(old, EVENT_TYPES_DIRECTORY);
  const kept = path.join(directory, EVENT_TYPES_DIRECTORY);
  // an assembly that is made of the old one has them already
  if (existsSync(types) && !existsSync(kept)) renameSync(types, kept);
  rmSync(old, { recursive: true, force: true });
}
