import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { isMissing, systemCode } from './system-error';

/*
 * Assemblies, state directories and the code of functions contain all that they use. Every path in one of them is resolved
 * here, for all commands: definitions may come from elsewhere, and a link in one would make the gateway read, serve or
 * overwrite any file of its user.
 */

/** A file may be replaced by a newer one while it is opened; the next attempt finds that one. */
const OPEN_ATTEMPTS = 10;
/** To read a file: no link in its place, and a pipe must not block; Windows has neither of the flags. */
export const READ_FLAGS = constants.O_RDONLY | withWindows(constants.O_NOFOLLOW) | withWindows(constants.O_NONBLOCK);
/** To write a file from its beginning; a link in its place is refused by the system. */
export const WRITE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | withWindows(constants.O_NOFOLLOW);

/** The path without links of a name in a directory, there or not. @throws PATH_OUTSIDE_DIRECTORY for one that leads out, or to nothing */
export function resolveInside(directory: string, name: string): string {
  const root = realPath(directory);
  const resolved = realPath(path.resolve(directory, name));
  if (resolved !== undefined && root !== undefined && (resolved === root || resolved.startsWith(root + path.sep))) return resolved;
  throw outside(directory, name);
}

/**
 * Opens a file in a directory, which the caller closes. What was checked is what was opened: a link put there in between is found.
 * @throws PATH_OUTSIDE_DIRECTORY, also for what is not a file; the errors of the system
 */
export function openInside(directory: string, name: string): { readonly descriptor: number; readonly mode: number } {
  for (let attempt = 1; attempt <= OPEN_ATTEMPTS; attempt++) {
    const descriptor = openSync(resolveInside(directory, name), READ_FLAGS);
    const status = fstatSync(descriptor);
    // the mode is that of a read-only copy
    if (status.isFile() && isSameFile(status, directory, name)) return { descriptor, mode: (status.mode & 0o555) | 0o444 };
    closeSync(descriptor);
    if (!status.isFile()) break;
  }
  throw outside(directory, name);
}

/** Reads a file in a directory. @throws as `openInside` */
export function readInside(directory: string, name: string): { readonly contents: Buffer; readonly mode: number } {
  const { descriptor, mode } = openInside(directory, name);
  try {
    return { contents: readFileSync(descriptor), mode };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * All that a directory holds, a directory before what is in it. Links to files inside it stand for these files; links to
 * directories are refused, because a few of them can stand for more files than any disk holds.
 * @throws PATH_OUTSIDE_DIRECTORY
 */
export function* walkInside(directory: string, at = ''): Generator<{ readonly name: string; readonly isDirectory: boolean }> {
  if (at === '' && realPath(directory) !== directory) throw outside(path.dirname(directory), path.basename(directory));
  for (const entry of readdirSync(resolveInside(directory, at), { withFileTypes: true })) {
    const name = at === '' ? entry.name : `${at}/${entry.name}`;
    if (entry.isSymbolicLink() && statSync(resolveInside(directory, name)).isDirectory()) throw outside(directory, name);
    yield { name, isDirectory: entry.isDirectory() };
    if (entry.isDirectory()) yield* walkInside(directory, name);
  }
}

function isSameFile(opened: { readonly dev: number; readonly ino: number }, directory: string, name: string): boolean {
  const named = lstatSync(resolveInside(directory, name), { throwIfNoEntry: false });
  return named !== undefined && named.dev === opened.dev && named.ino === opened.ino;
}

/** The path with links resolved as far as it exists. Undefined for a dangling link. */
function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch (error) {
    if (systemCode(error) === 'ELOOP') return undefined;
    if (!isMissing(error)) throw error;
    if (isLink(file)) return undefined;
    const above = realPath(path.dirname(file));
    return above === undefined ? undefined : path.join(above, path.basename(file));
  }
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function withWindows(flag: number | undefined): number {
  return flag ?? 0;
}

function outside(directory: string, name: string): GatewayError {
  return new GatewayError('PATH_OUTSIDE_DIRECTORY', { path: name, directory }, { location: path.join(directory, name) });
}
