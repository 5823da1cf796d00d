// How long does it take from process start to the first answer? Requests are sent in a tight loop from the start.
import { request } from 'node:http';
import path from 'node:path';
import { command, makeAssembly } from './support/assembly.mjs';
import { freePort, startNode, stop } from './support/processes.mjs';
import { median, short, table } from './support/statistics.mjs';
import { measured } from './support/targets.mjs';

export const title = 'From process start to the first answer';

const peers = path.join(import.meta.dirname, 'peers');
const RETRY_MS = 2;
const GIVE_UP_MS = 20_000;

/** Rounds in turn; `/nothing` is answered by the gateway itself (403), `/pets/7` by the function, whose process must start too. */
export async function run({ isQuick }) {
  const rounds = isQuick ? 3 : 11;
  const { assembly, remove } = makeAssembly();
  const gateway = (port) => [command, 'serve', assembly, '--port', String(port)];
  const servers = [
    { name: 'bare node:http', command: () => [path.join(peers, 'bare.mjs')], path: '/' },
    { name: 'synthgate serve, answered by the gateway', command: gateway, path: '/prod/nothing' },
    { name: 'synthgate serve, answered by the function', command: gateway, path: '/prod/pets/7' },
  ].map((server) => ({ ...server, times: [] }));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) server.times.push(await timeToAnswer(server));
    }
  } finally {
    remove();
  }
  const bareMs = median(servers[0].times);
  const rows = servers.map(({ name, times }) => {
    const middleMs = median(times);
    return [name, short(middleMs), short(Math.min(...times)), (middleMs / bareMs).toFixed(1)];
  });
  const [, byGateway, byFunction] = servers;
  const entry = (name, { times }) => measured({ name, ours: median(times), below: 300, unit: 'ms' });
  return {
    text: `${rounds} rounds in turn.\n\n${table(['server', 'median ms', 'best ms', '× bare'], rows)}`,
    entries: [
      entry('process start to the first answer, ms', byGateway),
      entry('process start to the first answer of a function, ms', byFunction),
    ],
  };
}

async function timeToAnswer(server) {
  const port = await freePort();
  const startedAt = performance.now();
  const child = startNode(server.command(port), { env: { PORT: String(port) } });
  child.stdout.resume();
  try {
    for (;;) {
      const isAnswered = await ask(port, server.path);
      const passed = performance.now() - startedAt;
      if (isAnswered) return passed;
      if (passed > GIVE_UP_MS) throw new Error(`${server.name} did not answer within ${GIVE_UP_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  } finally {
    await stop(child);
  }
}

function ask(port, target) {
  return new Promise((resolve) => {
    const question = request({ host: '127.0.0.1', port, path: target, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(true));
    });
    question.on('error', () => resolve(false));
    question.end();
  });
}
