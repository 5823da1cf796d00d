import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BasePathMapping } from '../importers';
import { canonicalText } from '../spec';
import type { CodeFiles } from '../synth';

const BASE_PATHS = 'base-paths.json';

/** The file in an assembly with the base paths that its source has; none if there are none. */
export function basePathsFile(basePaths: readonly BasePathMapping[] = []): CodeFiles {
  return new Map(basePaths.length === 0 ? [] : [[BASE_PATHS, Buffer.from(canonicalText(basePaths))]]);
}

/** The base paths that the source of an assembly has. */
export function basePathsOf(assembly: string): readonly BasePathMapping[] {
  const isDirectory = statSync(assembly, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = path.join(assembly, BASE_PATHS);
  if (!isDirectory || !existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')) as readonly BasePathMapping[]; // by this module
}
