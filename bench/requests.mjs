// How many requests a second, how long do they take, and what do they cost? The gateway runs the function in a process of its
// own with its time and memory limits armed; the peers show what Node's server costs by itself, what the event costs
// without isolation, and what others do with the same function.
import path from 'node:path';
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
const HTTP_API = 'synthgate serve, an HTTP API';
const SERVERS = [
  { name: BARE, start: () => startPeer('bare.mjs', SERVER_CORE) },
  { name: 'node:http, event and handler in-process', start: () => startPeer('in-process.mjs', SERVER_CORE) },
  { name: OURS, start: () => startGateway({}, SERVER_CORE) },
  { name: HTTP_API, start: () => startGateway({}, SERVER_CORE, [], { isHttpApi: true }) },
  { name: 'synthgate serve, concurrency 64', start: () => startGateway({ concurrency: 64, maxInstances: 1 }, SERVER_CORE) },
  ...NPM_PEERS.map(({ key, version }) => ({ name: `${key} ${version}`, key, start: () => startNpmPeer(key, SERVER_CORE) })),
];
/** The request of the load, and another one: no server may answer with a fixed text. */
const TARGET = '/prod/pets/7?color=red';
const PROBES = [
  { target: TARGET, answer: { method: 'GET', path: '/pets/7', query: { color: 'red' }, bytes: 0 } },
  { target: '/prod/pets/scout?color=blue&age=3', answer: { method: 'GET', path: '/pets/scout', query: { color: 'blue', age: '3' }, bytes: 0 } },
];
const POST_PROBE = { target: '/prod/pets/9', body: '{"n":1}', answer: { method: 'POST', path: '/pets/9', query: null, bytes: 7 } };

const workload = (file) => path.join(import.meta.dirname, 'workloads', file);
/** Workloads: one head again and again, and requests that differ as those of clients do. */
const SAME = { name: 'the same head' };
const HEADS = { name: 'heads that differ in path, query and five headers', script: workload('heads.lua') };
const NAMES = { name: 'names, number and order of headers that differ, GET and POST', script: workload('names.lua') };
const POST = { name: 'POST with a JSON body that differs', script: workload('post.lua') };
const WORKLOADS = [SAME, HEADS, NAMES, POST];
/** Peers from npm that take every method; the others are asked the same head only. */
const TAKE_ALL = ['fastify', 'hono'];

/** Each round covers all servers, so that a busy moment affects all of them. */
export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [3, 2] : [7, 4];
  const servers = [];
  const missing = [];
  try {
    for (const server of SERVERS) await begin(server, servers, missing);
    const [, inProcess, gateway] = servers;
    await requireSameEvents(inProcess, gateway);
    await onCore(LOAD_CORE, async () => {
      for (const work of generator === 'wrk' ? WORKLOADS : [SAME]) await runRounds(servers.filter(takes(work)), work, { rounds, seconds });
    });
  } finally {
    for (const { child, remove } of servers) {
      await stop(child);
      remove();
    }
  }
  return { text: report(servers, { rounds, seconds, missing }), entries: entriesOf(servers) };
}

const takes = (work) => ({ key }) => work === SAME || key === undefined || TAKE_ALL.includes(key);

async function runRounds(servers, work, { rounds, seconds }) {
  for (const server of servers) {
    server.rounds.set(work, []);
    await load(`${server.origin}${TARGET}`, { seconds: 1, core: LOAD_CORE, script: work.script });
  }
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) server.rounds.get(work).push(await measure(server, work, seconds));
  }
}

