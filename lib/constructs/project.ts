import { existsSync } from 'node:fs';
import path from 'node:path';

/** The location of a source: its absolute path, and its project, which paths in a spec are relative to. */
export interface SourceLocation {
  readonly file: string;
  /** The nearest directory above the file with a package.json; without one, the working directory. */
  readonly projectDirectory: string;
  /** The file relative to the project, with forward slashes: the same on every machine. */
  readonly projectPath: string;
}

/** Resolves a source path, absolute or relative to the working directory. The file need not exist yet. */
export function locateSource(sourcePath: string): SourceLocation {
  const file = path.resolve(sourcePath);
  const projectDirectory = projectAbove(file);
  return { file, projectDirectory, projectPath: path.relative(projectDirectory, file).split(path.sep).join('/') };
}

function projectAbove(file: string): string {
  for (let directory = path.dirname(file); ; directory = path.dirname(directory)) {
    if (existsSync(path.join(directory, 'package.json'))) return directory;
    if (directory === path.dirname(directory)) break;
  }
  const working = process.cwd();
  return file.startsWith(`${working}${path.sep}`) ? working : path.dirname(file);
}
