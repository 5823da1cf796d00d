// Plays all cases: those that wait for timeouts together from the start, the others a few at a time beside them, and those
// that measure the whole process alone at the end.
import { platform } from 'node:os';
import { inParallel } from '../in-parallel';
import type { CaseRun } from './case-run';
import { beginExchange, canSend } from './exchange';
import type { Fixture } from './fixture';
import type { HostileCase } from './hostile-case';
import { judge, predicatesOf, type Judgement } from './judge';

const CONCURRENCY = 6;
/** A response that is not slow by design comes within this time. */
const RESPONSE_MS = 1_500;
/** A slow case without a time of its own. */
const SLOW_MS = 12_000;
/** No byte for so long, and a turn of the gateway's event loop after it: nothing more comes. */
const QUIET_MS = 100;
const POLL_MS = 10;

interface Context {
  readonly fixture: Fixture;
  readonly patience: number;
  readonly localAddress: string;
}

interface PlayOptions {
  readonly patience: number;
}

type PlayedCase = HostileCase & Judgement;

/** Results in the order of the cases. */
export async function playAll(cases: readonly HostileCase[], fixture: Fixture, { patience }: PlayOptions): Promise<readonly PlayedCase[]> {
  const numbered = cases.map((one, index) => ({ one, context: { fixture, patience, localAddress: addressOf(index) } }));
  const results = new Map<HostileCase, Judgement>();
  const playOne = async ({ one, context }: { readonly one: HostileCase; readonly context: Context }): Promise<void> => {
    results.set(one, await play(one, context));
  };
  const slow = numbered.filter(({ one }) => isSlow(one));
  const alone = numbered.filter(({ one }) => !isSlow(one) && predicatesOf(one).some(({ isAlone }) => isAlone));
  const parallel = numbered.filter((each) => !slow.includes(each) && !alone.includes(each));
  // Where every connection comes from the same address, calls of functions can only be told apart in time.
  const concurrency = addressOf(0) === addressOf(1) ? 1 : CONCURRENCY;
  await Promise.all([...slow.map(playOne), inParallel(parallel, concurrency, playOne)]);
  await inParallel(alone, 1, playOne);
  return cases.map((one) => ({ ...one, ...(results.get(one) ?? { problems: ['the case was not played'], seen: 'nothing' }) }));
}

/** On Linux all of 127.0.0.0/8 is this machine: each case has an address of its own, which its function calls show. */
function addressOf(index: number): string {
  return platform() === 'linux' ? `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}` : '127.0.0.1';
}

function isSlow({ timeoutClass, drip }: HostileCase): boolean {
  return timeoutClass === 'slow' || drip !== undefined;
}

async function play(one: HostileCase, { fixture, patience, localAddress }: Context): Promise<Judgement> {
  if (!canSend(one)) return { problems: [`unknown way to send: ${one.send}`], seen: 'not sent' };
  const port = new Map(Object.entries(fixture.ports)).get(one.target ?? 'data');
  if (port === undefined) return { problems: [`unknown target: ${one.target}`], seen: 'not sent' };
  const predicates = predicatesOf(one);
  const printedFrom = fixture.gateway.printed().length;
  const observedFrom = fixture.observer.all.length;
  const before = {};
  for (const { prepare } of predicates) await prepare?.({ fixture, before });
  const exchange = beginExchange(one, { port, managementPort: fixture.ports.management, localAddress });
  const read = { finals: [], interims: [], isCut: false };
  const run: CaseRun = {
    one, exchange, fixture, patience, localAddress, printedFrom, observedFrom, before, isLate: false, read, calls: [],
  };
  try {
    await settle(run);
    return await judge(run, predicates);
  } catch (error) {
    return { problems: [`the suite failed: ${error instanceof Error ? error.stack : String(error)}`], seen: 'nothing' };
  } finally {
    exchange.end();
  }
}

/** Waits until nothing more will come: closed, or responded and quiet; at the most as long as the file gives the case. */
async function settle(run: CaseRun): Promise<void> {
  const { one, exchange, patience, fixture } = run;
  // A case that is not slow by design may take as long as there is progress: only standing still counts.
  const endMs = () => (isSlow(one) ? exchange.startedMs + (one.waitMs ?? SLOW_MS)
    : Math.max(exchange.startedMs, exchange.sentMs, exchange.lastByteMs ?? 0) + RESPONSE_MS * patience);
  while (performance.now() < endMs() && fixture.gateway.exit() === undefined) {
    if (exchange.isClosed) break;
    if (!isSlow(one) && hasResponded(run) && await isQuiet(run)) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  run.isLate = !exchange.isClosed && (isSlow(one) || !hasResponded(run));
  await turn(run);
}

function hasResponded({ one, exchange }: CaseRun): boolean {
  const { finals, isCut, problem } = exchange.responses();
  const expected = one.expect.expectResponses ?? one.expect.expectSequence?.length ?? 1;
  return problem !== undefined || (finals.length >= expected && !isCut);
}

async function isQuiet(run: CaseRun): Promise<boolean> {
  const { exchange } = run;
  const { lastByteMs = 0 } = exchange;
  if (performance.now() - lastByteMs < QUIET_MS) return false;
  await turn(run);
  return exchange.lastByteMs === lastByteMs;
}

/** The gateway's event loop has turned twice, and this one's. */
async function turn({ fixture }: CaseRun): Promise<void> {
  await fixture.gateway.probe('turn');
  await fixture.gateway.probe('turn');
  await new Promise((resolve) => setImmediate(resolve));
}
