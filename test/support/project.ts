import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newDirectory } from './temporary-directory';

/** A user's project in a directory of its own, removed after the tests. */
export interface Project {
  readonly directory: string;
  /** Absolute path of a file in it. */
  readonly file: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  /** Texts of all files below a directory of it, by path. */
  readonly read: (name: string) => Record<string, string>;
}

export function newProject(files: Readonly<Record<string, string>> = {}): Project {
  const directory = newDirectory('synthgate-project-');
  const file = (name: string) => path.join(directory, name);
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text);
  };
  Object.entries({ 'package.json': '{}', ...files }).forEach(([name, text]) => write(name, text));
  return { directory, file, write, read: (name) => textsBelow(file(name)) };
}

function textsBelow(directory: string, prefix = ''): Record<string, string> {
  return Object.fromEntries(readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const name = `${prefix}${entry.name}`;
    const file = path.join(directory, entry.name);
    return entry.isDirectory() ? Object.entries(textsBelow(file, `${name}/`)) : [[name, readFileSync(file, 'utf8')] as const];
  }));
}
