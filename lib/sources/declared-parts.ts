import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ImportedApi } from '../importers';
import { canonicalText, type DeclaredParts } from '../spec';
import type { CodeFiles } from '../synth';

const DECLARED_PARTS = 'declared-parts.json';

/** The file in an assembly with what its source declares beside the specs, by the names of APIs; none if there is nothing. */
export function declaredPartsFile(apis: readonly Pick<ImportedApi, 'name' | 'declared'>[]): CodeFiles {
  const parts = apis.flatMap(({ name, declared }) => (declared === undefined ? [] : [[name, declared] as const]));
  return new Map(parts.length === 0 ? [] : [[DECLARED_PARTS, Buffer.from(canonicalText(Object.fromEntries(parts)))]]);
}

/** The declared parts of the APIs of an assembly, by name. */
export function declaredPartsIn(assembly: string): Readonly<Record<string, DeclaredParts>> {
  const isDirectory = statSync(assembly, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = path.join(assembly, DECLARED_PARTS);
  if (!isDirectory || !existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, DeclaredParts>>; // by this module
}
