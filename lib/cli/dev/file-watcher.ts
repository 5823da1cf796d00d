import { watch, type FSWatcher } from 'chokidar';
import { statSync } from 'node:fs';
import path from 'node:path';
import { directoryLinks, namesIn } from './directory-links';

/** Files by name, and directories with everything below them. */
export interface Watched {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

export interface FileWatcherOptions {
  /** The project; what is ignored depends on its path in it. */
  readonly directory: string;
  /** Receives absolute paths. */
  readonly changed: (files: ReadonlySet<string>) => void;
  /** A file or directory that cannot be watched. */
  readonly failed: (error: unknown) => void;
}

export interface FileWatcher {
  /**
   * Watches these files and directories from now on.
   * @param countsNew - whether any new file beside the watched ones counts, too: it may be the one that a failed build misses
   * @returns resolves when the first watches are in place
   */
  readonly watch: (watched: Watched, countsNew: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long no file may change before changes are reported: an editor saves one or a few files. */
const QUIET_MS = 20;
/** The same once there are many files: a checkout or a generator is at work, and pauses. */
const QUIET_OF_MANY_MS = 200;
const MANY_FILES = 4;
/** How long a report is put off at most while files keep changing. */
export const LONGEST_WAIT_MS = 3_000;
/** How long a file may be empty: a program that saves empties a file before it writes it, and may be interrupted in between. */
const EMPTY_MS = 250;
/** When a file that was just reported is looked at again: chokidar drops a change within 50 ms of another of the same file. */
const LOOK_AGAIN_MS = 60;
/** Never sources of a project: what is installed, built or logged. */
const IGNORED = /(?:^|[/\\])(?:node_modules|target[/\\](?:debug|release|rust-analyzer|CACHEDIR\.TAG|\.rustc_info\.json)|\.venv|venv|__pycache__|\.git|cdk\.out|gateway\.out|gateway\.state)(?:[/\\]|$)|\.(?:log|tsbuildinfo)$/;

/** Whether a file below a project cannot be one of its sources. */
export function isIgnored(directory: string, file: string): boolean {
  // `relative` takes ten times as long, for each file of a workspace
  return IGNORED.test(file.startsWith(directory + path.sep) ? file.slice(directory.length + 1) : path.relative(directory, file));
}

/**
 * Reports files that appeared, changed or vanished, several at once as one. Files are watched through their directories, so one
 * that is replaced by renaming, as many editors save, or that appears later is seen, too.
 */
export function createFileWatcher({ directory: root, changed, failed }: FileWatcherOptions): FileWatcher {
  const repeats = watchRepeats((file) => burst.add(file));
  const burst = collectBurst((found) => {
    repeats.reported(found);
    changed(found);
  });
  const raw = (_event: string, name: string | null, details: unknown): void => {
    const { watchedPath } = details as { readonly watchedPath: string };
    const file = path.join(watchedPath, name ?? '');
    // any other may be a log or a build's output that is written all the time
    if (isFollowed(file) || files.has(watchedPath)) burst.touch();
    repeats.touched(watchedPath);
    if (name === null) return;
    repeats.touched(file);
    for (const directory of links.switched(file)) followAnew(directory);
  };
  const followAnew = (directory: string): void => {
    below.unwatch(directory);
    below.add(directory);
    namesIn(directory).filter((file) => !isIgnored(root, file)).forEach(burst.add);
  };
  const links = directoryLinks(root);
  let files: ReadonlySet<string> = new Set();
  let directories: readonly string[] = [];
  let isNewCounted = false;
  const leadsToWatched = (file: string): boolean => [...files].some((one) => one === file || one.startsWith(file + path.sep));
  const ignored = (file: string): boolean => isIgnored(root, file) && !leadsToWatched(path.resolve(file));
  const isBelow = (file: string): boolean => directories.some((directory) => file.startsWith(directory + path.sep));
  const isFollowed = (file: string): boolean => files.has(file) || (!isIgnored(root, file) && (isNewCounted || isBelow(file)));
  const options = { ignoreInitial: true, ignorePermissionErrors: true, ignored };
  const beside = watch([], { ...options, depth: 0 }).on('all', (event, found) => {
    const file = path.resolve(found);
    if (files.has(file) || (isNewCounted && event === 'add')) burst.add(file);
  }).on('raw', raw).on('error', failed);
  const below = watch([], options).on('all', (event, found) => {
    const file = path.resolve(found);
    if (!event.endsWith('Dir') && isBelow(file)) burst.add(file);
  }).on('raw', raw).on('error', failed);
  const follow = [follower(beside), follower(below)] as const;
  return {
    watch: async (watched, countsNew) => {
      files = new Set(watched.files);
      directories = watched.directories;
      isNewCounted = countsNew;
      const [followBeside, followBelow] = follow;
      const above = [...watched.files.map((file) => path.dirname(file)), ...links.find(directories)];
      await Promise.all([followBeside(above), followBelow(directories)]);
    },
    close: async () => {
      burst.stop();
      repeats.stop();
      await Promise.all([beside.close(), below.close()]);
    },
  };
}

/**
 * Adds directories to a watcher, each once: a directory that is added again is read again, and a file that appears meanwhile
 * is taken for an old one. Directories that are not needed any more cost nothing.
 * @returns resolves when those that were added first are watched
 */
function follower(watcher: FSWatcher): (directories: readonly string[]) => Promise<void> {
  const known = new Set<string>();
  const isReady = new Promise<void>((resolve) => { watcher.once('ready', resolve); });
  return async (directories) => {
    const isFirst = known.size === 0;
    const added = [...new Set(directories)].filter((directory) => !known.has(directory));
    if (added.length === 0) return;
    added.forEach((directory) => known.add(directory));
    watcher.add(added);
    if (isFirst) await isReady;
  };
}

/** Finds what the watcher does not report: changes of a file right after one of the same file. */
function watchRepeats(changed: (file: string) => void) {
  const stamps = new Map<string, string | undefined>();
  const suspects = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = undefined;
    for (const file of suspects) {
      const stamp = stampOf(file);
      // that a file vanished is never dropped
      if (stamp !== undefined && stamp !== stamps.get(file)) changed(file);
    }
    suspects.clear();
  };
  return {
    /** These files are as they are now reported. */
    reported: (files: ReadonlySet<string>) => { for (const file of files) stamps.set(file, stampOf(file)); },
    /** Something happened to this file, whether or not the watcher reports it. */
    touched: (file: string) => {
      if (!stamps.has(file)) return;
      suspects.add(file);
      timer ??= setTimeout(look, LOOK_AGAIN_MS);
    },
    stop: () => { clearTimeout(timer); },
  };
}

/** Differs once a file was written; undefined without the file. */
function stampOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? undefined : [stats.ino, stats.size, stats.mtimeMs].join();
}

function isEmpty(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0;
}

/** Collects files until none has changed for a moment. */
function collectBurst(changed: (files: ReadonlySet<string>) => void) {
  let files = new Set<string>();
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    const all = files;
    files = new Set();
    changed(all);
  };
  const wait = (): void => {
    const quietMs = files.size < MANY_FILES ? QUIET_MS : QUIET_OF_MANY_MS;
    clearTimeout(timer);
    const armed = timer = setTimeout(() => {
      // on a busy machine events that came in time are read only now
      setImmediate(() => {
        if (timer !== armed) return;
        if (performance.now() - began < EMPTY_MS && [...files].some(isEmpty)) wait();
        else report();
      });
    }, Math.max(0, Math.min(quietMs, began + LONGEST_WAIT_MS - performance.now())));
  };
  return {
    add: (file: string) => {
      if (files.size === 0) began = performance.now();
      files.add(file);
      wait();
    },
    /** Something happens that may become a change: a burst is not over. */
    touch: () => { if (files.size > 0) wait(); },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
