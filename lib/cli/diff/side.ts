import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { readAssembly, servedDefinitions, withDeployed, type ServedDefinition } from '../../runtime';
import { gatewaySchema, type DeclaredParts, type GatewaySpec } from '../../spec';
import { declaredPartsIn } from '../../sources';
import { findAssembly, isAppRun, synthesize } from '../assembly-source';
import type { AppOptions, StateOptions } from '../options';
import { endAfter } from '../stop-signal';
import { projectStateDirectory } from '../state-directory';
import { findSource } from '../find-app';
import type { Terminal } from '../terminal';
import { commitOf, openRevision } from './revision';

export interface Side {
  /** Its name in reports: a file, `main (1a2b3c4)`, `working tree`. */
  readonly name: string;
  readonly apis: readonly GatewaySpec[];
  /** Parts that its sources declare beside these. @default - none are known */
  readonly declared?: ReadonlyMap<GatewaySpec, DeclaredParts>;
  /** The definitions that a stage serves: `completed` adds what is no part of a deployment. */
  readonly served?: { readonly stage: string; readonly definitions: readonly ServedDefinition[] };
}

export type SideOptions = AppOptions & StateOptions;

const STAGE_PREFIX = 'stage:';

/**
 * Reads a side: what a stage serves for `stage:prod`, a file or directory if there is one of that name, otherwise a revision; the working
 * tree if none is given.
 * @throws DIFF_SIDE_UNKNOWN, DIFF_SIDE_FAILED, STAGE_NOT_DEPLOYED
 */
export async function readSide(named: string | undefined, options: SideOptions, terminal: Terminal): Promise<Side> {
  if (named?.startsWith(STAGE_PREFIX) === true) return servedSide(named, options, terminal);
  if (named === undefined) return workingTree(options, terminal);
  if (existsSync(path.resolve(terminal.directory, named))) {
    const { app: _app, output: _output, ...others } = options;
    return { name: named, ...await built(named, () =>
      findAssembly(named, { ...others, ...READING, stackName: stackNameIn(terminal) }, terminal)) };
  }
  const commit = await commitOf(named, terminal);
  if (commit === undefined) throw new GatewayError('DIFF_SIDE_UNKNOWN', { side: named });
  const name = `${named} (${commit.slice(0, 7)})`;
  const revision = await openRevision(commit, named, terminal);
  try {
    const there: Terminal = { ...terminal, ...revision.place };
    // the project's own configuration at that revision names its app
    const { app: _app, ...others } = options;
    return { name, ...await built(name, () => definitionOf(others,
      path.join(revision.temporary, 'gateway.out'), there)) };
  } finally {
    revision.remove();
  }
}

/** @throws STAGE_NOT_DEPLOYED and the errors of the state directory */
async function servedSide(name: string, options: SideOptions, terminal: Terminal): Promise<Side> {
  const stage = name.slice(STAGE_PREFIX.length);
  const directory = await projectStateDirectory(options, terminal);
  const definitions = servedDefinitions(directory, stage);
  if (definitions.length === 0) throw new GatewayError('STAGE_NOT_DEPLOYED', { stage, api: 'any API' }, { location: directory });
  return { name, apis: [], served: { stage, definitions } };
}

/** The APIs of both sides. A deployment has no stages, keys and plans: those of a stage's side are the other side's. */
export function completed(before: Side, after: Side): readonly [before: readonly GatewaySpec[], after: readonly GatewaySpec[]] {
  const head = apisOf(after, before.apis, after.served?.stage);
  // variables of two stages are compared as those of one
  return [apisOf(before, head, after.served?.stage ?? before.served?.stage), head];
}

function apisOf({ apis, served }: Side, others: readonly GatewaySpec[], stage = ''): readonly GatewaySpec[] {
  if (served === undefined) return apis;
  return served.definitions.map((definition) => {
    const { stages = ofStage(stage), apiKeys = {}, usagePlans = {} } = others.find(({ api }) => api.name === definition.api.name) ?? {};
    return withDeployed({ ...definition, stages, apiKeys, usagePlans }, definition, stage);
  });
}

function ofStage(stage: string): GatewaySpec['stages'] {
  return gatewaySchema.shape.stages.parse({ [stage]: {} });
}

/** Sources are read as they are: nothing is built, and nothing is served. */
const READING = { isOnlyRead: true, buildsPrograms: false } as const;

/** Templates are compared as those of the project's own stack, whatever their files are called. */
function stackNameIn({ directory }: Terminal): string {
  return path.parse(findSource(directory) ?? 'template').name;
}

/** The output of the app, in a directory of its own, so that a gateway that serves `gateway.out` goes on; or a source of the project. */
async function definitionOf({ output: _output, ...options }: AppOptions, output: string, terminal: Terminal): Promise<string> {
  const reading = { ...options, ...READING };
  return await isAppRun(undefined, options, terminal) ? synthesize({ ...reading, output }, terminal)
    : findAssembly(undefined, reading, terminal);
}

async function workingTree(options: AppOptions, terminal: Terminal): Promise<Side> {
  const name = 'working tree';
  const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-diff-'));
  const clear = (): void => rmSync(temporary, { recursive: true, force: true });
  const forget = endAfter(clear);
  try {
    return { name, ...await built(name, () => definitionOf(options,
      path.join(temporary, 'gateway.out'), terminal)) };
  } finally {
    forget();
    clear();
  }
}

/** Whatever goes wrong is about this side, and nothing is compared. @throws DIFF_SIDE_FAILED */
async function built(side: string, assemble: () => Promise<string>): Promise<Pick<Side, 'apis' | 'declared'>> {
  try {
    const apis = readAssembly(await assemble());
    const declared = apis.flatMap(({ name, spec, file }) => {
      const parts = new Map(Object.entries(declaredPartsIn(path.dirname(file)))).get(name);
      return parts === undefined ? [] : [[spec, parts] as const];
    });
    return { apis: apis.map(({ spec }) => spec), declared: new Map(declared) };
  } catch (cause) {
    if (GatewayError.isGatewayError(cause) && cause.code === 'DIFF_SIDE_FAILED') throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('DIFF_SIDE_FAILED', { side, step: 'reading the definition', reason }, { cause });
  }
}
