import type { ImportedSource } from '../importers';
import { readSpec } from '../spec';
import { assemblyFiles, type CodeFiles } from '../synth';
import { functionCodeOf, type EntryBundler } from './code-files';

/** The files of the assembly of an imported source. */
export async function importedFiles({ apis }: ImportedSource, bundle: EntryBundler): Promise<CodeFiles> {
  const specs = apis.map(({ name, spec }) => readSpec(spec, name).spec);
  const sources = new Map(apis.flatMap((api) => [...api.code]));
  const code = new Map(await Promise.all([...sources].map(async ([name, source]) => [name, await functionCodeOf(source, bundle)] as const)));
  const synthesis = { specs, code, sources: { entries: {}, directories: [] }, warnings: [] };
  return assemblyFiles(synthesis, { hasSchema: false });
}
