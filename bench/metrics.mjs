// The cost of metrics and of traces: a gateway counts once a port shows it, and traces a part of the requests with a collector. The figure
// is processor time per request, of gateways in turn whose function does nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { inTurnText, measureInTurn, medianOf, ratioOf, SERVER_CORE } from './support/in-turn.mjs';
import { startGateway } from './support/servers.mjs';
import { compared } from './support/targets.mjs';

export const title = 'What metrics and traces cost';

const TARGET = 1.01;
const PARTS = [0, 0.01, 1];
const FUNCTION = { concurrency: 64, maxInstances: 1 };

export async function run({ isQuick }) {
  const turns = isQuick ? { rounds: 6, seconds: 2 } : { rounds: 20, seconds: 3 };
  const collector = await openCollector();
  const gateways = [
    { name: 'serve' },
    // how far two gateways that do the same are apart
    { name: 'serve, once more' },
    { name: 'serve --health-port', options: ['--health-port', '0'] },
    ...PARTS.map((part) => ({ name: `serve --otlp --trace-sampling ${part}`, options: ['--otlp', collector.url, '--trace-sampling', String(part)] })),
  ];
  try {
    const begins = gateways.map(({ name, options = [] }) => async () => ({ name, ...await startGateway(FUNCTION, SERVER_CORE, options) }));
    const servers = await measureInTurn(begins, turns);
    const [serve, , counting] = servers;
    const entries = [compared({
      name: 'processor time per request: with metrics, compared with serve',
      ours: medianOf(counting, 'microseconds'), peer: medianOf(serve, 'microseconds'), ratio: ratioOf(counting, serve), atMost: TARGET,
    })];
    return { text: inTurnText(servers, turns), entries };
  } finally {
    collector.close();
  }
}

/** Takes everything and keeps nothing, on the core of the load. */
async function openCollector() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}
