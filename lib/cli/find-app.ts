import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const SOURCE = /(?<!\.d)\.[cm]?[jt]s$/;

/**
 * The app of a project whose configuration names none: `app.ts`, `src/app.ts`, or the only source file in `bin/`, where
 * `cdk init` puts it; JavaScript too.
 * @returns its path relative to the project; undefined if there is none
 */
export function findApp(directory: string): string | undefined {
  const usual = ['app', 'src/app'].flatMap((name) => EXTENSIONS.map((extension) => `${name}.${extension}`));
  return usual.find((file) => isFile(path.join(directory, file))) ?? onlySourceIn(directory, 'bin');
}

function onlySourceIn(directory: string, folder: string): string | undefined {
  if (statSync(path.join(directory, folder), { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const [first, ...others] = readdirSync(path.join(directory, folder)).filter((name) => SOURCE.test(name));
  return first === undefined || others.length > 0 ? undefined : `${folder}/${first}`;
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
