import { existsSync } from 'node:fs';
import { GatewayError } from '../../errors';
import { defaultStateDirectory, readAssembly, type AssemblyApi } from './assembly';
import { hasDeployment, listDeployments, verifyDeployment } from './deployment-store';
import { recordAsServed, stagesAsSynthesized, storeDefinition, type PinnedStage } from './pin-existing-stages';
import { pinnedDeployment, selectApis } from './load';
import { underStateLock } from './lock';
import { recordDeploy, recordRollback, recordRollbackTo, type StageRecord } from './stage-history';
import { readStageRecord, writeStageRecord } from './stage-records';

/** The source and the target of a deploy. */
export interface DeployOptions {
  /** An assembly directory, or one `*.gateway.json` of it. */
  readonly source: string;
  /** Default: beside the assembly, `gateway.state` for `gateway.out`. */
  readonly stateDirectory?: string;
  readonly api: string;
  /** Declared or new; one that is not declared has no variables. */
  readonly stage: string;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}

/** The stage to roll back, and the deployment that it returns to. */
export interface RollbackOptions {
  readonly stateDirectory: string;
  readonly api: string;
  readonly stage: string;
  /** Id of a deployment, or its first digits; default: the previous one. */
  readonly to?: string;
  readonly now: () => number;
}

/** The effect of an action on a stage. */
export interface StageChange {
  readonly api: string;
  readonly stage: string;
  /** Id of the deployment that the stage serves now. */
  readonly deployment: string;
  /** Id of the one it served before. */
  readonly previous?: string;
  /** Whether the stage was changed: deploying the same definition again changes nothing. */
  readonly isChanged: boolean;
}

/** The effect of a deploy on its stage, and on those that were served as synthesized until then. */
export interface DeployResult extends StageChange {
  /** Other stages of the API that keep this definition from now on, until they are deployed. */
  readonly kept: readonly PinnedStage[];
}

/**
 * Stores the definition and its code as a deployment that the stage then serves. If killed at any moment, the stage serves
 * either the old deployment or the new one. A stage that the definition pins serves what it is pinned to. Other stages keep
 * what they have: one that is served as synthesized is recorded with its current definition.
 * @throws DEPLOY_IN_PROGRESS, STATE_NOT_WRITABLE, STATE_DAMAGED, the errors of an assembly
 */
export function deploy(options: DeployOptions): DeployResult {
  const stateDirectory = options.stateDirectory ?? defaultStateDirectory(options.source);
  const { stage } = options;
  return underStateLock(stateDirectory, () => {
    const [api] = selectApis(readAssembly(options.source), [options.api]);
    if (api === undefined) throw new GatewayError('API_UNKNOWN', { name: options.api, known: 'none' });
    const before = readStageRecord(stateDirectory, api.name, stage);
    const at = new Date(options.now()).toISOString();
    const deployment = store(api, { stateDirectory, stage, at });
    const variables = Object.hasOwn(api.spec.stages, stage) ? api.spec.stages[stage]?.variables ?? {} : {};
    const after = recordDeploy(before, { api: api.name, stage }, { deployment, variables, at });
    const otherStages = stagesAsSynthesized(api, stateDirectory).filter((name) => name !== stage);
    const kept = recordAsServed(api, { stateDirectory, stages: otherStages, at });
    return { ...write(stateDirectory, { before, after }), kept };
  });
}

/**
 * Makes the stage serve its previous deployment, or the given one, with the variables it had then.
 * @throws STAGE_NOT_DEPLOYED, ROLLBACK_IMPOSSIBLE, DEPLOYMENT_UNKNOWN, DEPLOYMENT_AMBIGUOUS, DEPLOY_IN_PROGRESS, STATE_DAMAGED
 */
export function rollback({ stateDirectory, api, stage, to, now }: RollbackOptions): StageChange {
  if (!existsSync(stateDirectory)) throw new GatewayError('STAGE_NOT_DEPLOYED', { stage, api }, { location: stateDirectory });
  return underStateLock(stateDirectory, () => {
    const before = readStageRecord(stateDirectory, api, stage);
    if (before === undefined) throw new GatewayError('STAGE_NOT_DEPLOYED', { stage, api }, { location: stateDirectory });
    const at = new Date(now()).toISOString();
    const after = to === undefined
      ? recordRollback(before, at)
      : recordRollbackTo(before, findDeployment(stateDirectory, to, { api, stage }), at);
    if (after === undefined) throw new GatewayError('ROLLBACK_IMPOSSIBLE', { stage, api }, { location: stateDirectory });
    if (!hasDeployment(stateDirectory, after.current)) throw unknown(after.current, { api, stage });
    verifyDeployment(stateDirectory, after.current);
    return write(stateDirectory, { before, after });
  });
}

/** One change of one stage: the moment it takes effect. */
function write(stateDirectory: string, { before, after }: { before?: StageRecord; after: StageRecord }): StageChange {
  const isChanged = after !== before;
  if (isChanged) writeStageRecord(stateDirectory, after);
  return { api: after.api, stage: after.stage, deployment: after.current, previous: before?.current, isChanged };
}

function store(api: AssemblyApi, { stateDirectory, stage, at }: { stateDirectory: string; stage: string; at: string }): string {
  const declared = Object.hasOwn(api.spec.stages, stage) ? api.spec.stages[stage] : undefined;
  const pinned = declared === undefined ? undefined : pinnedDeployment(api, { name: stage, stage: declared, stateDirectory });
  if (pinned !== undefined) return pinned.id;
  return storeDefinition(api, { stateDirectory, at });
}

function findDeployment(stateDirectory: string, reference: string, target: { api: string; stage: string }): string {
  const ids = listDeployments(stateDirectory).filter(({ api }) => api === target.api).map(({ id }) => id);
  if (ids.includes(reference)) return reference;
  const matches = ids.filter((id) => id.startsWith(reference));
  const [first] = matches;
  if (first === undefined) throw unknown(reference, target);
  if (matches.length > 1) throw new GatewayError('DEPLOYMENT_AMBIGUOUS', { deployment: reference, found: matches.join(', ') });
  return first;
}

function unknown(deployment: string, target: { api: string; stage: string }): GatewayError {
  return new GatewayError('DEPLOYMENT_UNKNOWN', { deployment, ...target });
}
