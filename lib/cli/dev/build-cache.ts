import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isIgnored, type Watched } from './file-watcher';

/** A project with more files in the directories that it watches is built at each start. */
const MAX_FILES = 10_000;
/** How long nothing must be built before a build is kept for the next start. */
const KEEP_AFTER_MS = 1_000;
const BUILD = 'gateway.out';
const INPUTS = 'inputs.json';

interface Inputs extends Watched {
  /** The settings of the cache that stored the build. */
  readonly settings: string;
  readonly signature: string;
}

export interface BuildCacheOptions {
  /** The directory of this cache alone; it need not exist. */
  readonly directory: string;
  /** The inputs of a build besides files, as text: the app, its options, and the versions of synthgate and Node.js. */
  readonly settings: string;
}

/**
 * The last build of a project, which is served at the next start if no file that it was made of has changed since: by its content, or,
 * for the many files below a directory, by size and time, as make does. It is built again meanwhile, so that what no file says, such as
 * a variable of the shell, counts a moment later.
 */
export class BuildCache {
  /** A build that is still to be kept. */
  #due: { readonly timer: NodeJS.Timeout; readonly keep: () => void } | undefined;

  public constructor(private readonly options: BuildCacheOptions) {}

  /** Copies the last build, if it is still right. @returns whether it is there */
  public restore(output: string): boolean {
    const { directory, settings } = this.options;
    try {
      const inputs = JSON.parse(readFileSync(path.join(directory, INPUTS), 'utf8')) as Inputs; // written by keep
      if (inputs.settings !== settings || this.#signatureOf(inputs) !== inputs.signature) return false;
      cpSync(path.join(directory, BUILD), output, { recursive: true });
      return true;
    } catch {
      return false; // there is none, or what is left of one: the project is built
    }
  }

  /** Keeps a build while nobody waits for an answer. */
  public keepSoon(build: string, watched: () => Watched, beganMs: number): void {
    clearTimeout(this.#due?.timer);
    const keep = (): void => this.keep(build, watched(), beganMs);
    this.#due = { keep, timer: setTimeout(() => this.keepNow(), KEEP_AFTER_MS) };
  }

  /** Keeps the build that is still to be kept. */
  public keepNow(): void {
    clearTimeout(this.#due?.timer);
    this.#due?.keep();
    this.#due = undefined;
  }

  /** Keeps a build, unless the disk refuses. @param beganMs - ms since 1970: a file that was saved since then may not be in it */
  public keep(build: string, { files, directories }: Watched, beganMs: number): void {
    const { directory, settings } = this.options;
    const fresh = `${directory}.new-${randomUUID()}`;
    try {
      const signature = this.#signatureOf({ files, directories }, beganMs);
      if (signature === undefined) return;
      const inputs: Inputs = { files, directories, settings, signature };
      mkdirSync(fresh, { recursive: true });
      cpSync(build, path.join(fresh, BUILD), { recursive: true });
      writeFileSync(path.join(fresh, INPUTS), JSON.stringify(inputs));
      rmSync(directory, { recursive: true, force: true });
      renameSync(fresh, directory);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }

  /** Returns a digest of all files, also of missing ones; undefined if there are too many, or one was modified at `newestMs` or later. */
  #signatureOf({ files, directories }: Watched, newestMs = Infinity): string | undefined {
    const below: string[] = [];
    for (const directory of directories) {
      if (!this.#list(directory, below)) return undefined;
    }
    const hash = createHash('sha256');
    const read = new Set(files);
    for (const file of [...new Set([...files, ...below])].sort()) {
      const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: -1 };
      if (mtimeMs >= newestMs) return undefined;
      hash.update(`${file}\0${size}\0`);
      if (!read.has(file)) hash.update(`${mtimeMs}\0`);
      else if (size > 0) hash.update(readFileSync(file));
    }
    return hash.digest('hex');
  }

  /** Adds the files below a directory. @returns false if there are too many */
  #list(directory: string, files: string[]): boolean {
    if (!existsSync(directory)) return true;
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const file = path.join(directory, entry.name);
      if (isIgnored(directory, file)) continue;
      if (entry.isDirectory() && !this.#list(file, files)) return false;
      if (!entry.isDirectory()) files.push(file);
    }
    return files.length <= MAX_FILES;
  }
}
