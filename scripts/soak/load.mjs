// Clients that ask all kinds of things at the same time, until they are stopped.
import { Agent } from 'node:http';
import { BAD_CLIENTS, KINDS } from './kinds.mjs';

const CLIENTS = 10;
const BAD = 2;
/** Between two requests of one client; the processor is for the faults as well. */
const PAUSE_MS = [10, 60];
const PAUSE_BAD_MS = [100, 300];

/** Begins to ask; `counts` grows, `stop` resolves when the last answer is there. `sides`: host, port and versions of each API. */
export function startLoad({ mixed, deployed }, random) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * (CLIENTS + BAD) });
  const context = { mixed: Object.assign(mixed, { agent }), deployed: Object.assign(deployed, { agent }), random };
  const counts = new Map([...KINDS, ...BAD_CLIENTS].map(({ kind }) => [kind, newCount(BAD_CLIENTS.some((one) => one.kind === kind))]));
  let isStopped = false;
  const client = async (kinds, [least, most]) => {
    while (!isStopped) {
      const one = choose(kinds, random());
      await askOnce(one, context, counts.get(one.kind));
      await new Promise((resolve) => setTimeout(resolve, least + random() * (most - least)));
    }
  };
  const clients = Promise.all([
    ...Array.from({ length: CLIENTS }, () => client(KINDS, PAUSE_MS)),
    ...Array.from({ length: BAD }, () => client(BAD_CLIENTS, PAUSE_BAD_MS)),
  ]);
  return {
    counts,
    stop: async () => {
      isStopped = true;
      await clients;
      agent.destroy();
    },
  };
}

/** The kind at a place between 0 and 1, each as wide as its share. */
export function choose(kinds, place) {
  let left = place * kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.find(({ share }) => (left -= share) < 0) ?? kinds.at(-1);
}

function newCount(isBad) {
  return { isBad, asked: 0, failed: 0, slowestMs: 0, totalMs: 0, problems: [] };
}

async function askOnce({ ask }, context, count) {
  const startedAt = performance.now();
  let problem;
  try {
    problem = await ask(context);
  } catch (error) {
    problem = `${error.code ?? ''} ${error.message}`.trim();
  }
  const passed = performance.now() - startedAt;
  count.asked += 1;
  count.totalMs += passed;
  count.slowestMs = Math.max(count.slowestMs, passed);
  if (problem === undefined) return;
  count.failed += 1;
  count.problems.push(`${new Date().toISOString().slice(11, 19)} ${problem}`);
}
