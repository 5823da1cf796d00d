import { generator, load } from './load.mjs';
import { cpuMs } from './process-tree.mjs';
import { canPin, onCore, stop } from './processes.mjs';
import { median, ratioOfRounds, short, table } from './statistics.mjs';

/** Cores of the gateways and of the load. */
export const [SERVER_CORE, LOAD_CORE] = [0, 1];

/** Names that measures have in tables. */
const COLUMNS = { microseconds: 'processor µs/request', perSecond: 'requests/s', p50: 'p50 ms', p99: 'p99 ms' };

/**
 * Measures gateways under load in turn: each round covers all, so that a busy moment affects all of them; every other round goes backwards.
 * @param begins - each starts a gateway, as `startGateway` does; with `urls` if it is asked at several
 */
export async function measureInTurn(begins, { rounds, seconds }) {
  const servers = [];
  try {
    for (const begin of begins) servers.push({ rounds: [], ...await begin() });
    await onCore(LOAD_CORE, async () => {
      // more than a dashboard keeps
      for (const server of servers) await load(server.urls ?? server.url, { seconds: 2, core: LOAD_CORE });
      for (let round = 0; round < rounds; round += 1) {
        for (const server of round % 2 === 0 ? servers : servers.toReversed()) server.rounds.push(await measure(server, seconds));
      }
    });
  } finally {
    for (const { child, remove } of servers) {
      await stop(child);
      remove();
    }
  }
  return servers;
}

async function measure({ child, url, urls = url }, seconds) {
  const before = cpuMs(child.pid);
  const seen = await load(urls, { seconds, core: LOAD_CORE });
  return { ...seen, microseconds: ((cpuMs(child.pid) - before) * 1_000) / seen.requests };
}

/** The median of all rounds. */
export function medianOf(server, key) {
  return median(all(server, key));
}

/** How much more one takes than another, round by round. */
export function ratioOf(server, other, key = 'microseconds') {
  return ratioOfRounds(all(server, key), all(other, key));
}

/** The gateways as a table, compared with the first. */
export function inTurnText(servers, { rounds, seconds, keys = ['microseconds', 'perSecond'] }) {
  const [first] = servers;
  const rows = servers.map((server) => [
    server.name, ratioOf(server, first).toFixed(3), ...keys.map((key) => short(medianOf(server, key))),
    all(server, 'failures').reduce((sum, count) => sum + count, 0),
  ]);
  const pinned = canPin ? `gateway and functions on core ${SERVER_CORE}, the load on core ${LOAD_CORE}` : 'nothing pinned to a core';
  const head = ['gateway', `processor time × ${first.name}`, ...keys.map((key) => COLUMNS[key]), 'not 200'];
  return `${generator}, 64 connections, ${rounds} rounds of ${seconds} s in turn, medians, ratios within rounds; ${pinned}.\n\n${table(head, rows)}`;
}

function all({ rounds }, key) {
  return rounds.map((round) => round[key]);
}
