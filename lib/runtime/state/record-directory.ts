import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { GatewayError } from '../../errors';
import { makeDirectory, removeTemporaryFiles } from './durable';
import { replaceFileAsync, syncDirectoryAsync } from './durable-async';
import { READ_FLAGS } from './inside';
import { asWriteFailure } from './state-files';
import { systemCode } from './system-error';

const ID = /^[0-9A-Za-z][0-9A-Za-z-]{0,99}$/;

export interface RecordDirectory<Record> {
  /** Resolves when the record would survive a power failure: temporary file, fsync, rename, fsync of the directory. */
  readonly write: (id: string, record: Record) => Promise<void>;
  /** Undefined if there is no such record. Errors: EVENT_UNREADABLE. */
  readonly read: (id: string) => Promise<Record | undefined>;
  readonly remove: (id: string) => Promise<boolean>;
  /** The ids of all records, sorted as text. */
  readonly ids: () => Promise<readonly string[]>;
  /** All records, sorted by id. Damaged ones are reported and left out; their files stay. */
  readonly all: () => Promise<readonly Record[]>;
}

export interface RecordDirectoryOptions<Record> {
  readonly schema: z.ZodType<Record>;
  /** Called with an EVENT_UNREADABLE for each record that `all` leaves out. */
  readonly onDamaged?: (error: GatewayError) => void;
  /** Whether another process may be writing. @default false */
  readonly isShared?: boolean;
}

/** Opens or makes the directory; what interrupted writes left is removed, unless a gateway may be writing. @throws STATE_NOT_WRITABLE */
export function openRecordDirectory<Record>(directory: string, options: RecordDirectoryOptions<Record>): RecordDirectory<Record> {
  const { schema, onDamaged = () => undefined, isShared = false } = options;
  asWriteFailure(directory, () => {
    makeDirectory(path.resolve(directory));
    if (!isShared) removeTemporaryFiles(directory);
  });
  const fileOf = (id: string) => path.join(directory, `${id}.json`);
  const read = (id: string) => (ID.test(id) ? readRecord(fileOf(id), schema) : Promise.resolve(undefined));
  const ids = async () => {
    const names = await readdir(directory);
    return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).map((name) => name.slice(0, -5)).sort();
  };
  return {
    write: async (id, record) => {
      refuseBadId(id);
      await replaceFileAsync(fileOf(id), JSON.stringify(record));
    },
    read,
    remove: async (id) => {
      if (!ID.test(id) || !await removeFile(fileOf(id))) return false;
      await syncDirectoryAsync(directory);
      return true;
    },
    ids,
    all: async () => {
      const reportDamaged = (error: unknown) => {
        if (!GatewayError.isGatewayError(error)) throw error;
        onDamaged(error);
        return undefined;
      };
      const records = await Promise.all((await ids()).map((id) => read(id).catch(reportDamaged)));
      return records.filter((record) => record !== undefined);
    },
  };
}

/** The ids as a set that the caller keeps up to date: read once, and again if reading failed. */
export function rememberIds(ids: () => Promise<readonly string[]>): () => Promise<Set<string>> {
  let known: Promise<Set<string>> | undefined;
  return () => {
    known ??= ids().then((list) => new Set(list), (error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

function refuseBadId(id: string): void {
  if (!ID.test(id)) throw new GatewayError('EVENT_UNREADABLE', { reason: `"${id}" is not a valid id` });
}

async function readRecord<Record>(file: string, schema: z.ZodType<Record>): Promise<Record | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, { encoding: 'utf8', flag: READ_FLAGS })));
  } catch (error) {
    if (isNoSuchFile(error)) return undefined;
    throw new GatewayError('EVENT_UNREADABLE', { reason: error instanceof Error ? error.message : String(error) }, { location: file, cause: error });
  }
}

async function removeFile(file: string): Promise<boolean> {
  try {
    await rm(file);
    return true;
  } catch (error) {
    if (isNoSuchFile(error)) return false;
    throw error;
  }
}

/** A path that leads through a file (ENOTDIR) is not a missing record but a damaged directory. */
function isNoSuchFile(error: unknown): boolean {
  return systemCode(error) === 'ENOENT';
}
