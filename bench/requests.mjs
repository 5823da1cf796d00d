// How many requests a second, and how long do they take? The gateway runs the function in a process of its own; the peers
// show what Node's server costs by itself, and what the event costs without isolation.
import { generator, load } from './support/load.mjs';
import { canPin, stop } from './support/processes.mjs';
import { startGateway, startPeer } from './support/servers.mjs';
import { median, short, table } from './support/statistics.mjs';

export const title = 'Requests per second';

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const SERVERS = [
  { name: 'bare node:http', start: () => startPeer('bare.mjs', SERVER_CORE) },
  { name: 'node:http, event and handler in-process', start: () => startPeer('in-process.mjs', SERVER_CORE) },
  { name: 'synthgate serve, one call at a time (Lambda)', start: () => startGateway({}, SERVER_CORE) },
  { name: 'synthgate serve, concurrency 64', start: () => startGateway({ concurrency: 64, maxInstances: 1 }, SERVER_CORE) },
];
const EXPECTED = { method: 'GET', path: '/pets/7', query: { color: 'red' } };

/** Rounds in turn over all servers, so that a noisy moment meets all of them. */
export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [2, 2] : [5, 5];
  const servers = [];
  try {
    for (const { name, start } of SERVERS) servers.push({ name, rounds: [], ...await start() });
    const [, inProcess, gateway] = servers;
    await requireSameEvents(inProcess, gateway);
    for (const server of servers) await warmUp(server);
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) server.rounds.push(await load(server.url, { seconds, core: LOAD_CORE }));
    }
  } finally {
    for (const { child, remove } of servers) {
      await stop(child);
      remove();
    }
  }
  return report(servers, { rounds, seconds });
}

/** All servers must answer the same JSON. */
async function warmUp({ name, url }) {
  const answer = await (await fetch(url)).json();
  if (JSON.stringify(answer) !== JSON.stringify(EXPECTED)) throw new Error(`${name} answers ${JSON.stringify(answer)}`);
  await load(url, { seconds: 1, core: LOAD_CORE });
}

/** The peer must not have less to do: its event has every member and header that the gateway's has. */
async function requireSameEvents(...both) {
  const [theirs, ours] = await Promise.all(both.map(async ({ eventUrl }) => memberNames(await (await fetch(eventUrl)).json())));
  const missing = ours.filter((name) => !theirs.includes(name));
  if (missing.length > 0) throw new Error(`the event of ${both[0].name} lacks ${missing.join(', ')}`);
}

function memberNames(value, place = '') {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [place.toLowerCase()];
  return Object.entries(value).flatMap(([name, member]) => memberNames(member, `${place}.${name}`));
}

function report(servers, { rounds, seconds }) {
  const middle = (server, key) => median(server.rounds.map((round) => round[key]));
  const [bare] = servers;
  const rows = servers.map((server) => [
    server.name,
    short(middle(server, 'perSecond')),
    (middle(server, 'perSecond') / middle(bare, 'perSecond')).toFixed(2),
    short(middle(server, 'p50')),
    short(middle(server, 'p99')),
    server.rounds.reduce((sum, { failures }) => sum + failures, 0),
  ]);
  const pinned = canPin ? `each server with its functions on core ${SERVER_CORE}, the load on core ${LOAD_CORE}` : 'nothing pinned to a core';
  return `${generator}, 64 connections, ${rounds} rounds of ${seconds} s in turn, medians; ${pinned}.\n\n${
    table(['server', 'requests/s', '× bare', 'p50 ms', 'p99 ms', 'not 200'], rows)}`;
}
