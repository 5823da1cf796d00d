import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** The files that an import may read. */
export interface SourceBounds {
  /** The directory of the project. */
  readonly root: string;
  /** Whether a file or directory belongs to the source, wherever links lead. A path that does not exist belongs to it. */
  readonly contains: (file: string) => boolean;
}

/** Options that widen the bounds of a source. */
export interface BoundsOptions {
  /** Whether all files may be read. */
  readonly allowOutside?: boolean | undefined;
  /** Files and directories elsewhere that belong to it. @default - none */
  readonly assets?: readonly string[];
}

/** The bounds of the sources in a directory: the repository around it, otherwise the package around it, otherwise the directory itself. */
export function boundsOf(directory: string, { allowOutside = false, assets = [] }: BoundsOptions = {}): SourceBounds {
  let root: string | undefined;
  const rootOf = (): string => root ??= projectRoot(directory);
  return {
    get root() { return rootOf(); },
    contains: (file) => {
      const real = realPath(file);
      return allowOutside || real === undefined || [rootOf(), ...assets].some((place) => isInside(real, realPath(place)));
    },
  };
}

function projectRoot(directory: string): string {
  const above = directoriesAbove(directory);
  const marked = (name: string): string | undefined => above.find((parent) => existsSync(path.join(parent, name)));
  return marked('.git') ?? marked('package.json') ?? directory;
}

/** The directory and those above it. A home directory or the root of the file system is not a project, whatever is in it. */
function directoriesAbove(directory: string): string[] {
  const parent = path.dirname(directory);
  return directory === parent || directory === homedir() ? [] : [directory, ...directoriesAbove(parent)];
}

function isInside(file: string, directory: string | undefined): boolean {
  return directory !== undefined && (file === directory || file.startsWith(path.join(directory, path.sep)));
}

function realPath(file: string): string | undefined {
  return existsSync(file) ? realpathSync(file) : undefined;
}
