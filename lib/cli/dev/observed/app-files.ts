import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isIgnored, type Watched } from '../file-watcher';
import type { ObservedRun } from './observation';

/** No process writes a file that soon after it was started; clocks of files and processes differ by less. */
const FIRST_WRITE_MS = 2;
const TYPESCRIPT = /\.[cm]?tsx?$/;

/** Where an app is, and what it does beside of what its processes report. */
export interface AppPlace {
  /** Absolute path of the project. */
  readonly directory: string;
  /** Absolute path of the workspace that the project is part of, or of the project. */
  readonly workspace: string;
  /** Absolute paths of directories and files that the app stages. */
  readonly staged: readonly string[];
}

/** Files that a run of an app depended on: modules that it loaded, files that it read, and directories that it listed. */
export class AppFiles {
  readonly #files: ReadonlySet<string>;
  readonly #listed: ReadonlyMap<string, readonly string[]>;

  public constructor({ loaded, read, listed, sources }: ObservedRun, { directory, workspace, staged }: AppPlace) {
    const isOfApp = (file: string): boolean => file.startsWith(workspace + path.sep) && !isIgnored(directory, file);
    // a TypeScript source that is read and not loaded is read for its types, which decide nothing
    const data = [...read].filter((file) => isOfApp(file) && !TYPESCRIPT.test(file));
    const code = [...sources.values()].map(({ source }) => source);
    const isCode = (listing: string): boolean => code.some((source) => listing === source || listing.startsWith(source + path.sep));
    this.#files = new Set([...[...loaded].filter((file) => !isIgnored(directory, file)), ...data, ...staged.filter(isFile)]);
    this.#listed = new Map([...listed].filter(([listing]) => (listing === directory || isOfApp(listing)) && !isCode(listing)));
  }

  public get watched(): Watched {
    return { files: [...this.#files], directories: [...this.#listed.keys()] };
  }

  /** Whether the app may have another result because of a file that changed, appeared or vanished. */
  public dependsOn(file: string): boolean {
    return this.#files.has(file) || this.#isListedOtherwise(path.dirname(file));
  }

  #isListedOtherwise(directory: string): boolean {
    const names = this.#listed.get(directory);
    return names !== undefined && !sameNames(names, namesIn(directory));
  }
}

/**
 * Whether modules that were loaded are made of other files, which are not known: compiled before the app started, or written while it ran.
 * @param startedMs - when the app started, ms since 1970
 */
export function isCompiled({ loaded }: ObservedRun, directory: string, startedMs: number): boolean {
  const own = [...loaded].filter((file) => !isIgnored(directory, file));
  if (own.some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedMs + FIRST_WRITE_MS)) return true;
  return isFile(path.join(directory, 'tsconfig.json')) && !own.some((file) => TYPESCRIPT.test(file));
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function sameNames(before: readonly string[], now: readonly string[]): boolean {
  return before.length === now.length && [...before].sort().join('\0') === [...now].sort().join('\0');
}

function namesIn(directory: string): readonly string[] {
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(directory) : [];
}
