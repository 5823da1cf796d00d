// How many requests a second, how long do they take, and what do they cost? The gateway runs the function in a process of its
// own with its time and memory limits armed; the peers show what Node's server costs by itself, what the event costs
// without isolation, and what others do with the same function.
import { isDeepStrictEqual } from 'node:util';
import { CONNECTIONS, generator, load } from './support/load.mjs';
import { NPM_PEERS, startNpmPeer } from './support/npm-peers.mjs';
import { cpuMs } from './support/process-tree.mjs';
import { canPin, onCore, stop } from './support/processes.mjs';
import { startGateway, startPeer } from './support/servers.mjs';
import { median, ratioOfRounds, short, table } from './support/statistics.mjs';
import { compared } from './support/targets.mjs';

export const title = 'Requests per second';

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const BARE = 'bare node:http';
const OURS = 'synthgate serve, one call at a time (Lambda)';
const SERVERS = [
  { name: BARE, start: () => startPeer('bare.mjs', SERVER_CORE) },
  { name: 'node:http, event and handler in-process', start: () => startPeer('in-process.mjs', SERVER_CORE) },
  { name: OURS, start: () => startGateway({}, SERVER_CORE) },
  { name: 'synthgate serve, concurrency 64', start: () => startGateway({ concurrency: 64, maxInstances: 1 }, SERVER_CORE) },
  ...NPM_PEERS.map(({ key, version }) => ({ name: `${key} ${version}`, key, start: () => startNpmPeer(key, SERVER_CORE) })),
];
/** What is asked under load, and another one: no server may answer a fixed text. */
const TARGET = '/prod/pets/7?color=red';
const PROBES = [[TARGET, { method: 'GET', path: '/pets/7', query: { color: 'red' } }], [
  '/prod/pets/scout?color=blue&age=3', { method: 'GET', path: '/pets/scout', query: { color: 'blue', age: '3' } },
]];

/** Rounds in turn over all servers, so that a noisy moment meets all of them. */
export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [3, 2] : [7, 4];
  const servers = [];
  const missing = [];
  try {
    for (const server of SERVERS) await begin(server, servers, missing);
    const [, inProcess, gateway] = servers;
    await requireSameEvents(inProcess, gateway);
    await onCore(LOAD_CORE, async () => {
      for (const server of servers) await load(`${server.origin}${TARGET}`, { seconds: 1, core: LOAD_CORE });
      for (let round = 0; round < rounds; round++) {
        for (const server of servers) server.rounds.push(await measure(server, seconds));
      }
    });
  } finally {
    for (const { child, remove } of servers) {
      await stop(child);
      remove();
    }
  }
  return { text: report(servers, { rounds, seconds, missing }), entries: entriesOf(servers) };
}

/** Ours must start; a peer of npm that cannot be had is left out, and said to be. */
async function begin(server, servers, missing) {
  try {
    servers.push({ ...server, rounds: [], ...await server.start() });
    await requireAnswers(servers.at(-1));
  } catch (error) {
    if (server.key === undefined) throw error;
    missing.push(`- ${server.name} is not there: ${error.message}`);
    const started = servers.findIndex(({ key }) => key === server.key);
    if (started < 0) return;
    await stop(servers[started].child);
    servers.splice(started, 1)[0].remove();
  }
}

/** All servers must answer the same JSON, made from the request. */
async function requireAnswers({ name, origin }) {
  for (const [target, expected] of PROBES) {
    const answer = await (await fetch(`${origin}${target}`)).json();
    if (!isDeepStrictEqual(answer, expected)) throw new Error(`${name} answers ${JSON.stringify(answer)} to ${target}`);
  }
}

/** The peer must not have less to do: its event has every member and header that the gateway's has. */
async function requireSameEvents(...both) {
  const eventOf = async ({ origin }) => memberNames(await (await fetch(`${origin}/prod/event?color=red`)).json());
  const [theirs, ours] = await Promise.all(both.map(eventOf));
  const missing = ours.filter((name) => !theirs.includes(name));
  if (missing.length > 0) throw new Error(`the event of ${both[0].name} lacks ${missing.join(', ')}`);
}

function memberNames(value, place = '') {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [place.toLowerCase()];
  return Object.entries(value).flatMap(([name, member]) => memberNames(member, `${place}.${name}`));
}

/** One round: what wrk says, and the CPU time of the server with all its processes. */
async function measure({ child, origin }, seconds) {
  const before = cpuMs(child.pid);
  const seen = await load(`${origin}${TARGET}`, { seconds, core: LOAD_CORE });
  return { ...seen, cpuMicroseconds: ((cpuMs(child.pid) - before) * 1_000) / seen.requests };
}

const all = (server, key) => server.rounds.map((round) => round[key]);

function report(servers, { rounds, seconds, missing }) {
  const middle = (server, key) => median(all(server, key));
  const bare = servers.find(({ name }) => name === BARE);
  const rows = servers.map((server) => [
    server.name,
    short(middle(server, 'perSecond')),
    short(ratioOfRounds(all(server, 'perSecond'), all(bare, 'perSecond'))),
    short(middle(server, 'cpuMicroseconds')),
    short(middle(server, 'p50')),
    short(middle(server, 'p99')),
    server.rounds.reduce((sum, { failures }) => sum + failures, 0),
  ]);
  const pinned = canPin ? `each server with all its processes on core ${SERVER_CORE}, the load on core ${LOAD_CORE}` : 'nothing pinned to a core';
  const head = ['server', 'requests/s', '× bare', 'CPU µs/request', 'p50 ms', 'p99 ms', 'not 200'];
  return [
    `${generator}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s in turn, medians (× bare: of the rounds' ratios); ${pinned}.`,
    table(head, rows),
    ...(missing.length === 0 ? [] : [missing.join('\n')]),
  ].join('\n\n');
}

function entriesOf(servers) {
  const ours = servers.find(({ name }) => name === OURS);
  const target = (name, isPeer, key, bound) => {
    const peer = servers.find(isPeer);
    return compared({
      name,
      ours: median(all(ours, key)),
      ...(peer === undefined ? { peer: null } : { peer: median(all(peer, key)), ratio: ratioOfRounds(all(ours, key), all(peer, key)) }),
      ...bound,
    });
  };
  const isBare = ({ name }) => name === BARE;
  const isOf = (key) => (server) => server.key === key;
  return [
    target('requests/s beside bare node:http', isBare, 'perSecond', { atLeast: 1 }),
    target('requests/s beside serverless-offline, default mode', isOf('serverless-offline'), 'perSecond', { atLeast: 30 }),
    target('requests/s beside workerd', isOf('workerd'), 'perSecond', { above: 1 }),
    target('requests/s beside functions-framework', isOf('functions-framework'), 'perSecond', { above: 1 }),
    target('p99 in ms beside bare node:http', isBare, 'p99', { atMost: 2 }),
  ];
}
