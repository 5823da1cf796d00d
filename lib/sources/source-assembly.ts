import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportedSource } from '../importers';
import { writeAssembly } from '../synth';
import { addCdkApis, hasCdkApis } from './cdk-apis';
import { importedFiles } from './imported-files';

/**
 * The assembly of a source: the source itself if it is one, otherwise one that is made from it, in a temporary directory for as long as
 * this process runs.
 * @param source - absolute path
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED
 */
export async function sourceAssembly(source: string): Promise<string> {
  if (hasCdkApis(source)) {
    const directory = newDirectory();
    await addCdkApis({ cloudAssembly: source, assembly: path.join(source, 'gateway.out'), output: directory });
    return directory;
  }
  if (isAssembly(source)) return source;
  // reading YAML costs time that an assembly need not wait for
  const { importSource, recognizeSource } = await import('../importers');
  if (recognizeSource(source).kind === 'assembly') return source;
  const directory = newDirectory();
  await writeImported(importSource(source, { environment: process.env }), directory);
  return directory;
}

/** Writes an imported source as an assembly. */
export async function writeImported(imported: ImportedSource, directory: string): Promise<void> {
  writeAssembly(directory, await importedFiles(imported));
}

/** Recognizes most assemblies without reading them. */
function isAssembly(source: string): boolean {
  const status = statSync(source, { throwIfNoEntry: false });
  if (status === undefined) return true;
  const inside = (name: string): boolean => existsSync(path.join(source, name));
  return status.isDirectory() ? inside('code.json') || inside(path.join('gateway.out', 'manifest.json')) : source.endsWith('.gateway.json');
}

function newDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-import-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return path.join(directory, 'gateway.out');
}
