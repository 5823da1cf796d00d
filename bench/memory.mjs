// How much memory do an idle gateway and its functions hold? Resident memory counts every page of a process; proportional
// memory counts pages that several processes share, as those of Node's own program, by their share.
import { command, makeAssembly } from './support/assembly.mjs';
import { load } from './support/load.mjs';
import { descendantsOf, memoryMB } from './support/process-tree.mjs';
import { outputMatch, startNode, stop } from './support/processes.mjs';
import { startPeer } from './support/servers.mjs';
import { median, short, table } from './support/statistics.mjs';
import { measured } from './support/targets.mjs';

export const title = 'Memory at rest';

/** Time for pending work to finish, and for a due garbage collection. */
const SETTLE_MS = 3_000;
const LOAD_SECONDS = 4;
const INSTANCE_PROGRAM = /instance\.js/;

const STATES = [
  ['bare node:http, answered once', 'bare'],
  ['gateway, nothing asked yet', 'fresh'],
  ['gateway, answered once', 'gateway'],
  ['gateway, after a load', 'loaded'],
  ['instance of a function, answered once', 'instance'],
  ['prewarmed process', 'prewarmed'],
];

export async function run({ isQuick }) {
  const rounds = isQuick ? 1 : 3;
  const seen = [];
  for (let round = 0; round < rounds; round += 1) seen.push(await measure());
  const middle = (state, key) => median(seen.map((one) => one[state]?.[key] ?? Number.NaN));
  const rows = STATES.map(([name, state]) => [name, short(middle(state, 'residentMB')), short(middle(state, 'proportionalMB'))]);
  const text = `MB of 1,000,000 bytes, ${rounds} round${rounds === 1 ? '' : 's'}, medians, ${SETTLE_MS / 1_000} s after the last request.\n\n${
    table(['', 'resident', 'proportional'], rows)}`;
  return {
    text,
    entries: [
      measured({ name: 'resident memory of a gateway at rest, MB', ours: middle('gateway', 'residentMB'), below: 80, unit: 'MB' }),
      measured({ name: 'resident memory of an idle instance, MB', ours: middle('instance', 'residentMB'), below: 45, unit: 'MB' }),
    ],
  };
}

async function measure() {
  const { assembly, remove } = makeAssembly();
  const child = startNode([command, 'serve', assembly, '--port', '0', '--account-limit', 'off']);
  try {
    const [origin] = await outputMatch(child, /http:\/\/127\.0\.0\.1:\d+/);
    const fresh = await settled(child.pid);
    const pid = Number(await (await fetch(`${origin}/prod/pid`)).text());
    const gateway = await settled(child.pid);
    const instance = memoryMB(pid);
    const prewarmed = descendantsOf(child.pid).find((one) => one.pid !== pid && INSTANCE_PROGRAM.test(one.command));
    const prewarmedMB = prewarmed === undefined ? undefined : memoryMB(prewarmed.pid);
    await load(`${origin}/prod/pets/7`, { seconds: LOAD_SECONDS, core: 1 });
    return { bare: await bareMB(), fresh, gateway, instance, prewarmed: prewarmedMB, loaded: await settled(child.pid) };
  } finally {
    await stop(child);
    remove();
  }
}

async function bareMB() {
  const { child, origin } = await startPeer('bare.mjs');
  try {
    await (await fetch(`${origin}/prod/pets/7`)).text();
    return await settled(child.pid);
  } finally {
    await stop(child);
  }
}

async function settled(pid) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return memoryMB(pid);
}
