import { existsSync } from 'node:fs';
import path from 'node:path';
import { LOCK_FILES } from '../../synth';
import { directoriesAbove } from '../bundle-app';

/** Files of a project that change its definition, and how functions are bundled. */
const PROJECT_FILES = ['synthgate.json', 'cdk.json', 'cdk.context.json', 'package.json', 'tsconfig.json'];

/** The files of a project that decide how everything is built, present or not. */
export function settingsOf(directory: string): string[] {
  return [...PROJECT_FILES.map((name) => path.join(directory, name)), ...lockFilesOf(directory)];
}

/** The directory of the workspace that a project is part of; otherwise the project. */
export function workspaceOf(directory: string): string {
  const lockFile = lockFilesOf(directory).find((file) => existsSync(file));
  return lockFile === undefined ? directory : path.dirname(lockFile);
}

/** The lock files of the project, present or not, and the one of a workspace that it is part of. */
function lockFilesOf(directory: string): string[] {
  const own = LOCK_FILES.map((name) => path.join(directory, name));
  if (own.some((file) => existsSync(file))) return own;
  const above = directoriesAbove(directory).flatMap((parent) => LOCK_FILES.map((name) => path.join(parent, name)));
  return [...own, ...above.filter((file) => existsSync(file)).slice(0, 1)];
}
