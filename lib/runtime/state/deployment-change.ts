import { deployedSpec, type GatewaySpec } from '../../spec';
import type { AssemblyApi } from './assembly';
import { readDeployment } from './deployment-store';
import { pinnedDeployment } from './load';
import { readStageRecords, recordedApis } from './stage-records';

/** A definition as a stage serves it. Other stages, keys and plans are no part of a deployment. */
export type ServedDefinition = Omit<GatewaySpec, 'stages' | 'apiKeys' | 'usagePlans'> & { readonly variables: Readonly<Record<string, string>> };

/** The definitions that stages of this name serve, one for each API that has one. @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
export function servedDefinitions(stateDirectory: string, stage: string): ServedDefinition[] {
  return recordedApis(stateDirectory).flatMap((api) => servedDefinition(stateDirectory, api, stage) ?? []);
}

function servedDefinition(stateDirectory: string, api: string, stage: string): ServedDefinition | undefined {
  const record = readStageRecords(stateDirectory, api).find((entry) => entry.stage === stage);
  return record === undefined ? undefined : { ...readDeployment(stateDirectory, record.current).deployed, variables: record.variables };
}

/**
 * The definitions before and after a deploy, which differ in what it changes only; undefined for a stage that was never deployed.
 * @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED, DEPLOYMENT_UNKNOWN
 */
export function deploymentChange(stateDirectory: string, api: AssemblyApi, stage: string) {
  const served = servedDefinition(stateDirectory, api.name, stage);
  if (served === undefined) return undefined;
  const declared = Object.hasOwn(api.spec.stages, stage) ? api.spec.stages[stage] : undefined;
  const pinned = declared === undefined ? undefined : pinnedDeployment(api, { name: stage, stage: declared, stateDirectory });
  const after = withDeployed(api.spec, { ...pinned?.deployed ?? deployedSpec(api.spec), variables: declared?.variables ?? {} }, stage);
  return { before: withDeployed(api.spec, served, stage), after };
}

/** A definition with the deployed part of another, and the variables that its stage was deployed with. */
export function withDeployed(spec: GatewaySpec, { variables, ...deployed }: ServedDefinition, stage: string): GatewaySpec {
  const declared = Object.hasOwn(spec.stages, stage) ? spec.stages[stage] : undefined;
  const { stages, apiKeys, usagePlans } = spec;
  if (declared === undefined) return { ...deployed, stages, apiKeys, usagePlans };
  return { ...deployed, stages: { ...stages, [stage]: { ...declared, variables: { ...variables } } }, apiKeys, usagePlans };
}
