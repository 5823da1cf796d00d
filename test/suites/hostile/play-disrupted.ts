// The bytes of every case once more, each with a reset, a half-close and a pause at a position that the seed chooses: whatever a
// client breaks off, the process of the gateway stays the same one and goes on answering.
import net from 'node:net';
import { inParallel } from '../in-parallel';
import type { CaseResult } from '../suite';
import { bytesOf } from './bytes';
import { defectsIn, DISRUPTIONS, sendDisrupted, type Disruption } from './disruption';
import type { Fixture } from './fixture';
import type { HostileCase } from './hostile-case';

const CONCURRENCY = 6;
/** Answers are not judged here, so they are waited for briefly. */
const ANSWER_MS = 40;
const SEED = 20_261_124;

export async function playDisrupted(cases: readonly HostileCase[], fixture: Fixture): Promise<readonly CaseResult[]> {
  const random = numbers(SEED);
  const plays = cases.flatMap((one) => DISRUPTIONS.map((how) => {
    const disruption = { how, position: random(), waitMs: Math.floor(random() * 5) };
    return { one, disruption };
  }));
  const problems = new Map<HostileCase, string[]>(cases.map((one) => [one, []]));
  await inParallel(plays, CONCURRENCY, async ({ one, disruption }) => {
    problems.get(one)?.push(...await problemsOf(one, disruption, fixture));
  });
  return cases.map((one) => ({ name: `disrupted ${one.group} ${one.id}`, problems: problems.get(one) ?? [] }));
}

async function problemsOf(one: HostileCase, disruption: Disruption, fixture: Fixture): Promise<readonly string[]> {
  const { gateway, ports } = fixture;
  const printedFrom = gateway.printed().length;
  const raw = net.connect({ host: '127.0.0.1', port: one.target === 'management' ? ports.management : ports.data, allowHalfOpen: true });
  raw.on('error', () => undefined); // what the server does with such a connection is not judged
  const answered = new Promise((resolve) => {
    raw.once('data', resolve).once('close', resolve);
    setTimeout(resolve, ANSWER_MS + disruption.waitMs);
  });
  await sendDisrupted({ socket: raw, raw }, bytesOf(one, ports.management), disruption);
  await answered;
  const isSame = await gateway.probe('turn') === true && gateway.exit() === undefined;
  raw.destroy();
  const defects = defectsIn(gateway.printed().slice(printedFrom));
  const where = `${disruption.how} at ${disruption.position.toFixed(3)}`;
  return [...(isSame ? [] : [`${where}: the gateway ended with ${gateway.exit()}`]), ...defects.map((line) => `${where}: ${line}`)];
}

/** Numbers from 0 to 1, the same for the same seed (a linear congruence with the constants of Numerical Recipes). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
