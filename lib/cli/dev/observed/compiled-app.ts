import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isIgnored } from '../file-watcher';
import type { ObservedRun } from './observation';

const TYPESCRIPT = /\.([cm]?)tsx?$/;
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

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
