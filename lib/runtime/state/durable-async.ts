import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { temporaryOf } from './durable';
import { WRITE_FLAGS } from './inside';

/* The same as in durable.ts, for what is written while requests are served. */

/**
 * Puts a file that only its owner reads in place of another; resolves when it would survive a power failure. What fails leaves
 * nothing behind. The directory is open before the name changes, so that a lack of descriptors changes nothing.
 */
export async function replaceFileAsync(file: string, text: string): Promise<void> {
  const directory = await open(path.dirname(file), 'r');
  const fresh = temporaryOf(file);
  try {
    await writeThrough(fresh, text);
    await rename(fresh, file);
    await directory.sync();
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  } finally {
    await directory.close();
  }
}

/** Makes the names in a directory durable. */
export async function syncDirectoryAsync(directory: string): Promise<void> {
  await synced(await open(directory, 'r'), () => Promise.resolve());
}

async function writeThrough(file: string, text: string): Promise<void> {
  await synced(await open(file, WRITE_FLAGS, 0o600), (handle) => handle.writeFile(text));
}

async function synced(handle: FileHandle, action: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await action(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
