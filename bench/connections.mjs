// The cost of an idle connection. Each one makes one request and then waits, like those of browsers and pools.
import path from 'node:path';
import { memoryMB } from './support/process-tree.mjs';
import { outputMatch, start, stop, withDescriptors } from './support/processes.mjs';
import { startGateway, startPeer } from './support/servers.mjs';
import { median, percentile, short, table } from './support/statistics.mjs';
import { measured } from './support/targets.mjs';

export const title = 'Idle connections';

const CONNECTIONS = 10_000;
/** Other files that a gateway has open. */
const MORE_DESCRIPTORS = 1_000;
const SETTLE_MS = 2_000;
const PROBES = 50;
const TARGET = '/prod/pets/7?color=red';
const around = (line) => withDescriptors(CONNECTIONS + MORE_DESCRIPTORS, line);
const most = String(CONNECTIONS + MORE_DESCRIPTORS);
const options = ['--max-connections', most, '--max-connections-per-address', most, '--idle-timeout', '3600'];

const SERVERS = [
  { name: 'bare node:http', start: () => startPeer('bare.mjs', undefined, { around, env: { KEEP_ALIVE_MS: '3600000' } }) },
  { name: 'synthgate serve', start: () => startGateway({}, undefined, options, { around }) },
];

export async function run({ isQuick }) {
  const rounds = isQuick ? 1 : 3;
  const servers = SERVERS.map((server) => ({ ...server, rounds: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) server.rounds.push(await measure(server));
  }
  const middle = (server, key) => median(server.rounds.map((one) => one[key]));
  const rows = servers.map((server) => [
    server.name,
    middle(server, 'open').toLocaleString('en-GB'),
    ...['beforeMB', 'afterMB', 'kilobytes', 'probeMs', 'slowestMs'].map((key) => short(middle(server, key))),
  ]);
  const ours = servers.at(-1);
  const isComplete = ours.rounds.every(({ open }) => open === CONNECTIONS);
  const head = ['server', 'connections', 'resident MB before', 'with them', 'kB each', 'one more request: p50 ms', 'p99 ms'];
  const text = `${rounds} round${rounds === 1 ? '' : 's'}, a new process each, medians; kB of 1,000 bytes of resident memory.\n\n${table(head, rows)}`;
  const entry = measured({
    name: '10,000 idle connections, kB each', ours: isComplete ? middle(ours, 'kilobytes') : Number.NaN, below: 15, unit: 'kB',
  });
  return { text, entries: [entry] };
}

async function measure(server) {
  const { child, origin, remove } = await server.start();
  let holder;
  try {
    await probe(origin);
    const before = await settled(child.pid);
    holder = start(around([process.execPath, path.join(import.meta.dirname, 'support/hold-connections.mjs'), `${origin}${TARGET}`, String(CONNECTIONS)]));
    const [, open] = await outputMatch(holder, /open=(\d+)\n/);
    const after = await settled(child.pid);
    const { probeMs, slowestMs } = await probe(origin);
    if (holder.exitCode !== null) throw new Error(`${server.name} does not keep ${open} idle connections`);
    const kilobytes = ((after.residentMB - before.residentMB) * 1_000) / Number(open);
    return { open: Number(open), beforeMB: before.residentMB, afterMB: after.residentMB, kilobytes, probeMs, slowestMs };
  } finally {
    if (holder !== undefined) await stop(holder);
    await stop(child);
    remove();
  }
}

/** How long other requests take meanwhile; the first ones also warm up lazily loaded code. */
async function probe(origin) {
  const times = [];
  for (let count = 0; count < PROBES; count += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${origin}${TARGET}`);
    await response.text();
    if (response.status !== 200) throw new Error(`${origin} answers ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return { probeMs: median(times), slowestMs: percentile(times, 0.99) };
}

async function settled(pid) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return memoryMB(pid);
}
