import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * The links that lead to watched directories: a watcher follows them once, and does not see when one leads elsewhere.
 * @param root - links above it are not looked for
 */
export function directoryLinks(root: string) {
  const links = new Map<string, string>();
  let watched: readonly string[] = [];
  return {
    /** The directories in which links are that lead to these. */
    find: (directories: readonly string[]): readonly string[] => {
      watched = directories;
      const all = new Set(directories.flatMap((directory) => pathsTo(directory, root)));
      for (const link of links.keys()) if (!all.has(link)) links.delete(link);
      for (const link of all) {
        const target = targetOf(link);
        if (target !== undefined && !links.has(link)) links.set(link, target);
      }
      return [...links.keys()].map((link) => path.dirname(link));
    },
    /** The watched directories that are others since a link was switched; none if this is not one, or leads where it led. */
    switched: (file: string): readonly string[] => {
      const target = links.has(file) ? targetOf(file) : undefined;
      // without a target it is being replaced
      if (target === undefined || target === links.get(file)) return [];
      links.set(file, target);
      return watched.filter((directory) => directory === file || directory.startsWith(file + path.sep));
    },
  };
}

/** Returns the paths of the entries of a directory; none if it cannot be read. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).map((name) => path.join(directory, name));
  } catch {
    return []; // reading it reports the reason
  }
}

/** The directory and those above it, below the root. */
function pathsTo(directory: string, root: string): readonly string[] {
  const above = path.dirname(directory);
  return above.startsWith(root + path.sep) ? [directory, ...pathsTo(above, root)] : [directory];
}

function targetOf(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined; // not a link
  }
}
