// Looks for bytes that the front answers wrongly: `npm run fuzz -- --minutes 30`. Requests are made of good and bad pieces, put
// together, damaged, and sent to the gateway of test/hostile/ over raw sockets. Whatever is sent:
//   - every answer is a response that a strict reader accepts, and there is at most one for each request and one for the rest
//   - none has 500, 502, 503 or 504
//   - the connection ends once the client has said all, and the closed function never runs
// Values are the same in every run; PROPERTY_SEED=random looks for new ones, a number repeats what was printed.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { beginExchange } from './hostile/exchange.mjs';
import { startFixture } from './hostile/fixture.mjs';
import { pipelines } from './hostile/pipelines.mjs';

const AT_THE_SAME_TIME = 4;
/** A connection that is open so long after the client has closed its side hangs; the bench's longest time-out is 5 s. */
const END_MS = 30_000;
const SERVER_ERRORS = [500, 502, 503, 504];

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seconds: { type: 'string', default: '20' } } });
const limitMs = values.minutes === undefined ? Number(values.seconds) * 1_000 : Number(values.minutes) * 60_000;
if (!(limitMs > 0)) {
  console.error('usage: npm run fuzz -- [--minutes n | --seconds n]');
  process.exit(2);
}
const wanted = process.env.PROPERTY_SEED ?? '20261121';
const seed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);

const fixture = await startFixture();
try {
  await run();
} finally {
  await fixture.close();
}

async function run() {
  const observedFrom = fixture.observer.all.length;
  const results = await Promise.all(Array.from({ length: AT_THE_SAME_TIME }, (_, index) => look(seed + index)));
  const failures = results.filter(({ failed }) => failed);
  for (const result of failures) console.error(`${fc.defaultReportMessage(result)}\n${result.errorInstance}`);
  const isAlive = fixture.gateway.exit() === undefined && await fixture.gateway.ask('polluted') === false;
  if (!isAlive) console.error('the gateway ended, or its prototypes were changed');
  const tried = results.reduce((sum, { numRuns }) => sum + numRuns, 0);
  console.log(`${tried} connections, ${fixture.observer.all.length - observedFrom} calls of functions, seed ${seed}`);
  const failed = failures.length + (isAlive ? 0 : 1);
  console.log(`${AT_THE_SAME_TIME + 1 - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && tried > 0 ? 0 : 1;
}

function look(ownSeed) {
  const property = fc.asyncProperty(pipelines, async (text) => {
    const problem = await problemOf(text);
    if (problem !== undefined) throw new Error(problem);
  });
  const untilThen = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false };
  return fc.check(property, { seed: ownSeed, ...untilThen });
}

/** Sends the bytes, closes the client's side, and says what is wrong with what comes back. */
async function problemOf(raw) {
  const observedFrom = fixture.observer.all.length;
  const exchange = beginExchange({ encoding: 'latin1', raw, send: 'half-close' }, { port: fixture.ports.data, managementPort: 0 });
  try {
    const hasEnded = await ended(exchange);
    const { finals, problem, isCut } = exchange.responses();
    if (!hasEnded) return 'the connection is open';
    if (problem !== undefined) return problem;
    if (isCut) return 'a response is cut';
    const wrong = finals.find(({ status }) => SERVER_ERRORS.includes(status));
    if (wrong !== undefined) return `status ${wrong.status}`;
    // No request is without its version; whatever else comes has one answer together.
    const most = raw.split(' HTTP/').length;
    if (finals.length > most) return `${finals.length} responses to ${most - 1} requests`;
    const closed = fixture.observer.all.slice(observedFrom).find(({ functionName }) => functionName === 'private');
    return closed === undefined ? undefined : 'the closed function ran';
  } finally {
    exchange.end();
  }
}

/** Whether the server closes its side too. A reset is an end as well. */
function ended({ socket }) {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), END_MS);
    const end = () => {
      clearTimeout(late);
      resolve(true);
    };
    socket.once('end', end);
    socket.once('close', end);
  });
}
