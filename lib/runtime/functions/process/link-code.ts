import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Linking more entries than this takes longer than starting a process. */
const MAX_ENTRIES = 200;

/** The entries of a code directory, as paths relative to it; a directory comes before its contents. */
export interface CodeList {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** Lists a code directory; undefined if it is too large or contains anything but files and directories. */
export async function listCode(root: string): Promise<CodeList | undefined> {
  const directories: string[] = [];
  const files: string[] = [];
  const waiting = [''];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const entry of await readdir(path.join(root, at), { withFileTypes: true })) {
      const name = path.join(at, entry.name);
      if (entry.isDirectory()) directories.push(name);
      else if (entry.isFile()) files.push(name);
      else return undefined;
      if (directories.length + files.length > MAX_ENTRIES) return undefined;
      if (entry.isDirectory()) waiting.push(name);
    }
  }
  return { directories, files };
}

/** Places the code in an empty directory: as hard links, which the function cannot write to, or as copies if it is on another disk. */
export async function linkCode({ directories, files }: CodeList, from: string, to: string): Promise<void> {
  for (const name of directories) {
    await mkdir(path.join(to, name));
    // whatever the umask: another user may run the function
    await chmod(path.join(to, name), 0o755);
  }
  await Promise.all(files.map((name) => linkFile(path.join(from, name), path.join(to, name))));
}

async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}
