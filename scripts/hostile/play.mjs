// Plays all cases: those that wait for time-outs together from the start, the others a few at a time beside them, and those
// that measure the whole process alone at the end.
import { platform } from 'node:os';
import { beginExchange, canSend } from './exchange.mjs';
import { judge, wordsOf } from './judge.mjs';

const AT_THE_SAME_TIME = 6;
/** An answer that is not slow by design comes within this time. */
const ANSWER_MS = 1_500;
/** A slow case without a time of its own. */
const SLOW_MS = 12_000;
/** No byte for so long, and a turn of the gateway after it: nothing more comes. */
const QUIET_MS = 100;
const STEP_MS = 10;

/** Results in the order of the cases: `id`, `group`, `problems` and what was `seen`. */
export async function playAll(cases, fixture, { patience }) {
  const numbered = cases.map((one, index) => ({ one, context: { fixture, patience, localAddress: addressOf(index) } }));
  const results = new Map();
  const playOne = async ({ one, context }) => { results.set(one, await play(one, context)); };
  const slow = numbered.filter(({ one }) => isSlow(one));
  const alone = numbered.filter(({ one }) => !isSlow(one) && wordsOf(one).some((word) => word.isAlone));
  const others = numbered.filter((each) => !slow.includes(each) && !alone.includes(each));
  await Promise.all([...slow.map(playOne), inTurns(others, playOne)]);
  for (const each of alone) await playOne(each);
  return cases.map((one) => ({ id: one.id, group: one.group, ...results.get(one) }));
}

async function inTurns(all, playOne) {
  const waiting = [...all];
  // Where every connection comes from the same address, calls of functions can only be told apart in time.
  const workers = addressOf(0) === addressOf(1) ? 1 : AT_THE_SAME_TIME;
  await Promise.all(Array.from({ length: workers }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await playOne(next);
  }));
}

/** On Linux all of 127.0.0.0/8 is this machine: each case has an address of its own, which its function calls show. */
function addressOf(index) {
  return platform() === 'linux' ? `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}` : '127.0.0.1';
}

function isSlow({ timeoutClass, drip }) {
  return timeoutClass === 'slow' || drip !== undefined;
}

async function play(one, context) {
  const { fixture } = context;
  if (!canSend(one)) return { problems: [`unknown way to send: ${one.send}`], seen: 'not sent' };
  const port = fixture.ports[one.target ?? 'data'];
  if (port === undefined) return { problems: [`unknown target: ${one.target}`], seen: 'not sent' };
  const words = wordsOf(one);
  const scene = { ...context, one, printedFrom: fixture.gateway.printed().length, observedFrom: fixture.observer.all.length, before: {} };
  for (const word of words) await word.prepare?.(scene);
  scene.exchange = beginExchange(one, { port, managementPort: fixture.ports.management, localAddress: context.localAddress });
  try {
    await settle(scene);
    return await judge(scene, words);
  } catch (error) {
    return { problems: [`the player failed: ${error.stack}`], seen: 'nothing' };
  } finally {
    scene.exchange.end();
  }
}

/** Waits until nothing more will come: closed, or answered and quiet; at the most as long as the file gives the case. */
async function settle(scene) {
  const { one, exchange, patience, fixture } = scene;
  // A case that is not slow by design may take as long as it gets on: what counts is standing still.
  const endMs = () => (isSlow(one) ? exchange.startedMs + (one.waitMs ?? SLOW_MS)
    : Math.max(exchange.startedMs, exchange.sentMs, exchange.lastByteMs ?? 0) + ANSWER_MS * patience);
  while (performance.now() < endMs() && fixture.gateway.exit() === undefined) {
    if (exchange.isClosed) break;
    if (!isSlow(one) && isAnswered(scene) && await isQuiet(scene)) break;
    await wait(STEP_MS);
  }
  scene.isLate = !exchange.isClosed && (isSlow(one) || !isAnswered(scene));
  await turn(scene);
}

function isAnswered({ one, exchange }) {
  const { finals, isCut, problem } = exchange.responses();
  const wanted = one.expect.expectResponses ?? one.expect.expectSequence?.length ?? 1;
  return problem !== undefined || (finals.length >= wanted && !isCut);
}

async function isQuiet(scene) {
  const { exchange } = scene;
  const { lastByteMs } = exchange;
  if (performance.now() - lastByteMs < QUIET_MS) return false;
  await turn(scene);
  return exchange.lastByteMs === lastByteMs;
}

/** The gateway's event loop has turned twice, and this one's. */
async function turn({ fixture }) {
  await fixture.gateway.ask('turn');
  await fixture.gateway.ask('turn');
  await new Promise((resolve) => setImmediate(resolve));
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
