// The cost of the dashboard. `serve` records nothing unless it is told to; with a dashboard, and in `dev`, each request leaves a
// trace. The figure is processor time per request, of the gateway with its functions; the rate is limited by one core.
import { generator, load } from './support/load.mjs';
import { cpuMs } from './support/process-tree.mjs';
import { canPin, stop } from './support/processes.mjs';
import { startGateway } from './support/servers.mjs';
import { median, ratioOfRounds, short, table } from './support/statistics.mjs';

export const title = 'What the dashboard costs';

const TARGET = 1.1;
const [SERVER_CORE, LOAD_CORE] = [0, 1];
const SERVERS = [
  { name: 'serve' },
  // how far two gateways that do the same are apart
  { name: 'serve, once more' },
  { name: 'serve --dashboard', options: ['--dashboard'] },
  { name: 'dev', program: 'dev', options: ['--no-typecheck'] },
];
/** `dev` queues no calls, as Lambda does: all connections fit into one instance. */
const FUNCTION = { concurrency: 64, maxInstances: 1 };

/** Each round covers all, so that a busy moment affects all of them; every other round goes backwards. */
export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [4, 2] : [10, 4];
  const servers = [];
  try {
    for (const { name, program, options = [] } of SERVERS) {
      servers.push({ name, rounds: [], ...await startGateway(FUNCTION, SERVER_CORE, options, { program }) });
    }
    // more than the dashboard keeps
    for (const { url } of servers) await load(url, { seconds: 2, core: LOAD_CORE });
    for (let round = 0; round < rounds; round++) {
      for (const server of round % 2 === 0 ? servers : servers.toReversed()) server.rounds.push(await measure(server, seconds));
    }
  } finally {
    for (const { child, remove } of servers) {
      await stop(child);
      remove();
    }
  }
  return report(servers, { rounds, seconds });
}

async function measure({ child, url }, seconds) {
  const before = cpuMs(child.pid);
  const { requests, perSecond, p99, failures } = await load(url, { seconds, core: LOAD_CORE });
  return { perSecond, p99, failures, microseconds: ((cpuMs(child.pid) - before) * 1_000) / requests };
}

function report(servers, { rounds, seconds }) {
  const [serve] = servers;
  const all = ({ rounds: measured }, key) => measured.map((round) => round[key]);
  const ratio = (server) => ratioOfRounds(all(server, 'microseconds'), all(serve, 'microseconds'));
  const entries = servers.slice(2).map((server) => ({
    name: `processor time per request: ${server.name}, compared with serve`,
    ours: median(all(server, 'microseconds')), peer: median(all(serve, 'microseconds')),
    ratio: ratio(server), target: `<= ${TARGET} x`, ok: ratio(server) <= TARGET,
  }));
  const rows = servers.map((server) => [
    server.name, short(median(all(server, 'microseconds'))), ratio(server).toFixed(3), short(median(all(server, 'perSecond'))), short(median(all(server, 'p99'))),
    all(server, 'failures').reduce((sum, count) => sum + count, 0),
  ]);
  const pinned = canPin ? `gateway and functions on core ${SERVER_CORE}, the load on core ${LOAD_CORE}` : 'nothing pinned to a core';
  const text = `${generator}, 64 connections, ${rounds} rounds of ${seconds} s in turn, medians, ratios within rounds; ${pinned}.\n\n${table(
    ['gateway', 'processor µs/request', '× serve', 'requests/s', 'p99 ms', 'not 200'], rows,
  )}`;
  return { text, entries };
}
