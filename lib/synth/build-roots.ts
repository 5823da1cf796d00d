import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { directoriesWith, type ProgramBuild } from './program-build';

/** The places that a program is built from, as absolute paths. */
export interface BuildRoots {
  /** With everything in them. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** The root of a program, and what is built with it: siblings in a workspace of Go, modules and packages that are named by a path. */
export function buildRoots({ tool, root, directory }: ProgramBuild): BuildRoots {
  switch (tool) {
    case 'go': return goRoots(root);
    case 'cargo': return { directories: [root, ...packagesOutside(root, directory)], files: [] };
    case 'make': return { directories: [root], files: [] };
  }
}

/** @see https://go.dev/ref/mod#workspaces */
function goRoots(root: string): BuildRoots {
  const workspace = workspaceOf(root);
  const members = workspace === undefined ? [] : pathsIn(workspace, USE);
  const modules = [...new Set([root, ...members])];
  const replaced = [...modules.map((module) => path.join(module, 'go.mod')), ...workspace === undefined ? [] : [workspace]].flatMap((file) => pathsIn(file, REPLACE));
  return { directories: [...new Set([...modules, ...replaced])], files: workspace === undefined ? [] : [workspace] };
}

function workspaceOf(root: string): string | undefined {
  const { GOWORK: named = '' } = process.env;
  if (named === 'off') return undefined;
  const [directory] = directoriesWith(root, 'go.work');
  const file = named === '' ? directory && path.join(directory, 'go.work') : named;
  return file !== undefined && existsSync(file) ? file : undefined;
}

/** A directory alone on its line, in `use ( … )` or after it. */
const USE = /^\s*(?:use\s+)?"?((?:\.{0,2}\/|\.{1,2}$)[^"\s]*)"?\s*$/gm;
/** A directory in the place of a module. */
const REPLACE = /=>\s*"?((?:\.{0,2}\/|\.{1,2}$)[^"\s]*)"?\s*$/gm;

/** The directories that a file of Go names, if they are there. */
function pathsIn(file: string, pattern: RegExp): readonly string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8').replace(/\s*\/\/ .*$/gm, '');
  return [...text.matchAll(pattern)].map(([, name = '']) => path.resolve(path.dirname(file), name)).filter((directory) => existsSync(directory));
}

/** A dependency that is named by a path, in any table. */
const PATH = /\bpath\s*=\s*"([^"]+)"/g;

/** The packages outside of a root that a package and the root's own manifest name, and those that these name. */
function packagesOutside(root: string, directory: string): readonly string[] {
  const known = new Set([root, directory]);
  for (const place of known) {
    const manifest = path.join(place, 'Cargo.toml');
    const text = existsSync(manifest) ? readFileSync(manifest, 'utf8') : '';
    for (const [, name = ''] of text.matchAll(PATH)) {
      const named = path.resolve(place, name);
      if (existsSync(path.join(named, 'Cargo.toml'))) known.add(named);
    }
  }
  return [...known].filter((place) => place !== root && !place.startsWith(root + path.sep));
}
