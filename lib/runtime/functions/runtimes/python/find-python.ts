import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Wanted } from '../runtime-kind';
import { RuntimeMissing } from '../runtime-missing';
import { askProgram, inPath, installCommand, namesIn, remembered } from '../search';
import { askTool, type Note } from './tool-environments';

export interface Python {
  /** Absolute path, never a shim. */
  readonly executable: string;
  /** `3.12.4`. */
  readonly version: string;
  /** The directory of its packages: of the virtual environment, if it is in one. */
  readonly prefix: string;
  /** The directory of the interpreter that the environment was made with; `prefix` outside of one. */
  readonly basePrefix: string;
}

const PROGRAM = 'import json, sys; print(json.dumps([sys.executable, "%d.%d.%d" % sys.version_info[:3], sys.prefix, sys.base_prefix]))';
/** Directories of virtual environments, by the tools that make them. */
const ENVIRONMENTS = ['.venv', 'venv'];

/**
 * Finds the interpreter for a function: a virtual environment, which has the packages that the developer works with; then one of the wanted
 * version; then any `python3`. @throws RuntimeMissing
 */
export async function findPython({ runtime, sourceDirectory }: Wanted, note: Note = () => undefined): Promise<Python> {
  const paths = await candidates(runtime, sourceDirectory, note);
  // an environment that is made later is another list
  return search([runtime ?? '', ...paths].join('\n'), () => firstOf(paths, runtime));
}

const search = remembered<Python>();

async function firstOf(paths: readonly string[], runtime: string | undefined): Promise<Python> {
  for (const file of paths) {
    const python = await ask(file);
    if (python !== undefined) return python;
  }
  throw new RuntimeMissing({
    runtime: runtime ?? 'python3',
    lookedIn: `no ${runtime ?? 'python3'} or python3 answered in a virtual environment, in PATH, or where pyenv, uv and Homebrew install it`,
    install: installPython(runtime ?? 'python3'),
  });
}

async function candidates(runtime: string | undefined, sourceDirectory: string | undefined, note: Note): Promise<readonly string[]> {
  const { VIRTUAL_ENV: active } = process.env;
  const wanted = runtime ?? 'python3';
  const directories = sourceDirectory === undefined ? [] : directoriesAbove(sourceDirectory);
  const nearby = directories.flatMap((directory) => ENVIRONMENTS.map((name) => path.join(directory, name)));
  const environments = [...(active === undefined ? [] : [active]), ...nearby];
  const executable = process.platform === 'win32' ? path.join('Scripts', 'python.exe') : path.join('bin', 'python');
  const inEnvironments = environments.map((directory) => path.join(directory, executable)).filter((file) => existsSync(file));
  const ofTool = inEnvironments.length === 0 ? await askTool(directories, note) : undefined;
  const elsewhere = [...inPath(wanted), ...installed(wanted), ...inPath('python3'), ...inPath('python.exe')];
  return [...inEnvironments, ...(ofTool === undefined ? [] : [ofTool]), ...elsewhere].filter((file) => existsSync(file));
}

/** A directory and those above it, up to that of the project. */
export function directoriesAbove(directory: string): readonly string[] {
  const parent = path.dirname(directory);
  const isTop = parent === directory || directory === process.cwd() || existsSync(path.join(directory, '.git'));
  return isTop ? [directory] : [directory, ...directoriesAbove(parent)];
}

/** Where pyenv, uv and Homebrew keep the interpreters of a version. */
function installed(runtime: string): readonly string[] {
  const version = runtime.slice('python'.length);
  const home = homedir();
  const roots = [
    [process.env['PYENV_ROOT'] ?? path.join(home, '.pyenv'), 'versions', ''],
    [path.join(home, '.local', 'share', 'uv'), 'python', 'cpython-'],
  ] as const;
  const fromRoots = roots.flatMap(([root, folder, prefix]) => namesIn(path.join(root, folder))
    .filter((name) => name.startsWith(`${prefix}${version}.`))
    .map((name) => path.join(root, folder, name, 'bin', 'python3')));
  return [...fromRoots, ...['/opt/homebrew/bin', '/usr/local/bin'].map((directory) => path.join(directory, runtime))];
}

/** Asks a candidate what it is; undefined if it is no Python 3. */
async function ask(file: string): Promise<Python | undefined> {
  const [executable, version, prefix, basePrefix = prefix] = await askProgram(file, ['-I', '-c', PROGRAM]) ?? [];
  if (typeof executable !== 'string' || typeof version !== 'string' || typeof prefix !== 'string' || typeof basePrefix !== 'string') return undefined;
  return version.startsWith('3.') ? { executable, version, prefix, basePrefix } : undefined;
}

export function installPython(runtime: string): string {
  const version = runtime.slice('python'.length);
  return installCommand({ brew: `python@${version}`, winget: `Python.Python.${version}`, elsewhere: `uv python install ${version}` });
}
