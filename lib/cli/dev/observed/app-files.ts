import { readdirSync, statSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isIgnored, type Watched } from '../file-watcher';
import type { ObservedRun } from './observation';

/** No process writes a file that soon after it was started; clocks of files and processes differ by less. */
const FIRST_WRITE_MS = 2;
const TYPESCRIPT = /\.([cm]?)tsx?$/;

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

/** Values of these are written into the modules that use them, which then do not load the source. */
const CONST_ENUM = /\bconst\s+enum\b/;

/** An app that was compiled file by file, as tsc does: which sources are part of it is known from the compiled modules that it loaded. */
export class CompiledApp {
  readonly #loaded: ReadonlySet<string>;

  public constructor({ loaded }: Pick<ObservedRun, 'loaded'>, private readonly directory: string) {
    this.#loaded = new Set([...loaded].filter((file) => file.startsWith(directory + path.sep) && !isIgnored(directory, file)));
  }

  /** Whether a TypeScript source is not part of the app: it is compiled to a module of its own, which the app has not loaded. */
  public leavesOut(source: string): boolean {
    // the only module of an app may be a bundle of all of its sources
    if (this.#loaded.size < 2 || !TYPESCRIPT.test(source) || !isFile(source)) return false;
    const compiled = this.#modulesOf(source).filter(isFile);
    return compiled.length > 0 && !compiled.some((file) => this.#loaded.has(file)) && !CONST_ENUM.test(readFileSync(source, 'utf8'));
  }

  /** The modules that a source may be compiled to: it keeps its place below `rootDir` in the directory of the output. */
  #modulesOf(source: string): readonly string[] {
    const parts = path.relative(this.directory, source).replace(TYPESCRIPT, '.$1js').split(path.sep);
    const places = parts.map((_, index) => path.join(...parts.slice(index)));
    return this.#outputs.flatMap((output) => places.map((place) => path.join(output, place)));
  }

  /** Directories of the project above the modules of the app. */
  get #outputs(): readonly string[] {
    const outputs = new Set<string>();
    for (const file of this.#loaded) {
      for (let above = path.dirname(file); above.startsWith(this.directory); above = path.dirname(above)) outputs.add(above);
    }
    return [...outputs];
  }
}
