import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SourceOptions } from '../options';
import type { Terminal } from '../terminal';
import { parametersOf } from './source-options';
import { issueLines, writeImported } from './write-imported';

/** A source as the assembly that it is or becomes. */
export interface OpenSource {
  readonly assembly: string;
  /** What it was read from; nothing for an assembly, which is followed itself. */
  readonly files: () => readonly string[];
  /** Reads the source again, into the same assembly. */
  readonly refresh: () => Promise<void>;
}

export interface OpenSourceOptions extends SourceOptions {
  /** Whether a definition without a stage stays as it is; otherwise it gets one, so that it has a URL. */
  readonly isOnlyRead?: boolean;
}

/**
 * The assembly of a source: the source itself if it is one, otherwise one that is made from it, in a temporary directory for as long as
 * this process runs.
 * @param source - absolute path
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED and the errors of imports
 */
export async function openSource(source: string, options: OpenSourceOptions, terminal: Terminal): Promise<OpenSource> {
  const itself: OpenSource = { assembly: source, files: () => [], refresh: () => Promise.resolve() };
  if (isAssembly(source)) return itself;
  // reading YAML costs time that an assembly need not wait for
  const { importSource, recognizeSource } = await import('../../importers');
  if (recognizeSource(source).kind === 'assembly') return itself;
  const assembly = path.join(temporaryDirectory(), 'gateway.out');
  let files: readonly string[] = [source];
  const refresh = async (): Promise<void> => {
    const imported = importSource(source, { parameters: parametersOf(options, terminal), environment: terminal.environment });
    files = imported.files;
    terminal.err(issueLines(imported.issues));
    await writeImported(imported, assembly, options.isOnlyRead !== true);
  };
  await refresh();
  return { assembly, files: () => files, refresh };
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
