import { canonicalText } from '../../spec';
import { readAssembly, type AssemblyApi } from './assembly';
import { codeDigest } from './code-file';
import { summaryOf } from './deployment-store';
import { readStageRecords } from './stage-records';
import type { StageRecord } from './stage-history';

/** A stage that was deployed from another definition than the one in the assembly. */
export interface StageDrift {
  readonly api: string;
  readonly stage: string;
  /** The parts that a deploy would change. */
  readonly differences: readonly ('definition' | 'code' | 'variables')[];
}

/** The deployed stages that a deploy of this assembly would change. */
export function driftedStages(source: string, stateDirectory: string): StageDrift[] {
  return readAssembly(source).flatMap((api) =>
    readStageRecords(stateDirectory, api.name).flatMap((record) => {
      const differences = differencesOf(api, record, stateDirectory);
      return differences.length === 0 ? [] : [{ api: api.name, stage: record.stage, differences }];
    }),
  );
}

/** Why an edit is not served on a stage, and what to run. @param otherwise - what else makes it served */
export function driftText({ api, stage, differences }: StageDrift, otherwise: string): string {
  return `stage ${stage} of ${api} still serves its deployment (${differences.join(' and ')} changed since). `
    + `To serve the change: synthgate deploy ${api} --stage ${stage}, or ${otherwise}`;
}

function differencesOf(api: AssemblyApi, record: StageRecord, stateDirectory: string): StageDrift['differences'] {
  const deployment = summaryOf(stateDirectory, record.current);
  const declared = Object.hasOwn(api.spec.stages, record.stage) ? api.spec.stages[record.stage] : undefined;
  const wanted = declared === undefined || declared.deployment === 'latest' ? api.fingerprint : declared.deployment;
  const isSameDefinition = deployment.fingerprint === wanted;
  const isSameCode = wanted !== api.fingerprint || deployment.codeDigest === codeDigest(ownCode(api));
  const isSameVariables = canonicalText(declared?.variables ?? {}) === canonicalText(record.variables);
  return [
    ...(isSameDefinition ? [] : ['definition' as const]),
    ...(isSameDefinition && !isSameCode ? ['code' as const] : []),
    ...(isSameVariables ? [] : ['variables' as const]),
  ];
}

/** The code of this API's functions, without that of other APIs in the same assembly. */
function ownCode(api: AssemblyApi): AssemblyApi['code'] {
  return Object.fromEntries(Object.entries(api.code).filter(([name]) => Object.hasOwn(api.spec.functions, name)));
}
