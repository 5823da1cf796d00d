import { GatewayError } from '../../errors';
import { deployedSpec, type CanarySpec, type StageSpec } from '../../spec';
import type { LoadedApi, LoadedStage, LoadOptions } from '../plan/loaded';
import { codeOf, defaultStateDirectory, readAssembly, type AssemblyApi } from './assembly';
import { hasDeployment, readDeployment, type StoredDeployment } from './deployment-store';
import { readStageRecords } from './stage-records';

export interface DeclaredStage {
  readonly name: string;
  readonly stage: StageSpec;
  readonly stateDirectory: string;
}

/**
 * Reads the APIs to be served. A stage that was deployed is served from its deployment in the state directory, with the
 * variables it was deployed with; a declared stage that never was, from the assembly, or from the deployment it is pinned to.
 * @throws the errors of an assembly, of a spec and of the state directory; API_MISSING, API_UNKNOWN, FUNCTION_CODE_MISSING,
 * DEPLOYMENT_UNKNOWN
 */
export function loadApis(options: LoadOptions): LoadedApi[] {
  const stateDirectory = options.stateDirectory ?? defaultStateDirectory(options.source);
  const load = options.ignoreDeployments === true ? loadEdited : loadApi;
  return selectApis(readAssembly(options.source), options.apis).map((api) => load(api, stateDirectory));
}

/** The named APIs; all if no names are given. @throws API_MISSING, API_UNKNOWN */
export function selectApis(all: readonly AssemblyApi[], names: readonly string[] | undefined): readonly AssemblyApi[] {
  if (all.length === 0) throw new GatewayError('API_MISSING');
  const unknown = names?.find((name) => !all.some((api) => api.name === name));
  if (unknown !== undefined) throw new GatewayError('API_UNKNOWN', { name: unknown, known: all.map((api) => api.name).join(', ') || 'none' });
  return names === undefined ? all : all.filter((api) => names.includes(api.name));
}

/** The API of that name, or the only one. @throws API_MISSING, API_UNKNOWN, API_NOT_CHOSEN */
export function chooseApi(all: readonly AssemblyApi[], name: string | undefined): AssemblyApi {
  const [only, ...others] = selectApis(all, name === undefined ? undefined : [name]);
  if (only !== undefined && others.length === 0) return only;
  throw new GatewayError('API_NOT_CHOSEN', { names: all.map((api) => api.name).join(', ') || 'none' });
}

function loadApi(api: AssemblyApi, stateDirectory: string): LoadedApi {
  const recorded = readStageRecords(stateDirectory, api.name).map((record): LoadedStage => ({
    name: record.stage,
    variables: record.variables,
    ...fromDeployment(storedDeployment(stateDirectory, record.current, record.stage), api),
  }));
  const declared = Object.entries(api.spec.stages)
    .filter(([name]) => !recorded.some((stage) => stage.name === name))
    .map(([name, stage]) => loadDeclared(api, { name, stage, stateDirectory }));
  const stages = [...recorded, ...declared].map((stage) => withCanary(api, stage, stateDirectory));
  stages.sort((left, right) => (left.name < right.name ? -1 : 1));
  return { name: api.name, definition: api.spec, code: api.code, stages, tokenValues: api.tokenValues ?? {} };
}

/** Every stage, including stages that exist only by a deployment, with the current definition. */
function loadEdited(api: AssemblyApi, stateDirectory: string): LoadedApi {
  const recorded = readStageRecords(stateDirectory, api.name).map(({ stage, variables }) => [stage, { variables }] as const);
  const stages = Object.entries({ ...Object.fromEntries(recorded), ...api.spec.stages }).map(([name, { variables }]) =>
    withEditedCanary(api, { name, variables, ...fromAssembly(api) }));
  stages.sort((left, right) => (left.name < right.name ? -1 : 1));
  return { name: api.name, definition: api.spec, code: api.code, stages, tokenValues: api.tokenValues ?? {} };
}

function withEditedCanary(api: AssemblyApi, stage: LoadedStage): LoadedStage {
  const canary = Object.hasOwn(api.spec.stages, stage.name) ? api.spec.stages[stage.name]?.canary : undefined;
  return canary === undefined ? stage : withCanaryStage(stage, canary, stage);
}

function loadDeclared(api: AssemblyApi, declared: DeclaredStage): LoadedStage {
  const pinned = pinnedDeployment(api, declared);
  const target = pinned === undefined ? fromAssembly(api) : fromDeployment(pinned, api);
  return { name: declared.name, variables: declared.stage.variables, ...target };
}

/** The stage with its canary, if the definition has one: `latest` is the assembly, deployed or not. */
function withCanary(api: AssemblyApi, stage: LoadedStage, stateDirectory: string): LoadedStage {
  const declared = Object.hasOwn(api.spec.stages, stage.name) ? api.spec.stages[stage.name] : undefined;
  if (declared?.canary === undefined) return stage;
  const { deployment } = declared.canary;
  const canary = loadDeclared(api, { name: stage.name, stage: { ...declared, deployment }, stateDirectory });
  return withCanaryStage(stage, declared.canary, canary);
}

function withCanaryStage(stage: LoadedStage, settings: CanarySpec, canary: LoadedStage): LoadedStage {
  const { percentTraffic, useStageCache, stageVariableOverrides } = settings;
  const variables = { ...stage.variables, ...stageVariableOverrides };
  return { ...stage, isCanary: false, canary: { percentTraffic, useStageCache, stage: { ...canary, variables, isCanary: true } } };
}

/** The deployment that a stage is pinned to; undefined if that is none, or the definition itself. @throws DEPLOYMENT_UNKNOWN */
export function pinnedDeployment(api: AssemblyApi, { name, stage, stateDirectory }: DeclaredStage): StoredDeployment | undefined {
  if (stage.deployment === 'latest') return undefined;
  if (hasDeployment(stateDirectory, stage.deployment)) {
    const stored = readDeployment(stateDirectory, stage.deployment);
    if (stored.deployed.api.id === api.spec.api.id) return stored;
  } else if (stage.deployment === api.fingerprint) {
    return undefined;
  }
  throw new GatewayError('DEPLOYMENT_UNKNOWN', { deployment: stage.deployment, stage: name, api: api.name }, { location: api.file });
}

/** A record names only deployments that were stored before it, so a missing one was removed. */
function storedDeployment(stateDirectory: string, id: string, stage: string): StoredDeployment {
  if (hasDeployment(stateDirectory, id)) return readDeployment(stateDirectory, id);
  throw new GatewayError('STATE_DAMAGED', { reason: `deployment ${id}, which stage "${stage}" serves, is missing` }, { location: stateDirectory });
}

/** Code of a deployment is a copy without its surroundings: its sources are where those of the assembly are. */
function fromDeployment({ fingerprint, deployed, code }: StoredDeployment, api: AssemblyApi): Pick<LoadedStage, 'fingerprint' | 'deployed' | 'code' | 'source'> {
  const besideSources = Object.entries(code).map(([name, loaded]) => {
    const { sourceDirectory } = (Object.hasOwn(api.code, name) ? api.code[name] : undefined) ?? {};
    return [name, sourceDirectory === undefined ? loaded : { ...loaded, sourceDirectory }] as const;
  });
  return { fingerprint, deployed, code: Object.fromEntries(besideSources), source: 'state' };
}

function fromAssembly(api: AssemblyApi): Pick<LoadedStage, 'fingerprint' | 'deployed' | 'code' | 'source'> {
  return { fingerprint: api.fingerprint, deployed: deployedSpec(api.spec), code: codeOf(api), source: 'assembly' };
}
