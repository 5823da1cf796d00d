// New code and new deployments while everything goes on: in turn a synthesis over the assembly that is served, a deployment
// of an API, another one, and its rollback. Each must be picked up; from then on only the new version may answer.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../faults/check.mjs';
import { runCommand, synthesize } from './command.mjs';
import { call } from './exchange.mjs';

const TAKEN_UP_MS = 60_000;
const CALL = { path: '/prod/echo/change' };

const stateOf = ({ directory }) => path.join(directory, 'gateway.state');

/** From its first deployment on, an API does not follow the assembly. */
export async function deployFirst(gateway) {
  await runCommand(['deploy', 'Deployed', '--stage', 'prod', '--assembly', gateway.assembly, '--state', stateOf(gateway)]);
}

/** Begins to change; the versions of both sides say what may answer now. `hasBeenRound`: each kind of change was tried. */
export function startChanges(gateway, { mixed, deployed }, everyMs) {
  const seen = { reloads: 0, deployments: 0, rollbacks: 0, problems: [] };
  const spare = path.join(gateway.directory, 'deployed.out');
  const state = stateOf(gateway);
  let version = 1;
  let turns = 0;
  const history = [1];
  const make = (output) => synthesize({ directory: gateway.directory, backend: gateway.backend, output, version });
  const actions = [
    { kind: 'reloads', side: mixed, run: async () => {
      version += 1;
      mixed.versions.add(version);
      await make(gateway.assembly);
      return version;
    } },
    ...Array.from({ length: 2 }, () => ({ kind: 'deployments', side: deployed, run: async () => {
      version += 1;
      deployed.versions.add(version);
      await make(spare);
      await runCommand(['deploy', 'Deployed', '--stage', 'prod', '--assembly', spare, '--state', state]);
      history.push(version);
      return version;
    } })),
    { kind: 'rollbacks', side: deployed, run: async () => {
      history.pop();
      deployed.versions.add(history.at(-1));
      await runCommand(['rollback', 'Deployed', '--stage', 'prod', '--state', state]);
      return history.at(-1);
    } },
  ];
  const stopping = new AbortController();
  const loop = async () => {
    for (; !stopping.signal.aborted; turns += 1) {
      await pause(everyMs, stopping.signal);
      if (stopping.signal.aborted) return;
      const action = actions[turns % actions.length];
      try {
        await change(action, seen);
      } catch (error) {
        seen.problems.push(`${action.kind}: ${error.message}`);
      }
    }
  };
  const done = loop();
  return {
    seen,
    hasBeenRound: () => turns >= actions.length,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function change({ kind, side, run }, seen) {
  const wanted = await run();
  const isThere = await until(async () => {
    const { status, body } = await call(side, CALL);
    return status === 200 && JSON.parse(body).version === wanted;
  }, TAKEN_UP_MS);
  if (isThere === undefined) {
    seen.problems.push(`${kind}: version ${wanted} does not answer within ${TAKEN_UP_MS / 1_000} s`);
    return;
  }
  seen[kind] += 1;
  // what was asked before this moment may still be answered by what was there before
  const older = [...side.versions].filter((version) => version !== wanted);
  setTimeout(() => {
    for (const version of older) side.versions.delete(version);
  }, 2_000).unref();
}

/** Ends early, and well, when the signal does. */
function pause(ms, signal) {
  return wait(ms, undefined, { signal }).catch(() => undefined);
}
