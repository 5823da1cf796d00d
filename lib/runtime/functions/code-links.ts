import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

/** More entries take longer to link than a process takes to start. */
const MAX_ENTRIES = 200;

/** What is in a directory of code, as paths relative to it; a directory stands before what it holds. */
export interface CodeList {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** Lists a directory of code. Nothing for one that is too large, or holds other things than files and directories. */
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

/** Puts the code into an empty directory: as hard links, which the function cannot write to, or as copies on another disk. */
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
