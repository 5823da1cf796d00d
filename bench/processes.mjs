// How many more requests do two gateway processes on one port answer than one? One process shares a core with its function
// only, and the load has the other; two processes share both cores with the load. So there are two figures: the measured
// rate, and the requests per second of processor time, which exclude the load.
import { generator, load } from './support/load.mjs';
import { cpuMs } from './support/process-tree.mjs';
import { canPin, stop } from './support/processes.mjs';
import { startGateway } from './support/servers.mjs';
import { median, short, table } from './support/statistics.mjs';

export const title = 'Processes that share the port';

/** By processor time: the load takes its own share of both cores. */
const TARGET = 1.8;
const [SERVER_CORE, LOAD_CORE] = [0, 1];
const SERVERS = [
  { name: 'one process, one core', processes: 1, core: SERVER_CORE, loadCores: LOAD_CORE },
  { name: 'two processes, two cores', processes: 2, loadCores: `${SERVER_CORE},${LOAD_CORE}` },
];

/** Rounds alternate, so that a busy moment affects both. */
export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [2, 2] : [7, 5];
  const servers = [];
  try {
    for (const server of SERVERS) {
      const { processes, core } = server;
      servers.push({ ...server, rounds: [], ...await startGateway({}, core, ['--processes', String(processes)]) });
    }
    for (const { url, loadCores } of servers) await load(url, { seconds: 2, core: loadCores });
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) server.rounds.push(await measure(server, seconds));
    }
  } finally {
    for (const { child, remove } of servers) {
      await stop(child);
      remove();
    }
  }
  return report(servers, { rounds, seconds });
}

/** One round of load, and the processor time that the gateway took for it with all its processes. */
async function measure({ child, url, loadCores }, seconds) {
  const before = cpuMs(child.pid);
  const { perSecond, p99, failures } = await load(url, { seconds, core: loadCores });
  const used = cpuMs(child.pid) - before;
  return { perSecond, p99, failures, microseconds: (used * 1_000) / (perSecond * seconds) };
}

function report(servers, { rounds, seconds }) {
  const middle = ({ rounds: all }, key) => median(all.map((round) => round[key]));
  const [one, two] = servers;
  const perProcessorSecond = (server) => (server.processes * 1e6) / middle(server, 'microseconds');
  const entries = [
    entryOf('two processes on two cores, requests per second of their processor time', perProcessorSecond(two), perProcessorSecond(one)),
  ];
  const rows = servers.map((server) => [
    server.name,
    short(middle(server, 'perSecond')),
    (middle(server, 'perSecond') / middle(one, 'perSecond')).toFixed(2),
    short(middle(server, 'microseconds')),
    (perProcessorSecond(server) / perProcessorSecond(one)).toFixed(2),
    short(middle(server, 'p99')),
    server.rounds.reduce((sum, { failures }) => sum + failures, 0),
  ]);
  const pinned = canPin
    ? `one process with its function on core ${SERVER_CORE} and the load on core ${LOAD_CORE}; two processes and the load on both`
    : 'nothing pinned to a core';
  const text = `${generator}, 64 connections, ${rounds} rounds of ${seconds} s in turn, medians; ${pinned}.
Processor time is that of the gateway and its functions.\n\n${table(
  ['gateway', 'requests/s', '× one', 'processor µs/request', '× one without the load', 'p99 ms', 'not 200'], rows,
)}`;
  return { text, entries };
}

function entryOf(name, ours, peer) {
  const ratio = ours / peer;
  return { name, ours, peer, ratio, target: `>= ${TARGET} x`, ok: ratio >= TARGET };
}
