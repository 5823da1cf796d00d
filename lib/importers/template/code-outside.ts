import path from 'node:path';
import { warning, type Issue } from '../../errors';
import type { CodeSource, ImportedApi } from '../imported-source';
import type { Stacks } from './stacks';

/** The notice of code that is outside the project: monorepos have some, so that it is read, and named. */
export function codeOutside({ all: [stack] }: Stacks, apis: readonly ImportedApi[]): Issue[] {
  if (stack === undefined) return [];
  const { file, bounds } = stack.source.document;
  const outside = codePaths(apis).filter((codePath) => !bounds.contains(codePath));
  if (outside.length === 0) return [];
  const paths = outside.map((codePath) => path.relative(path.dirname(file), codePath)).sort().join(', ');
  return [warning('IMPORT_CODE_OUTSIDE', path.basename(file), { root: bounds.root, paths })];
}

/** The files and directories that have the code of functions and the content of their layers. */
export function codePaths(apis: readonly ImportedApi[]): string[] {
  const sources = apis.flatMap((api) => [...api.code.values()]);
  const code = sources.flatMap(pathsOf);
  const layers = sources.flatMap((source) => source.layers ?? []).map(({ directory }) => directory);
  return [...new Set([...code, ...layers])];
}

function pathsOf(source: CodeSource): readonly string[] {
  switch (source.type) {
    case 'directory': return [source.directory];
    case 'text': return [];
    case 'image': return source.imageBuild === undefined ? [] : [source.imageBuild.directory];
    default: return [source.file];
  }
}
