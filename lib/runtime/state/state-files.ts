import path from 'node:path';
import type * as z from 'zod';
import { GatewayError } from '../../errors';
import { DEFAULT_STAGE, stableId } from '../../spec';
import { checkForm, parseJson, readText, UnreadableFile } from './json-file';
import { reasonOf } from './system-error';

export interface StateFileForm<T> {
  readonly version: number;
  readonly schema: z.ZodType<T>;
}

/** Reads a JSON file that carries its version. @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED, PATH_OUTSIDE_DIRECTORY */
export function readStateFile<T>(directory: string, name: string, { version, schema }: StateFileForm<T>): T {
  return asDamage(() => {
    const file = path.join(directory, name);
    const value = parseJson(readText(directory, name), file);
    const storedVersion: unknown = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
    if (typeof storedVersion === 'number' && storedVersion !== version) {
      throw new GatewayError('STATE_VERSION_UNSUPPORTED', { given: storedVersion, allowed: version }, { location: file });
    }
    return checkForm(value, schema, file);
  });
}

/** Runs a reader of the state directory and reports unreadable contents as a damaged state directory. */
export function asDamage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFile) throw new GatewayError('STATE_DAMAGED', { reason: error.reason }, { location: error.file, cause: error });
    throw error;
  }
}

/** Runs a writer of the state directory and gives errors of the system a code. */
export function asWriteFailure<T>(stateDirectory: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const isFromSystem = typeof error === 'object' && error !== null && 'syscall' in error;
    if (!isFromSystem) throw error;
    throw new GatewayError('STATE_NOT_WRITABLE', { reason: reasonOf(error) }, { location: stateDirectory, cause: error });
  }
}

/** The directory of an API: its name, or a similar name with unique digits if that is not a safe file name. */
export function apiDirectoryName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100);
  return safe === name ? name : `${safe}-${stableId(name)}`;
}

/** A name as part of a path in the state directory. @throws STATE_NAME_INVALID for one that would lead elsewhere */
export function fileNameOf(what: string, name: string): string {
  if (name === DEFAULT_STAGE || /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(name)) return name;
  throw new GatewayError('STATE_NAME_INVALID', { what, name });
}
