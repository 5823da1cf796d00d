// Does a large API cost more per request than a small one? The same function behind 10 and behind 10,000 routes, all of which
// are asked at random.
import { routePaths } from './support/assembly.mjs';
import { inTurnText, measureInTurn, medianOf, ratioOf, SERVER_CORE } from './support/in-turn.mjs';
import { startGateway } from './support/servers.mjs';
import { compared } from './support/targets.mjs';

export const title = 'Ten routes and ten thousand';

const FEW = 10;
const MANY = 10_000;

export async function run({ isQuick }) {
  const turns = { ...isQuick ? { rounds: 4, seconds: 2 } : { rounds: 12, seconds: 3 }, keys: ['perSecond', 'microseconds', 'p50', 'p99'] };
  const servers = await measureInTurn([FEW, MANY].map((routes) => () => begin(routes)), turns);
  const [few, many] = servers;
  const entry = compared({
    name: 'requests/s with 10,000 routes beside 10 routes',
    ours: medianOf(many, 'perSecond'), peer: medianOf(few, 'perSecond'), ratio: ratioOf(many, few, 'perSecond'), atLeast: 0.95,
  });
  return { text: inTurnText(servers, turns), entries: [entry] };
}

async function begin(routes) {
  const server = await startGateway({}, SERVER_CORE, [], { routes });
  const paths = routePaths(routes);
  const urls = paths.map((path) => `${server.origin}/prod${path}?color=red`);
  const last = paths.at(-1);
  const answer = await (await fetch(urls.at(-1))).json();
  if (answer.path !== last) throw new Error(`${routes} routes: ${last} is answered ${JSON.stringify(answer)}`);
  return { ...server, name: `${routes.toLocaleString('en-GB')} routes`, urls };
}
