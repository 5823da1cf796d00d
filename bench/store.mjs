// Limits that gateways share in a store, and their cost: the same gateway without one, with leases, and asking the store for every request,
// in turn. The account's limit is so high that nothing is refused; every request takes a token of it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'undici';
import { generator, load } from './support/load.mjs';
import { stop } from './support/processes.mjs';
import { startGateway } from './support/servers.mjs';
import { median, percentile, short, table } from './support/statistics.mjs';

export const title = 'Limits shared in a store';

/** Requests per second of a gateway with a store and leases, to those without a store. */
const TARGET = 0.9;
const LIMIT = ['--account-limit', '1000000,1000000'];
/** By then a gateway takes tokens ahead. */
const SETTLED_MS = 4_500;
const SAMPLES = { quick: 500, full: 5_000 };

export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [2, 2] : [5, 5];
  const store = await startStore();
  const servers = [];
  try {
    const kinds = [['without a store', []], ['with leases', ['--store', store.url]], ['exact', ['--store', store.url, '--store-exact']]];
    for (const [name, options] of kinds) servers.push({ name, rounds: [], ...await startGateway({}, undefined, [...LIMIT, ...options]) });
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    for (const { url } of servers) await load(url, { seconds: 1 });
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) {
        const alone = await oneAtATime(server.url, isQuick ? SAMPLES.quick : SAMPLES.full);
        server.rounds.push({ alone, ...await load(server.url, { seconds }) });
      }
    }
  } finally {
    for (const { child, remove } of servers) {
      await stop(child);
      remove();
    }
    await store.close();
  }
  return report(servers, { rounds, seconds });
}

/** A server of its own, on a socket; it keeps nothing. */
async function startStore() {
  const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (program === undefined) throw new Error('neither valkey-server nor redis-server is installed');
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-store-'));
  const socket = path.join(directory, 'store.sock');
  const child = spawn(program, ['--port', '0', '--unixsocket', socket, '--dir', directory, '--save', ''], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.on('data', (lines) => { if (/ready to accept/i.test(lines.toString())) resolve(); }));
  return {
    url: `unix://${socket}`,
    close: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The median time of requests on one connection, one after the other, in ms. */
async function oneAtATime(url, samples) {
  const { origin, pathname } = new URL(url);
  const client = new Client(origin);
  const times = [];
  for (let sample = 0; sample < samples; sample++) {
    const sentAt = performance.now();
    const { body } = await client.request({ path: pathname, method: 'GET' });
    await body.dump();
    times.push(performance.now() - sentAt);
  }
  await client.close();
  return percentile(times, 0.5);
}

function report(servers, { rounds, seconds }) {
  const middle = ({ rounds: all }, key) => median(all.map((round) => round[key]));
  const [without, leased] = servers;
  const ratio = middle(leased, 'perSecond') / middle(without, 'perSecond');
  const rows = servers.map((server) => [
    server.name, short(middle(server, 'perSecond')), (middle(server, 'perSecond') / middle(without, 'perSecond')).toFixed(2),
    middle(server, 'alone').toFixed(3), (middle(server, 'alone') - middle(without, 'alone')).toFixed(3),
    server.rounds.reduce((sum, { failures }) => sum + failures, 0),
  ]);
  const text = `${generator}, 64 connections for requests/s, one for p50; ${rounds} rounds of ${seconds} s in turn, medians.\n\n${table(
    ['limits', 'requests/s', '× without', 'p50 ms', 'added ms', 'not 200'], rows,
  )}`;
  const entry = {
    name: 'requests per second with a store and leases', ours: middle(leased, 'perSecond'), peer: middle(without, 'perSecond'), ratio,
    target: `>= ${TARGET} x`, ok: ratio >= TARGET,
  };
  return { text, entries: [entry] };
}
