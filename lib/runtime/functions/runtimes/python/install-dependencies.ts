import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { GatewayError } from '../../../../errors';
import { acquire, isAlive } from '../../../state/lock';
import { DependenciesMissing } from '../runtime-missing';
import { programInPath, remembered } from '../search';
import { directoriesAbove, type Python } from './find-python';

/** How long a tool may take; packages are downloaded. */
const INSTALL_MS = 600_000;
const LOCK_RETRY_MS = 200;
const TOLD_LINES = 5;
/** A requirement that is a path: `.`, `./shared`, `-e ../shared[extra]`, `shared @ file:./shared`. */
const LOCAL_PACKAGE = /^\s*(-e\s+|--editable[\s=]+)?(?:[\w.-]+\s*@\s*)?(?:file:)?(\.{1,2}(?=[\s;[#]|$)|\.{0,2}\/[^\s;[#]*)/gm;
/** Files by which a package is installed that stays where its source is. */
const METADATA = ['pyproject.toml', 'setup.cfg', 'setup.py'];
/** Files that a build leaves in the directory of a package, or that are no part of it. */
const MADE_BY_BUILD = /^(?:build|node_modules|__pycache__|\.git|\.venv|venv|.*\.(?:egg-info|out|state))$/;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Lock files, with the command that writes them as requirements to standard output. */
const LOCK_FILES = {
  'uv.lock': ['uv', 'export', '--frozen', '--no-dev', '--no-emit-project', '--format', 'requirements-txt'],
  'poetry.lock': ['poetry', 'export', '--format', 'requirements.txt', '--without-hashes'],
} as const;

interface Listing {
  readonly file: string;
  /** Writes it as requirements; undefined for requirements. */
  readonly exportCommand?: readonly string[];
}

export interface InstallOrder {
  readonly python: Python;
  readonly sourceDirectory: string;
  /** Absolute path of the directory that holds what is installed, by digest. */
  readonly dependenciesDirectory: string;
  readonly begun: (file: string) => void;
  /** Ends the installation; it then fails. @default - nothing does */
  readonly signal?: AbortSignal | undefined;
}

/** By their target, which names all that they depend on. */
const installations = remembered<string>();

/**
 * Installs the dependencies of a function for its interpreter, outside of the project: those of the `requirements.txt` beside its
 * source, or of the nearest `uv.lock` or `poetry.lock` above it. The same ones are installed once.
 * @returns the directory of the packages; undefined if the function has no such file
 * @throws DependenciesMissing
 */
export async function installDependencies(order: InstallOrder): Promise<string | undefined> {
  const listing = listingOf(order.sourceDirectory);
  if (listing === undefined) return undefined;
  const target = path.join(order.dependenciesDirectory, digestOf(listing, order.python));
  if (existsSync(target)) return target;
  return installations(target, () => underInstallLock(order, listing.file, async () => {
    // another process may have done it
    if (!existsSync(target)) await install(listing, target, order);
    return target;
  }));
}

function listingOf(sourceDirectory: string): Listing | undefined {
  const requirements = path.join(sourceDirectory, 'requirements.txt');
  if (existsSync(requirements)) return { file: requirements };
  const locks = directoriesAbove(sourceDirectory).flatMap((directory) =>
    Object.entries(LOCK_FILES).map(([name, exportCommand]) => ({ file: path.join(directory, name), exportCommand })));
  return locks.find(({ file }) => existsSync(file));
}

function digestOf({ file }: Listing, { executable, version }: Python): string {
  const facts = [executable, version, process.platform, process.arch, path.dirname(file), ...textsOf(file, new Set())];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** The texts of requirements and of those that they include, and the digests of packages that are named by a path. */
function textsOf(file: string, known: Set<string>): readonly string[] {
  if (known.has(file) || !existsSync(file)) return [];
  known.add(file);
  const text = readFileSync(file, 'utf8');
  const included = [...text.matchAll(/^\s*(?:-r|-c|--requirement|--constraint)[\s=]+(\S+)/gm)];
  const local = [...text.matchAll(LOCAL_PACKAGE)].flatMap(([, editable, name = '']) => {
    const place = path.resolve(path.dirname(file), name);
    const files = editable === undefined ? [place] : METADATA.map((metadata) => path.join(place, metadata));
    return files.filter((packaged) => existsSync(packaged));
  });
  return [text, ...local.map((name) => digestOfFiles(realpathSync(name))), ...included.flatMap(([, name = '']) => textsOf(path.resolve(path.dirname(file), name), known))];
}

/** A digest of a file, or of all files of a directory, without following links. */
function digestOfFiles(file: string): string {
  const status = lstatSync(file);
  const hash = createHash('sha256');
  if (status.isFile()) return hash.update(readFileSync(file)).digest('hex');
  const names = status.isDirectory() ? readdirSync(file).filter((name) => !MADE_BY_BUILD.test(name)).sort() : [];
  for (const name of names) hash.update(JSON.stringify([name, digestOfFiles(path.join(file, name))]));
  return hash.digest('hex');
}

/** One process installs at a time; the others wait. */
async function underInstallLock<T>(
  { dependenciesDirectory: directory, signal }: InstallOrder, listed: string, action: () => Promise<T>,
): Promise<T> {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'lock');
  const refusal = (): GatewayError => new GatewayError('DEPLOY_IN_PROGRESS', { holder: 'another installation', file });
  const until = performance.now() + INSTALL_MS;
  for (;;) {
    try {
      acquire(file, { isHeld: isAlive, refusal });
      break;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // of a process of another machine it is not known whether it still runs
      const hasEnded = signal?.aborted === true || performance.now() > until;
      if (hasEnded) throw new DependenciesMissing({ file: listed, command: 'waiting for another installation', told: `${file} is still there` });
      await wait(LOCK_RETRY_MS);
    }
  }
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
}

async function install(listing: Listing, target: string, { python: { executable }, begun, signal }: InstallOrder): Promise<void> {
  begun(listing.file);
  const [unfinished, exported] = [`${target}.unfinished`, `${target}.txt`];
  const requirements = listing.exportCommand === undefined ? listing.file : exported;
  const uv = programInPath('uv');
  const pip = uv === undefined
    ? [executable, '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input']
    : [uv, 'pip', 'install', '--python', executable];
  try {
    await rm(unfinished, { recursive: true, force: true });
    if (listing.exportCommand !== undefined) writeFileSync(exported, await run(listing.exportCommand, listing, signal));
    await run([...pip, '--target', unfinished, '-r', requirements], listing, signal);
    mkdirSync(unfinished, { recursive: true }); // without requirements nothing is written
    await rename(unfinished, target);
  } finally {
    await Promise.all([unfinished, exported].map((file) => rm(file, { recursive: true, force: true })));
  }
}

/** @returns what it wrote to standard output @throws DependenciesMissing */
function run([name = '', ...parameters]: readonly string[], { file }: Listing, signal: AbortSignal | undefined): Promise<string> {
  const command = [path.basename(name), ...parameters.slice(0, 3)].join(' ');
  return new Promise((resolve, reject) => {
    const limits = { timeout: INSTALL_MS, maxBuffer: MAX_OUTPUT_BYTES, ...(signal === undefined ? {} : { signal }) };
    execFile(name, parameters, { cwd: path.dirname(file), env: process.env, ...limits }, (error, output, complaint) => {
      if (error === null) resolve(output);
      else reject(new DependenciesMissing({ file, command, told: lastLines(complaint) ?? lastLines(output) ?? error.message }));
    });
  });
}

function lastLines(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trimEnd()).filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines.slice(-TOLD_LINES).join('\n');
}

/** The directories of packages that are installed where their source is (`-e`), by the files that lead there. @see https://docs.python.org/3/library/site.html */
export function editableSources(installed: string): readonly string[] {
  const links = readdirSync(installed).filter((name) => name.endsWith('.pth'));
  const lines = links.flatMap((name) => readFileSync(path.join(installed, name), 'utf8').split('\n'));
  return lines.map((line) => line.trim()).filter((line) => path.isAbsolute(line) && existsSync(line));
}
