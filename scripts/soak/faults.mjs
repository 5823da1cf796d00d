// One fault a second, of those that `npm run faults` plays, in an order that the seed decides.
import { FUNCTION_CASES } from '../faults/functions.mjs';
import { RESULT_CASES } from '../faults/results.mjs';
import { forgetEntriesOf } from './gateway.mjs';

const EVERY_MS = 1_000;
/** Faults that go on at the same time; a second in which there are as many adds none. */
const MAX_AT_ONCE = 6;

/**
 * Those that can be played again and again: not the dead letters, of which each play must be the only one, and not the
 * hundred crashes in a row, which take two minutes of back-off with them.
 */
const CASES = [...FUNCTION_CASES.filter(({ id, isAlone }) => isAlone !== true && id !== 'F55'), ...RESULT_CASES];

/**
 * A function that uses up its memory takes seconds for it, and beside all the others on a busy machine all of its 25: it is
 * then stopped and answered for by its time instead, which holds the same promise. So do calls that wait in a full queue.
 */
const STOPPED_BY_TIME = /^(?:variant \d+: )?(?:status 504 instead of (?:502|200 or 429)|the log says FUNCTION_TIMEOUT instead of)/;

/** Begins to inject; `seen` has what came of it. */
export function startFaults(gateway, random) {
  const seen = { injected: 0, left: 0, slow: 0, failed: 0, problems: [] };
  const running = new Map();
  let order = [];
  const inject = () => {
    if (running.size >= MAX_AT_ONCE) {
      seen.left += 1;
      return;
    }
    if (order.length === 0) order = shuffled(CASES, random);
    const at = order.findIndex(({ id }) => !running.has(id));
    if (at < 0) return;
    const [one] = order.splice(at, 1);
    seen.injected += 1;
    running.set(one.id, play(gateway, one, seen).finally(() => running.delete(one.id)));
  };
  const timer = setInterval(inject, EVERY_MS);
  return {
    seen,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}

async function play(gateway, { id, title, run }, seen) {
  forgetEntriesOf(gateway, id);
  const at = new Date().toISOString().slice(11, 19);
  const problems = await run(gateway).catch((error) => [error.message]);
  if (problems.length === 0) return;
  if (problems.every((problem) => STOPPED_BY_TIME.test(problem))) {
    seen.slow += 1;
    return;
  }
  seen.failed += 1;
  seen.problems.push(...problems.map((problem) => `${at} ${id} ${title}: ${problem}`));
}

/** Fisher and Yates. */
export function shuffled(values, random) {
  const all = [...values];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}
