// Looks for bytes that the gateway mishandles: `npm run fuzz -- --minutes 30`. Requests are made of valid and invalid pieces, put
// together, damaged, and sent to the gateway of the hostile suite over raw sockets. Whatever is sent:
//   - every response is one that a strict reader accepts, and there is at most one for each request and one for the rest
//   - none has 500, 502, 503 or 504
//   - the connection ends once the client has sent everything, and the closed function never runs
// Half of them are disrupted at some position by a reset, a half-close or a pause; so are sequences of HTTP/2 frames over TLS, to a
// gateway of their own. Whatever is broken off, the process stays the same one, and no error is left to its last line of defense.
// Values are the same in every run; PROPERTY_SEED=random looks for new ones, a number repeats what was printed.
import fc from 'fast-check';
import type { Socket } from 'node:net';
import { bytesBefore, defectsIn, sendDisrupted, type Disruption } from '../hostile/disruption';
import { beginExchange, type Exchange } from '../hostile/exchange';
import { startFixture, type Fixture } from '../hostile/fixture';
import { UsageError, type CaseResult, type Suite, type SuiteArguments, type SuiteRun } from '../suite';
import { disruptions } from './disruptions';
import { exploreHttp2 } from './explore-http2';
import { pipelines } from './pipelines';

const CONCURRENCY = 4;
/** A connection that is open so long after the client has closed its side hangs; the longest timeout of the fixture is 5 s. */
const END_MS = 30_000;
const SERVER_ERRORS = [500, 502, 503, 504];

export const fuzz: Suite = { usage: '[--minutes n | --seconds n]', options: ['minutes', 'seconds'], run };

async function run({ option }: SuiteArguments): Promise<SuiteRun> {
  const minutes = option('minutes');
  const limitMs = minutes === undefined ? Number(option('seconds') ?? '20') * 1_000 : Number(minutes) * 60_000;
  if (!(limitMs > 0)) throw new UsageError('give a duration above 0');
  const seed = readSeed();
  const fixture = await startFixture();
  try {
    const observedFrom = fixture.observer.all.length;
    const checks = await Promise.all([
      ...Array.from({ length: CONCURRENCY }, (_, index) => explore(fixture, { seed: seed + index, limitMs })),
      exploreHttp2(fixture, { seed, limitMs }),
    ]);
    const connections = checks.reduce((sum, { tried }) => sum + tried, 0);
    const calls = fixture.observer.all.length - observedFrom;
    console.log(`${connections} connections, ${calls} calls of functions, seed ${seed}`);
    const isIntact = fixture.gateway.exit() === undefined && await fixture.gateway.probe('polluted') === false;
    const intact = { name: 'the gateway is intact', problems: isIntact ? [] : ['the gateway ended, or its prototypes were changed'] };
    const tried = { connections, calls, seed };
    return { results: connections === 0 ? [] : [...checks.map(({ result }) => result), intact], figures: tried };
  } finally {
    await fixture.close();
  }
}

function readSeed(): number {
  const seed = process.env.PROPERTY_SEED ?? '20261121';
  return seed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(seed);
}

interface Exploration {
  readonly tried: number;
  readonly result: CaseResult;
}

async function explore(fixture: Fixture, { seed, limitMs }: { readonly seed: number; readonly limitMs: number }): Promise<Exploration> {
  const property = fc.asyncProperty(pipelines, fc.option(disruptions, { nil: undefined, freq: 1 }), async (text, disruption) => {
    const problem = await problemOf(text, disruption, fixture);
    if (problem !== undefined) throw new Error(problem);
  });
  const untilThen = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false };
  const details = await fc.check(property, { seed, ...untilThen });
  const problems = details.failed ? [`${fc.defaultReportMessage(details) ?? ''}\n${String(details.errorInstance)}`] : [];
  return { tried: details.numRuns, result: { name: `seed ${seed}`, problems } };
}

/** Sends the bytes, closes the client's side, and says what is wrong with what comes back. */
async function problemOf(
  raw: string, disruption: Disruption | undefined, { observer, ports, gateway }: Fixture,
): Promise<string | undefined> {
  const observedFrom = observer.all.length;
  const printedFrom = gateway.printed().length;
  const sendBytes = disruption && (async (socket: Socket, bytes: Buffer): Promise<void> => {
    await sendDisrupted({ socket, raw: socket }, bytes, disruption);
    socket.end();
  });
  const exchange = beginExchange({ encoding: 'latin1', raw, send: 'half-close', ...(sendBytes && { sendBytes }) }, { port: ports.data, managementPort: 0 });
  try {
    const hasEnded = await ended(exchange.socket);
    if (await gateway.probe('turn') !== true) return `the gateway ended with ${gateway.exit()}`;
    const [defect] = defectsIn(gateway.printed().slice(printedFrom));
    if (defect !== undefined) return defect;
    if (disruption?.how === 'reset') return undefined;
    const { finals, problem, isCut } = exchange.responses();
    if (!hasEnded) return 'the connection is open';
    if (problem !== undefined) return problem;
    if (isCut) return `a response is cut: ${received(exchange)}`;
    const failed = finals.find(({ status }) => SERVER_ERRORS.includes(status));
    if (failed !== undefined) return `status ${failed.status}`;
    // No request is without its version; everything else that is sent has one response together.
    const sent = disruption?.how === 'half-close' ? bytesBefore(exchange.sent, disruption).toString('latin1') : raw;
    const most = sent.split(' HTTP/').length;
    if (finals.length > most) return `${finals.length} responses to ${most - 1} requests`;
    const closed = observer.all.slice(observedFrom).find(({ functionName }) => functionName === 'private');
    return closed === undefined ? undefined : 'the closed function ran';
  } finally {
    exchange.end();
  }
}

/** The end of what a client has received, and what its socket reported. */
function received({ received: bytes, error }: Exchange): string {
  return `${JSON.stringify(bytes().toString('latin1').slice(-1_000))}${error === undefined ? '' : `, ${error.message}`}`;
}

/** Whether the server closes its side too. A reset is an end as well. */
function ended(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), END_MS);
    const end = (): void => {
      clearTimeout(late);
      resolve(true);
    };
    socket.once('end', end);
    socket.once('close', end);
  });
}
