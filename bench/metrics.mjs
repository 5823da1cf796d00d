// The cost of metrics: a gateway counts once a port shows it. The figure is processor time per request, of gateways with and without such
// a port in turn, whose function does nothing.
import { generator, load } from './support/load.mjs';
import { cpuMs } from './support/process-tree.mjs';
import { canPin, stop } from './support/processes.mjs';
import { startGateway } from './support/servers.mjs';
import { median, ratioOfRounds, short, table } from './support/statistics.mjs';
import { compared } from './support/targets.mjs';

export const title = 'What metrics cost';

const TARGET = 1.01;
const [SERVER_CORE, LOAD_CORE] = [0, 1];
const SERVERS = [
  { name: 'serve' },
  // how far two gateways that do the same are apart
  { name: 'serve, once more' },
  { name: 'serve --health-port', options: ['--health-port', '0'] },
];
const FUNCTION = { concurrency: 64, maxInstances: 1 };

/** Each round covers all, so that a busy moment affects all of them; every other round goes backwards. */
export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [6, 2] : [20, 3];
  const servers = [];
  try {
    for (const { name, options = [] } of SERVERS) servers.push({ name, rounds: [], ...await startGateway(FUNCTION, SERVER_CORE, options) });
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
  const { requests, perSecond, failures } = await load(url, { seconds, core: LOAD_CORE });
  return { perSecond, failures, microseconds: ((cpuMs(child.pid) - before) * 1_000) / requests };
}

function report(servers, { rounds, seconds }) {
  const [serve, , counting] = servers;
  const all = ({ rounds: measured }, key) => measured.map((round) => round[key]);
  const ratio = (server) => ratioOfRounds(all(server, 'microseconds'), all(serve, 'microseconds'));
  const entries = [compared({
    name: 'processor time per request: with metrics, compared with serve',
    ours: median(all(counting, 'microseconds')), peer: median(all(serve, 'microseconds')), ratio: ratio(counting), atMost: TARGET,
  })];
  const rows = servers.map((server) => [
    server.name, short(median(all(server, 'microseconds'))), ratio(server).toFixed(3), short(median(all(server, 'perSecond'))),
    all(server, 'failures').reduce((sum, count) => sum + count, 0),
  ]);
  const pinned = canPin ? `gateway and functions on core ${SERVER_CORE}, the load on core ${LOAD_CORE}` : 'nothing pinned to a core';
  const text = `${generator}, 64 connections, ${rounds} rounds of ${seconds} s in turn, medians, ratios within rounds; ${pinned}.\n\n${table(
    ['gateway', 'processor µs/request', '× serve', 'requests/s', 'not 200'], rows,
  )}`;
  return { text, entries };
}
