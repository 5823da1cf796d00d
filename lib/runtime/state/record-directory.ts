import { readdirSync, rmSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { GatewayError } from '../../errors';
import { makeDirectory } from './durable';
import { READ_FLAGS, WRITE_FLAGS } from './inside';
import { asWriteFailure } from './state-files';
import { systemCode } from './system-error';

const ID = /^[0-9A-Za-z][0-9A-Za-z-]{0,99}$/;
const TEMPORARY = /^\..*\.tmp$/;

/** A directory with one small JSON file per record. */
export interface RecordDirectory<Record> {
  /** Resolves when the record would survive a power failure: temporary file, fsync, rename, fsync of the directory. */
  readonly write: (id: string, record: Record) => Promise<void>;
  /** Undefined if there is no such record. Errors: EVENT_UNREADABLE. */
  readonly read: (id: string) => Promise<Record | undefined>;
  /** Whether there was one. */
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
}

/**
 * Opens the directory, creating it if necessary, and removes what an interrupted write has left behind.
 * @throws STATE_NOT_WRITABLE
 */
export function openRecordDirectory<Record>(directory: string, options: RecordDirectoryOptions<Record>): RecordDirectory<Record> {
  makeClean(directory);
  const { schema, onDamaged = () => undefined } = options;
  const fileOf = (id: string) => path.join(directory, `${id}.json`);
  const read = (id: string) => (ID.test(id) ? readRecord(fileOf(id), schema) : Promise.resolve(undefined));
  const ids = async () => {
    const names = await readdir(directory);
    return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).map((name) => name.slice(0, -5)).sort();
  };
  return {
    write: async (id, record) => {
      refuseBadId(id);
      const temporary = path.join(directory, `.${id}.tmp`);
      await writeThrough(temporary, JSON.stringify(record));
      await rename(temporary, fileOf(id));
      await syncDirectory(directory);
    },
    read,
    remove: async (id) => {
      if (!ID.test(id) || !await removeFile(fileOf(id))) return false;
      await syncDirectory(directory);
      return true;
    },
    ids,
    all: async () => {
      const tellDamaged = (error: unknown) => {
        if (!GatewayError.isGatewayError(error)) throw error;
        onDamaged(error);
        return undefined;
      };
      const records = await Promise.all((await ids()).map((id) => read(id).catch(tellDamaged)));
      return records.filter((record) => record !== undefined);
    },
  };
}

/** The ids as a set that the caller keeps up to date: read once, and again if reading failed. */
export function rememberIds(ids: () => Promise<readonly string[]>): () => Promise<Set<string>> {
  let known: Promise<Set<string>> | undefined;
  return () => {
    known ??= ids().then((found) => new Set(found), (error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

function makeClean(directory: string): void {
  asWriteFailure(directory, () => {
    makeDirectory(path.resolve(directory));
    for (const name of readdirSync(directory)) {
      if (TEMPORARY.test(name)) rmSync(path.join(directory, name), { force: true });
    }
  });
}

function refuseBadId(id: string): void {
  if (!ID.test(id)) throw new GatewayError('EVENT_UNREADABLE', { reason: `"${id}" is not a valid id` });
}

async function writeThrough(file: string, content: string): Promise<void> {
  const handle = await open(file, WRITE_FLAGS, 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
