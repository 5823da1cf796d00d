import type { ImpliedValues, ImportedSource, LocalName } from '../importers';
import { canonicalText, readSpec, type GatewaySpecInput } from '../spec';
import { assemblyFiles, writeAssembly, type CodeFiles } from '../synth';
import { basePathsFile } from './base-paths';
import { functionCodeOf } from './code-files';

/** Values of tokens, and which are made up; the gateway reads it. */
const TOKEN_VALUES = 'token-values.json';

/** The stage of a definition that declares none: without one it has no URL. */
const STAGE = 'prod';

/**
 * Writes an imported source as an assembly.
 * @param isServed - whether a definition without a stage gets one
 */
export async function writeImported(imported: ImportedSource, directory: string, isServed = true): Promise<void> {
  writeAssembly(directory, await importedFiles(imported, isServed));
}

/** The files of that assembly. */
export async function importedFiles({ apis, localNames, basePaths }: ImportedSource, isServed = true): Promise<CodeFiles> {
  const specs = apis.map(({ name, spec }) => readSpec(isServed ? withStage(spec) : spec, name).spec);
  const sources = new Map(apis.flatMap((api) => [...api.code]));
  const made = await Promise.all([...sources].map(async ([name, source]) => [name, await functionCodeOf(name, source)] as const));
  const code = new Map(made.map(([name, one]) => [name, one.code]));
  const synthesis = { specs, code, sources: { entries: {}, directories: {} }, warnings: made.flatMap(([, { issues }]) => issues) };
  const values = tokenValuesFile({ values: {}, local: [] }, localNames);
  return new Map([...assemblyFiles(synthesis, { hasSchema: false }), ...values, ...basePathsFile(basePaths)]);
}

/** The file of values that an assembly has for its tokens, and of made-up names in its specs; none if there are none. */
export function tokenValuesFile({ values, local }: ImpliedValues, localNames: readonly LocalName[] = []): CodeFiles {
  const isEmpty = Object.keys(values).length === 0 && localNames.length === 0;
  return new Map(isEmpty ? [] : [[TOKEN_VALUES, Buffer.from(canonicalText({ values, local, names: localNames }))]]);
}

function withStage(spec: GatewaySpecInput): GatewaySpecInput {
  return Object.keys(spec.stages ?? {}).length === 0 ? { ...spec, stages: { [STAGE]: {} } } : spec;
}
