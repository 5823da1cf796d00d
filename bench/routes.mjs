// Does a large API cost more per request than a small one? The same function behind 10 and behind 10,000 routes, all of which
// are asked at random.
import { CONNECTIONS, generator, load } from './support/load.mjs';
import { routePaths } from './support/assembly.mjs';
import { cpuMs } from './support/process-tree.mjs';
import { onCore, stop } from './support/processes.mjs';
import { startGateway } from './support/servers.mjs';
import { median, ratioOfRounds, short, table } from './support/statistics.mjs';
import { compared } from './support/targets.mjs';

export const title = 'Ten routes and ten thousand';

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const FEW = 10;
const MANY = 10_000;

/** Each round measures both, in alternating order. */
export async function run({ isQuick }) {
  const [rounds, seconds] = isQuick ? [4, 2] : [12, 3];
  const servers = [];
  try {
    for (const routes of [FEW, MANY]) servers.push(await begin(routes));
    await onCore(LOAD_CORE, async () => {
      for (const server of servers) await load(server.urls, { seconds: 2, core: LOAD_CORE });
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
  return report(servers, { rounds, seconds });
}

async function begin(routes) {
  const startedAt = performance.now();
  const server = await startGateway({}, SERVER_CORE, [], { routes });
  const startMs = performance.now() - startedAt;
  const paths = routePaths(routes);
  const urls = paths.map((one) => `${server.origin}/prod${one}?color=red`);
  const last = paths.at(-1);
  const answer = await (await fetch(urls.at(-1))).json();
  if (answer.path !== last) throw new Error(`${routes} routes: ${last} is answered ${JSON.stringify(answer)}`);
  return { ...server, routes, urls, startMs, rounds: [] };
}

async function measure({ child, urls }, seconds) {
  const before = cpuMs(child.pid);
  const seen = await load(urls, { seconds, core: LOAD_CORE });
  return { ...seen, cpuMicroseconds: ((cpuMs(child.pid) - before) * 1_000) / seen.requests };
}

function report(servers, { rounds, seconds }) {
  const all = (server, key) => server.rounds.map((round) => round[key]);
  const [few, many] = servers;
  const ratio = (key) => ratioOfRounds(all(many, key), all(few, key));
  const keys = ['perSecond', 'cpuMicroseconds', 'p50', 'p99'];
  const rows = servers.map((server) => [
    server.routes.toLocaleString('en-GB'),
    ...keys.map((key) => short(median(all(server, key)))),
    server.rounds.reduce((sum, { failures }) => sum + failures, 0),
  ]);
  rows.push(['ratio of rounds', ...keys.map((key) => ratio(key).toFixed(3)), '']);
  const entry = compared({
    name: 'requests/s with 10,000 routes beside 10 routes',
    ours: median(all(many, 'perSecond')), peer: median(all(few, 'perSecond')), ratio: ratio('perSecond'), atLeast: 0.95,
  });
  const text = `${generator}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s in turn, medians.\n\n${
    table(['routes', 'requests/s', 'CPU µs/request', 'p50 ms', 'p99 ms', 'not 200'], rows)}`;
  return { text, entries: [entry] };
}
