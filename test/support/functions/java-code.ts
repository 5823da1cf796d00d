import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newDirectory } from '../temporary-directory';

const CLIENT = path.join(__dirname, 'java-client');
/** The oldest that a JDK of today compiles for, without a warning. */
const RELEASE = ['--release', '11', '-nowarn', '-proc:none'];

let client: string | undefined;

/** A directory with the classes of a client of the Runtime API that has the name of AWS's; made once for a test file. */
export function clientClasses(): string {
  client ??= compiled(readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.java')).map((name) => path.join(CLIENT, name)));
  return client;
}

/** A directory with the classes of these sources, by their names. */
export function classesOf(sources: Readonly<Record<string, string>>): string {
  const directory = newDirectory();
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
  return compiled(Object.keys(sources).map((name) => path.join(directory, name)));
}

/** Packs a directory as a jar. */
export function packJar(directory: string, file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  execFileSync('jar', ['--create', '--file', file, '-C', directory, '.']);
  return file;
}

function compiled(files: readonly string[]): string {
  const classes = newDirectory();
  execFileSync('javac', [...RELEASE, '-d', classes, ...files]);
  return classes;
}
