import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportedSource } from '../../importers';
import { readSpec } from '../../spec';
import { assemblyFiles, writeAssembly } from '../../synth';
import { functionCodeOf } from './code-files';

/**
 * The assembly of a source: the source itself if it is one, otherwise one that is made from it, in a temporary directory for as long as
 * this process runs.
 * @param source - absolute path
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED
 */
export async function sourceAssembly(source: string): Promise<string> {
  if (isAssembly(source)) return source;
  // reading YAML costs time that an assembly need not wait for
  const { importSource, recognizeSource } = await import('../../importers');
  if (recognizeSource(source).kind === 'assembly') return source;
  const directory = path.join(temporaryDirectory(), 'gateway.out');
  await writeImported(importSource(source, { environment: process.env }), directory);
  return directory;
}

/** Writes an imported source as an assembly. */
export async function writeImported({ apis }: ImportedSource, directory: string): Promise<void> {
  const specs = apis.map(({ name, spec }) => readSpec(spec, name).spec);
  const sources = new Map(apis.flatMap((api) => [...api.code]));
  const made = await Promise.all([...sources].map(async ([name, source]) => [name, await functionCodeOf(name, source)] as const));
  const code = new Map(made.map(([name, one]) => [name, one.code]));
  const synthesis = { specs, code, sources: { entries: {}, directories: [] }, warnings: made.flatMap(([, { issues }]) => issues) };
  writeAssembly(directory, assemblyFiles(synthesis, { hasSchema: false }));
}

/** Recognizes most assemblies without reading them. */
function isAssembly(source: string): boolean {
  const status = statSync(source, { throwIfNoEntry: false });
  if (status === undefined) return true;
  const inside = (name: string): boolean => existsSync(path.join(source, name));
  return status.isDirectory() ? inside('code.json') || inside(path.join('gateway.out', 'manifest.json')) : source.endsWith('.gateway.json');
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-import-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
