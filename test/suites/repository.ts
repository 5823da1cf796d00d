import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of the repository: the suites run as one bundle in node_modules/.cache, their tests from their sources. */
export const repository = folderAbove(__dirname);

/** The command line as it is built. */
export const program = path.join(repository, 'bin', 'synthgate');

/** A program that is loaded into another process; scripts/suite.mjs builds it beside the runner. */
export function builtProgram(name: string): string {
  return path.join(repository, 'node_modules', '.cache', 'synthgate', 'suites', `${name}.js`);
}

function folderAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package-lock.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('this is not run inside the repository');
  return folderAbove(parent);
}
