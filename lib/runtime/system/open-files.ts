import { readFileSync } from 'node:fs';
import { GatewayError } from '../../errors';

/** Fewer do not suffice for a gateway, its connections and one function: each instance of a function takes five. */
const MIN_OPEN_FILES = 64;

/** How many files this process may have open; undefined where the system does not say. */
export function openFilesLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return limit === undefined ? undefined : Number(limit);
}

/** @throws OPEN_FILES_TOO_FEW */
export function requireOpenFiles(limit = openFilesLimit()): void {
  if (limit !== undefined && limit < MIN_OPEN_FILES) throw new GatewayError('OPEN_FILES_TOO_FEW', { given: limit, allowed: MIN_OPEN_FILES });
}
