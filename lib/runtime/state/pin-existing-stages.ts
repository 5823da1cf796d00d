import { GatewayError } from '../../errors';
import { deployedSpec } from '../../spec';
import { codeOf, readAssembly, type AssemblyApi } from './assembly';
import { storeDeployment } from './deployment-store';
import { underStateLock } from './lock';
import { recordServed } from './stage-history';
import { hasStageRecord, writeStageRecord } from './stage-records';

/** A stage that keeps what it served as synthesized. */
export interface PinnedStage {
  readonly stage: string;
  /** Id of the deployment that it was recorded with. */
  readonly deployment: string;
}

/** Which API's stages are recorded, and where. */
export interface PinOptions {
  readonly api: AssemblyApi;
  readonly stateDirectory: string;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}

/** The served APIs of an assembly that is about to be replaced, without those that cannot be read or have no code. */
export function servableApis(source: string): AssemblyApi[] {
  return (attempt(() => readAssembly(source)) ?? []).filter((api) => attempt(() => codeOf(api)) !== undefined);
}

/**
 * Before the assembly of an API is replaced for a deploy, records the current definition of every stage that is served as
 * synthesized, so that the deploy changes only its own stage and can be rolled back. Stages that were deployed or are
 * pinned are not changed.
 * @returns the stages that were recorded, by name
 * @throws DEPLOY_IN_PROGRESS, STATE_NOT_WRITABLE, STATE_DAMAGED
 */
export function pinExistingStages({ api, stateDirectory, now }: PinOptions): PinnedStage[] {
  if (stagesAsSynthesized(api, stateDirectory).length === 0) return [];
  return underStateLock(stateDirectory, () =>
    recordAsServed(api, { stateDirectory, stages: stagesAsSynthesized(api, stateDirectory), at: new Date(now()).toISOString() }));
}

/** Names of the declared stages that follow the assembly: without a record, and not pinned. */
export function stagesAsSynthesized(api: AssemblyApi, stateDirectory: string): string[] {
  return Object.entries(api.spec.stages)
    .filter(([name, stage]) => stage.deployment === 'latest' && !hasStageRecord(stateDirectory, api.name, name))
    .map(([name]) => name)
    .sort();
}

export interface ServedStages {
  readonly stateDirectory: string;
  readonly stages: readonly string[];
  /** ISO 8601. */
  readonly at: string;
}

/** Writes the first record of each of the stages, one file after the other: each serves the same before and after. */
export function recordAsServed(api: AssemblyApi, { stateDirectory, stages, at }: ServedStages): PinnedStage[] {
  if (stages.length === 0) return [];
  const deployment = storeDefinition(api, { stateDirectory, at });
  return stages.map((stage) => {
    const variables = api.spec.stages[stage]?.variables ?? {};
    writeStageRecord(stateDirectory, recordServed({ api: api.name, stage }, { deployment, variables, at }));
    return { stage, deployment };
  });
}

/** Stores the definition and its code from the assembly; call under the lock. */
export function storeDefinition(api: AssemblyApi, { stateDirectory, at }: Omit<ServedStages, 'stages'>): string {
  const content = { api: api.name, fingerprint: api.fingerprint, deployed: deployedSpec(api.spec), code: codeOf(api), createdAt: at };
  return storeDeployment(stateDirectory, content).id;
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return undefined;
    throw error;
  }
}
