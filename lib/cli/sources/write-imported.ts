import { issueText, type Issue } from '../../errors';
import type { ImportedSource } from '../../importers';
import { readSpec, type GatewaySpecInput } from '../../spec';
import { assemblyFiles, writeAssembly } from '../../synth';
import { functionCodeOf } from './code-files';
import { isWorthPrinting } from './source-options';

/** The stage of a definition that declares none: without one it has no URL. */
const STAGE = 'prod';

/**
 * Writes an imported source as an assembly.
 * @param isServed - whether a definition without a stage gets one
 */
export async function writeImported({ apis }: ImportedSource, directory: string, isServed = true): Promise<void> {
  const specs = apis.map(({ name, spec }) => readSpec(isServed ? withStage(spec) : spec, name).spec);
  const sources = new Map(apis.flatMap((api) => [...api.code]));
  const made = await Promise.all([...sources].map(async ([name, source]) => [name, await functionCodeOf(name, source)] as const));
  const code = new Map(made.map(([name, one]) => [name, one.code]));
  const synthesis = { specs, code, sources: { entries: {}, directories: [] }, warnings: made.flatMap(([, { issues }]) => issues) };
  writeAssembly(directory, assemblyFiles(synthesis, { hasSchema: false }));
}

/** What was changed or left out, for a terminal. */
export function issueLines(issues: readonly Issue[]): string {
  return issues.filter(isWorthPrinting).map((one) => `${issueText(one)}\n`).join('');
}

function withStage(spec: GatewaySpecInput): GatewaySpecInput {
  return Object.keys(spec.stages ?? {}).length === 0 ? { ...spec, stages: { [STAGE]: {} } } : spec;
}
