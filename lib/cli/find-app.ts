import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const SOURCE = /(?<!\.d)\.[cm]?[jt]s$/;
/** The import that identifies an app: other programs have the same file names. */
const IMPORTS_CONSTRUCTS = /['"](?:synthgate|aws-cdk-lib)(?:\/[^'"]*)?['"]/;

/**
 * The app of a project whose configuration names none: `app.ts`, `src/app.ts`, or the only app in `bin/`, where `cdk init`
 * puts it; JavaScript too, unless it is compiled from TypeScript beside it. An app imports synthgate or aws-cdk-lib: nothing else is run.
 * @returns its path relative to the project; undefined if there is none
 */
export function findApp(directory: string): string | undefined {
  const usual = ['app', 'src/app'].flatMap((name) => EXTENSIONS.map((extension) => `${name}.${extension}`));
  return usual.find((file) => isApp(path.join(directory, file))) ?? onlyAppIn(directory, 'bin');
}

/** Whether a source that somebody names is a program: an app, not a definition that was written already. */
export function isProgram(source: string): boolean {
  return SOURCE.test(source);
}

function onlyAppIn(directory: string, folder: string): string | undefined {
  if (statSync(path.join(directory, folder), { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const names = readdirSync(path.join(directory, folder)).filter((name) => SOURCE.test(name));
  const sources = names.filter((name) => isApp(path.join(directory, folder, name)));
  const [first, ...others] = sources.filter((name) => !sources.includes(name.replace(/js$/, 'ts')) || name.endsWith('ts'));
  return first === undefined || others.length > 0 ? undefined : `${folder}/${first}`;
}

function isApp(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true && IMPORTS_CONSTRUCTS.test(readFileSync(file, 'utf8'));
}

/** The template or document of a project that has no app: `template.yaml`, as of SAM, or `openapi.yaml`. */
export function findSource(directory: string): string | undefined {
  const names = ['template', 'openapi', 'swagger', 'serverless'];
  const files = names.flatMap((name) => ['yaml', 'yml', 'json'].map((extension) => `${name}.${extension}`));
  return files.find((name) => statSync(path.join(directory, name), { throwIfNoEntry: false })?.isFile() === true);
}
