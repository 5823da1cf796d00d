import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canReach, otherUser, type FunctionUser } from '../process/function-user';

/* The search for the interpreters of this machine, which is the same for every language. */

/** How long a candidate may take to tell its version. */
const ANSWER_MS = 10_000;

/** Keeps the results of searches by what was looked for; failures are not kept, since it may be installed by the next time. */
export function remembered<Result>(): (key: string, search: () => Promise<Result>) => Promise<Result> {
  const known = new Map<string, Promise<Result>>();
  return (key, search) => {
    const result = known.get(key) ?? search();
    known.set(key, result);
    result.catch(() => known.delete(key));
    return result;
  };
}

/** Runs a candidate. @returns what it writes; undefined if it fails, or takes too long */
export function runProgram(file: string, parameters: readonly string[]): Promise<Record<'output' | 'errors', string> | undefined> {
  return new Promise((resolve) => {
    execFile(file, parameters, { timeout: ANSWER_MS }, (error, output, errors) => resolve(error === null ? { output, errors } : undefined));
  });
}

/** Asks a candidate what it is, so that a shim gives the interpreter behind it; undefined if it writes no JSON array. */
export async function askProgram(file: string, parameters: readonly string[]): Promise<readonly unknown[] | undefined> {
  try {
    const answer: unknown = JSON.parse((await runProgram(file, parameters))?.output ?? '');
    return Array.isArray(answer) ? answer : undefined;
  } catch {
    return undefined; // another program of that name
  }
}

/** The number in the name of a runtime: 21 of `java21`, 8 of `java8.al2`; undefined for a name without a version. */
export function majorOfRuntime(runtime: string): number | undefined {
  const digits = /^[a-z]+(\d+)/.exec(runtime)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The command that installs a version on this system. */
export function installCommand({ brew, winget, elsewhere }: Readonly<Record<'brew' | 'winget' | 'elsewhere', string>>): string {
  if (process.platform === 'darwin') return `brew install ${brew}`;
  return process.platform === 'win32' ? `winget install ${winget}` : elsewhere;
}

/** The next newer one of programs of other versions, which runs what was made for older ones, or else the newest. */
export function nearest<Program extends { readonly major: number }>(programs: readonly Program[], wanted: number): Program | undefined {
  const sorted = [...programs].sort((left, right) => left.major - right.major);
  return sorted.find(({ major }) => major > wanted) ?? programs.find(({ major }) => major === sorted.at(-1)?.major);
}

/** The files of this name that PATH may lead to. */
export function inPath(name: string): readonly string[] {
  return (process.env['PATH'] ?? '').split(path.delimiter).filter((directory) => directory !== '').map((directory) => path.join(directory, name));
}

/** The first program of this name in PATH; undefined without one. */
export function programInPath(name: string): string | undefined {
  return inPath(process.platform === 'win32' ? `${name}.exe` : name).find((file) => existsSync(file));
}

/** The entries of a directory, the latest version first; none if it cannot be read. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  } catch {
    return []; // the tool is not used here
  }
}

/** The user that runs a program for functions: another than the gateway's own where it can reach these files and its own. */
export function userReaching(files: readonly string[]): FunctionUser | undefined {
  const user = otherUser();
  return user !== undefined && [realpathSync(tmpdir()), ...files].every((file) => canReach(file, user)) ? user : undefined;
}

/** The directories of a function's layers that there are, by their names in `/opt`. */
export function layerDirectories(codeDirectory: string, names: readonly string[]): readonly string[] {
  return names.map((name) => path.join(codeDirectory, '.opt', name)).filter((directory) => existsSync(directory));
}

/** The program of a language inside its processes; its folder is beside this module, in the bundle as in the sources. */
export function bootstrapFile(language: string, name: string): string {
  return path.join(__dirname, language, name);
}