/** Ours must start; a peer of npm that cannot be had is left out, and said to be. */
async function begin(server, servers, missing) {
  try {
    servers.push({ ...server, rounds: new Map(), ...await server.start() });
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
async function requireAnswers({ name, origin, key }) {
  const probes = key === undefined || TAKE_ALL.includes(key) ? [...PROBES, POST_PROBE] : PROBES;
  for (const { target, body, answer: expected } of probes) {
    const post = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
    const answer = await (await fetch(`${origin}${target}`, body === undefined ? {} : post)).json();
    if (!isDeepStrictEqual(answer, expected)) throw new Error(`${name} answers ${JSON.stringify(answer)} to ${target}`);
  }
}

/** The peer must not do less work: its event has every member and header of the gateway's. */
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
async function measure({ child, origin }, { script }, seconds) {
  const before = cpuMs(child.pid);
  const seen = await load(`${origin}${TARGET}`, { seconds, core: LOAD_CORE, script });
  return { ...seen, cpuMicroseconds: ((cpuMs(child.pid) - before) * 1_000) / seen.requests };
}

/** An HTTP API beside a REST API, both ours. */
function httpApi(servers) {
  const [http, rest] = [HTTP_API, OURS].map((wanted) => servers.find(({ name }) => name === wanted));
  const [theirs, own] = [http, rest].map((server) => all(server, SAME, 'perSecond'));
  return compared({ name: 'requests/s of an HTTP API beside a REST API', ours: median(theirs), peer: median(own), ratio: ratioOfRounds(theirs, own), atLeast: 1 });
}

/** The ratio to the bare server of the mix that is served worst, beside that of the mix that is served best. */
function evenness(ours, bare) {
  const ratios = WORKLOADS.filter((work) => ours.rounds.has(work))
    .map((work) => ratioOfRounds(all(ours, work, 'perSecond'), all(bare, work, 'perSecond')));
  return compared({ name: 'ratio of the worst mix beside the best', ours: Math.min(...ratios), peer: Math.max(...ratios), atLeast: 0.85 });
}

const all = (server, work, key) => server.rounds.get(work).map((round) => round[key]);

function report(servers, { rounds, seconds, missing }) {
  const pinned = canPin ? `each server with all its processes on core ${SERVER_CORE}, the load on core ${LOAD_CORE}` : 'nothing pinned to a core';
  const asked = WORKLOADS.filter((work) => servers[0].rounds.has(work));
  return [
    `${generator}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s in turn, medians (× bare: of the rounds' ratios); ${pinned}.`,
    ...asked.flatMap((work) => [`### ${work.name}`, tableOf(servers.filter(takes(work)), work)]),
    ...(missing.length === 0 ? [] : [missing.join('\n')]),
  ].join('\n\n');
}

function tableOf(servers, work) {
  const middle = (server, key) => median(all(server, work, key));
  const bare = servers.find(({ name }) => name === BARE);
  const rows = servers.map((server) => [
    server.name,
    short(middle(server, 'perSecond')),
    short(ratioOfRounds(all(server, work, 'perSecond'), all(bare, work, 'perSecond'))),
    short(middle(server, 'cpuMicroseconds')),
    short(middle(server, 'p50')),
    short(middle(server, 'p99')),
    server.rounds.get(work).reduce((sum, { failures }) => sum + failures, 0),
  ]);
  return table(['server', 'requests/s', '× bare', 'CPU µs/request', 'p50 ms', 'p99 ms', 'not 200'], rows);
}

function entriesOf(servers) {
  const ours = servers.find(({ name }) => name === OURS);
  const target = (name, { work = SAME, isPeer, key }, bound) => {
    const peer = servers.find(isPeer);
    if (!ours.rounds.has(work)) return compared({ name, ours: null, peer: null, ...bound });
    return compared({
      name,
      ours: median(all(ours, work, key)),
      ...(peer === undefined ? { peer: null } : {
        peer: median(all(peer, work, key)), ratio: ratioOfRounds(all(ours, work, key), all(peer, work, key)),
      }),
      ...bound,
    });
  };
  const isPeer = ({ name }) => name === BARE;
  const key = 'perSecond';
  const isOf = (peer) => (server) => server.key === peer;
  return [
    ...WORKLOADS.map((work) => target(`requests/s beside bare node:http, ${work.name}`, { work, isPeer, key }, { atLeast: 0.75 })),
    httpApi(servers),
    evenness(ours, servers.find(isPeer)),
    target('requests/s beside serverless-offline, default mode', { isPeer: isOf('serverless-offline'), key }, { atLeast: 30 }),
    target('requests/s beside workerd', { isPeer: isOf('workerd'), key }, { above: 1 }),
    target('requests/s beside functions-framework', { isPeer: isOf('functions-framework'), key }, { above: 1 }),
    target('p99 in ms beside bare node:http', { isPeer, key: 'p99' }, { atMost: 2 }),
  ];
}
