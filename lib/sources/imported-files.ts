import type { ImportedSource } from '../importers';
import { readSpec } from '../spec';
import { assemblyFiles, type CodeFiles } from '../synth';
import { functionCodeOf } from './code-files';

/** The files of the assembly of an imported source. */
export async function importedFiles({ apis }: ImportedSource): Promise<CodeFiles> {
  const specs = apis.map(({ name, spec }) => readSpec(spec, name).spec);
  const sources = new Map(apis.flatMap((api) => [...api.code]));
  const made = await Promise.all([...sources].map(async ([name, source]) => [name, await functionCodeOf(name, source)] as const));
  const code = new Map(made.map(([name, one]) => [name, one.code]));
  const synthesis = { specs, code, sources: { entries: {}, directories: [] }, warnings: made.flatMap(([, { issues }]) => issues) };
  return assemblyFiles(synthesis, { hasSchema: false });
}
