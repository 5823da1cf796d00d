import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BasePathMapping, ImportedApi } from '../importers';
import { canonicalText, type DeclaredParts } from '../spec';
import type { CodeFiles } from '../synth';

const BASE_PATHS = 'base-paths.json';
const DECLARED_PARTS = 'declared-parts.json';

/** The file in an assembly with the base paths that its source has; none if there are none. */
export function basePathsFile(basePaths: readonly BasePathMapping[] = []): CodeFiles {
  return new Map(basePaths.length === 0 ? [] : [[BASE_PATHS, Buffer.from(canonicalText(basePaths))]]);
}

/** The file in an assembly with what its source declares beside the specs, by the names of APIs; none if there is nothing. */
export function declaredPartsFile(apis: readonly Pick<ImportedApi, 'name' | 'declared'>[]): CodeFiles {
  const parts = apis.flatMap(({ name, declared }) => (declared === undefined ? [] : [[name, declared] as const]));
  return new Map(parts.length === 0 ? [] : [[DECLARED_PARTS, Buffer.from(canonicalText(Object.fromEntries(parts)))]]);
}

/** The base paths that the source of an assembly has. */
export function basePathsOf(assembly: string): readonly BasePathMapping[] {
  return contentOf(assembly, BASE_PATHS) as readonly BasePathMapping[] | undefined ?? []; // by this module
}

/** The declared parts of the APIs of an assembly, by name. */
export function declaredPartsIn(assembly: string): Readonly<Record<string, DeclaredParts>> {
  return contentOf(assembly, DECLARED_PARTS) as Readonly<Record<string, DeclaredParts>> | undefined ?? {}; // by this module
}

/** The content of a file in an assembly. A definition alone is a file, and has none in it. */
function contentOf(assembly: string, name: string): unknown {
  const file = path.join(assembly, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
