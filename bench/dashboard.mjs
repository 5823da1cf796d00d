// The cost of the dashboard. `serve` records nothing unless it is told to; with a dashboard, and in `dev`, each request leaves a
// trace. The figure is processor time per request, of the gateway with its functions; the rate is limited by one core.
import { inTurnText, measureInTurn, medianOf, ratioOf, SERVER_CORE } from './support/in-turn.mjs';
import { startGateway } from './support/servers.mjs';
import { compared } from './support/targets.mjs';

export const title = 'What the dashboard costs';

const TARGET = 1.1;
const GATEWAYS = [
  { name: 'serve' },
  // how far two gateways that do the same are apart
  { name: 'serve, once more' },
  { name: 'serve --dashboard', options: ['--dashboard'] },
  { name: 'dev', program: 'dev', options: ['--no-typecheck'] },
];
/** `dev` queues no calls, as Lambda does: all connections fit into one instance. */
const FUNCTION = { concurrency: 64, maxInstances: 1 };

export async function run({ isQuick }) {
  const turns = { ...isQuick ? { rounds: 4, seconds: 2 } : { rounds: 10, seconds: 4 }, keys: ['microseconds', 'perSecond', 'p99'] };
  const begins = GATEWAYS.map(({ name, program, options = [] }) => async () =>
    ({ name, ...await startGateway(FUNCTION, SERVER_CORE, options, { program }) }));
  const servers = await measureInTurn(begins, turns);
  const [serve] = servers;
  const entries = servers.slice(2).map((server) => compared({
    name: `processor time per request: ${server.name}, compared with serve`,
    ours: medianOf(server, 'microseconds'), peer: medianOf(serve, 'microseconds'), ratio: ratioOf(server, serve), atMost: TARGET,
  }));
  return { text: inTurnText(servers, turns), entries };
}
