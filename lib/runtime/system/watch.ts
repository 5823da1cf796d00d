import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../state/system-error';

/** The files to watch, and the directories to watch with all files below them. */
export interface Watched {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/**
 * Calls `changed` after a watched file appeared, changed or vanished. It polls: file system events miss an assembly that is replaced by
 * renaming its directory, and watches run out on busy machines.
 * @param before - the signature before the files were read, so that a change while reading counts @returns stops watching
 */
export function watch(
  { watched, intervalMs, before }: Readonly<{ watched: Watched; intervalMs: number; before: string }>, changed: () => Promise<void>,
): () => void {
  let last = before;
  let busy = false;
  const look = async (): Promise<void> => {
    const seen = await signatureOf(watched);
    const differs = seen !== last;
    last = seen;
    if (differs) await changed();
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void look().finally(() => { busy = false; });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** A text that changes when a watched file appears, changes or vanishes. */
export async function signatureOf({ files, directories }: Watched): Promise<string> {
  const below = await Promise.all(directories.map(filesBelow));
  return [...files, ...below.flat()].map((file) => `${file} ${stamp(file)}`).join('\n');
}

async function filesBelow(directory: string): Promise<string[]> {
  // A missing directory has no files.
  const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** A file that cannot be looked at has a signature, too: reading it reports the reason. */
function stamp(file: string): string {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? 'missing' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
  } catch (error) {
    return systemCode(error) || 'unreadable';
  }
}
