// New code and new deployments under load: in turn a synthesis over the assembly that is served, a deployment of an API, another
// one, and its rollback. Each must be picked up; from then on only the new version may answer.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../until';
import { runCommand, synthesize } from './command';
import { call } from './exchange';
import type { ApiUnderLoad } from './kinds';
import type { SoakGateway } from './serve-gateway';

const PICKED_UP_MS = 60_000;
const CALL = { path: '/prod/echo/change' };
/** Time after a change in which the previous version may still answer requests that were sent before it. */
const OLD_VERSION_MS = 2_000;

export interface ChangeCounts {
  reloads: number;
  deployments: number;
  rollbacks: number;
  readonly problems: string[];
}

export interface Changes {
  readonly seen: Readonly<ChangeCounts>;
  /** Whether each kind of change was tried. */
  readonly hasBeenRound: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface ChangedApis {
  readonly mixed: ApiUnderLoad;
  readonly deployed: ApiUnderLoad;
}

interface Change {
  readonly kind: 'reloads' | 'deployments' | 'rollbacks';
  readonly api: ApiUnderLoad;
  /** Makes the change; gives the version that must answer from then on. */
  readonly make: () => Promise<number>;
}

const stateOf = ({ directory }: SoakGateway) => path.join(directory, 'gateway.state');

/** From its first deployment on, an API does not follow the assembly. */
export async function deployFirst(gateway: SoakGateway): Promise<void> {
  await runCommand(['deploy', 'Deployed', '--stage', 'prod', '--assembly', gateway.assembly, '--state', stateOf(gateway)]);
}

/** Begins to change; the versions of both APIs are those that may answer now. */
export function startChanges(gateway: SoakGateway, apis: ChangedApis, everyMs: number): Changes {
  const seen: ChangeCounts = { reloads: 0, deployments: 0, rollbacks: 0, problems: [] };
  const changes = changesOf(gateway, apis);
  const stopping = new AbortController();
  let turns = 0;
  const loop = async (): Promise<void> => {
    for (; !stopping.signal.aborted; turns += 1) {
      await pause(everyMs, stopping.signal);
      const change = changes[turns % changes.length];
      if (stopping.signal.aborted || change === undefined) return;
      try {
        await apply(change, seen);
      } catch (error) {
        seen.problems.push(`${change.kind}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const done = loop();
  return {
    seen,
    hasBeenRound: () => turns >= changes.length,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

function changesOf(gateway: SoakGateway, { mixed, deployed }: ChangedApis): readonly Change[] {
  const { directory, backend } = gateway;
  const assemblyFolder = path.join(directory, 'deployed.out');
  const state = stateOf(gateway);
  const history = [1];
  let version = 1;
  const synthesizeNext = async (api: ApiUnderLoad, output: string): Promise<void> => {
    version += 1;
    api.versions.add(version);
    await synthesize({ directory, backend, output, version });
  };
  const reload = async (): Promise<number> => {
    await synthesizeNext(mixed, gateway.assembly);
    return version;
  };
  const deployment: Change = { kind: 'deployments', api: deployed, make: async () => {
    await synthesizeNext(deployed, assemblyFolder);
    await runCommand(['deploy', 'Deployed', '--stage', 'prod', '--assembly', assemblyFolder, '--state', state]);
    history.push(version);
    return version;
  } };
  const rollback = async (): Promise<number> => {
    history.pop();
    const previous = history.at(-1) ?? 1;
    deployed.versions.add(previous);
    await runCommand(['rollback', 'Deployed', '--stage', 'prod', '--state', state]);
    return previous;
  };
  return [{ kind: 'reloads', api: mixed, make: reload }, deployment, deployment, { kind: 'rollbacks', api: deployed, make: rollback }];
}

async function apply({ kind, api, make }: Change, seen: ChangeCounts): Promise<void> {
  const expected = await make();
  const isThere = await until(async () => {
    const { status, body } = await call(api, CALL);
    return status === 200 && (JSON.parse(body) as { readonly version?: number }).version === expected;
  }, PICKED_UP_MS);
  if (isThere === undefined) {
    seen.problems.push(`${kind}: version ${expected} does not answer within ${PICKED_UP_MS / 1_000} s`);
    return;
  }
  seen[kind] += 1;
  const older = [...api.versions].filter((version) => version !== expected);
  setTimeout(() => {
    for (const version of older) api.versions.delete(version);
  }, OLD_VERSION_MS).unref();
}

/** Ends early, and without an error, when the signal does. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal }).catch(() => undefined);
}
