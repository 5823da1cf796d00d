// How much more do two gateway processes that share the port answer than one? One process has a core for itself and its
// function, the load another; two processes have both cores, and the load takes its part of them. So two figures are told:
// what was measured, and the requests per second of processor time, from which the load's own part is left out.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { command, makeAssembly } from './support/assembly.mjs';
import { generator, load } from './support/load.mjs';
import { canPin, outputMatch, startNode, stop } from './support/processes.mjs';
import { median, short, table } from './support/statistics.mjs';

export const title = 'Processes that share the port';

const TARGET = 1.6;
const [SERVER_CORE, LOAD_CORE] = [0, 1];
const SERVERS = [
  { name: 'one process, one core', processes: 1, core: SERVER_CORE, loadCores: LOAD_CORE },
  { name: 'two processes, two cores', processes: 2, loadCores: `${SERVER_CORE},${LOAD_CORE}` },
];

/** Rounds in turn, so that a noisy moment meets both. */
export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [2, 2] : [7, 5];
  const servers = [];
  try {
    for (const server of SERVERS) servers.push({ ...server, rounds: [], ...await startGateway(server) });
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

/** The gateway as users start it, without the account's limit of 10,000 a second; its log is read and thrown away. */
async function startGateway({ processes, core }) {
  const { assembly, remove } = makeAssembly();
  const options = ['--port', '0', '--account-throttle', 'off', '--processes', String(processes)];
  const child = startNode([command, 'serve', assembly, ...options], { core });
  const [origin] = await outputMatch(child, /http:\/\/127\.0\.0\.1:\d+/);
  return { child, url: `${origin}/prod/pets/7?color=red`, remove };
}

/** One round of load, and the processor time that the gateway took for it with all its processes. */
async function measure({ child, url, loadCores }, seconds) {
  const before = processorSeconds(child.pid);
  const { perSecond, p99, failures } = await load(url, { seconds, core: loadCores });
  const used = processorSeconds(child.pid) - before;
  return { perSecond, p99, failures, microseconds: (used * 1e6) / (perSecond * seconds) };
}

/** User and system time of a process and all below it, in seconds; NaN where there is no /proc. */
function processorSeconds(root) {
  if (!existsSync('/proc')) return Number.NaN;
  const processes = new Map();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const fields = fieldsOf(name);
    if (fields !== undefined) processes.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
  }
  const belongs = (pid) => pid === root || (processes.has(pid) && belongs(processes.get(pid).parent));
  const ticks = [...processes].filter(([pid]) => belongs(pid)).reduce((sum, [, one]) => sum + one.ticks, 0);
  return ticks / 100;
}

/** Fields of /proc/<pid>/stat from the third on; nothing for a process that has just ended. */
function fieldsOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function report(servers, { rounds, seconds }) {
  const middle = ({ rounds: all }, key) => median(all.map((round) => round[key]));
  const [one, two] = servers;
  const perProcessorSecond = (server) => (server.processes * 1e6) / middle(server, 'microseconds');
  const entries = [
    entryOf('two processes on two cores, requests/s with the load beside', middle(two, 'perSecond'), middle(one, 'perSecond')),
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
