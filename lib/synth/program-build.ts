import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RuntimeFamily } from '../spec';

/** The directory of a function's source, and what a template says about how it is built. */
export interface ProgramSource {
  /** Absolute path. */
  readonly directory: string;
  /** SAM's `BuildMethod`: `makefile`, `go1.x` or `rust-cargolambda`. @default - by the files of the directory */
  readonly method?: string | undefined;
  /** Logical id of the function, which names the target of a makefile. */
  readonly logicalId?: string | undefined;
  /** The family of its runtime. Of others than `provided`, only the code of a makefile is built. @default 'provided' */
  readonly family?: RuntimeFamily | undefined;
  /** The program of a Cargo package that has several. */
  readonly binary?: string | undefined;
}

/** How the program of a custom runtime, or other code with a makefile, is built from source. */
export interface ProgramBuild extends ProgramSource {
  readonly tool: 'go' | 'cargo' | 'make';
  /** Absolute path of the directory whose files the program is built from: the module of a Go package. */
  readonly root: string;
}

/**
 * How the program of a directory is built; undefined if there is nothing to build. A method that is named wins over a `bootstrap` that
 * is there: the source is the truth.
 */
export function programBuild(source: ProgramSource): ProgramBuild | undefined {
  const { directory, method, logicalId, family = 'provided' } = source;
  const has = (name: string): boolean => existsSync(path.join(directory, name));
  if (method === 'makefile') return logicalId !== undefined && has('Makefile') ? { ...source, tool: 'make', root: directory } : undefined;
  if (family !== 'provided' || (method === undefined && has('bootstrap'))) return undefined;
  const module = method === 'rust-cargolambda' || !hasGoFiles(directory) ? undefined : directoriesWith(directory, 'go.mod')[0];
  if (module !== undefined) return { ...source, tool: 'go', root: module };
  return has('Cargo.toml') && method !== 'go1.x' ? { ...source, tool: 'cargo', root: workspaceOf(directory) } : undefined;
}

/** A pattern for files that a program is built from, at any depth: they are no part of the code that runs. */
const SOURCES = /(?:^|\/)(?:[^/]*\.(?:go|rs)|go\.(?:mod|sum|work|work\.sum)|Cargo\.(?:toml|lock)|\.gitignore|node_modules)$/;
/** The same of the directory itself. */
const SOURCES_OF_DIRECTORY = ['bootstrap', 'Makefile'];

/** Whether a file or directory of a program's source is left out of the code that runs. @param name - path in the source */
export function isBuildInput({ tool }: ProgramBuild, name: string): boolean {
  return SOURCES.test(name) || SOURCES_OF_DIRECTORY.includes(name) || (tool === 'cargo' && name === 'target');
}

/** The directory of the workspace that a Cargo package is in; its own if it is in none. */
function workspaceOf(directory: string): string {
  const isWorkspace = (above: string): boolean => /^\s*\[workspace\b/m.test(readFileSync(path.join(above, 'Cargo.toml'), 'utf8'));
  return directoriesWith(directory, 'Cargo.toml').find(isWorkspace) ?? directory;
}

function hasGoFiles(directory: string): boolean {
  return existsSync(directory) && readdirSync(directory).some((name) => name.endsWith('.go') && !name.endsWith('_test.go'));
}

/** The directories from a directory upwards that have a file, the nearest first. */
export function directoriesWith(directory: string, file: string): string[] {
  const parent = path.dirname(directory);
  return [...(existsSync(path.join(directory, file)) ? [directory] : []), ...(parent === directory ? [] : directoriesWith(parent, file))];
}
