// One fault a second, of those that `npm run faults` plays, in an order that the seed decides.
import type { FaultCase } from '../faults/fault-case';
import { FUNCTION_CASES } from '../faults/functions';
import { RESULT_CASES } from '../faults/results';
import { dropEntriesOf, type SoakGateway } from './serve-gateway';
import type { Random } from './statistics';

const EVERY_MS = 1_000;
/** Faults that go on at the same time; a second in which there are as many adds none. */
const MAX_AT_ONCE = 6;

/**
 * Cases that can be played again and again: not the dead letters, of which each play must be the only one, and not the
 * hundred crashes in a row, which take two minutes of back-off with them.
 */
const CASES = [...FUNCTION_CASES.filter(({ id, isAlone }) => isAlone !== true && id !== 'F55'), ...RESULT_CASES];

/**
 * A function that uses up its memory or writes 256 MB takes seconds for it, and beside all the others on a busy machine all of
 * its 25: it is then stopped by its time instead, which holds the same promise. So are calls that wait in a full queue.
 */
const STOPPED_BY_TIME = /^(?:variant \d+: )?(?:status 504 instead of 502|status 50[24] instead of 200 or 500|the log has (?:FUNCTION|INTEGRATION)_TIMEOUT instead of)/;
/** Problems of a call whose request, says the log, was over the time of the function. */
const RESPONSE_OF_TIMEOUT = /^(?:status 502 instead of|body "\{\\"message\\": \\"Internal server error\\"\}" instead of)/;

export interface FaultCounts {
  injected: number;
  /** Left out because too many were going on. */
  left: number;
  /** Stopped by their time. */
  slow: number;
  failed: number;
  readonly problems: string[];
}

export interface InjectedFaults {
  readonly seen: Readonly<FaultCounts>;
  readonly stop: () => Promise<void>;
}

/** Begins to inject. */
export function startFaults(gateway: SoakGateway, random: Random): InjectedFaults {
  const seen: FaultCounts = { injected: 0, left: 0, slow: 0, failed: 0, problems: [] };
  const running = new Map<string, Promise<void>>();
  let order: FaultCase[] = [];
  const inject = (): void => {
    if (running.size >= MAX_AT_ONCE) {
      seen.left += 1;
      return;
    }
    if (order.length === 0) order = shuffled(CASES, random);
    const at = order.findIndex(({ id }) => !running.has(id));
    const [one] = at < 0 ? [] : order.splice(at, 1);
    if (one === undefined) return;
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

async function play(gateway: SoakGateway, { id, title, run }: FaultCase, seen: FaultCounts): Promise<void> {
  dropEntriesOf(gateway, id);
  const at = new Date().toISOString().slice(11, 19);
  const problems = await run(gateway).catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  if (problems.length === 0) return;
  const codes = codesOf(gateway, id);
  const isTimedOut = codes.includes('FUNCTION_TIMEOUT');
  if (problems.every((problem) => STOPPED_BY_TIME.test(problem) || (isTimedOut && RESPONSE_OF_TIMEOUT.test(problem)))) {
    seen.slow += 1;
    return;
  }
  seen.failed += 1;
  seen.problems.push(...problems.map((problem) => `${at} ${id} ${title}: ${problem}; logged: ${codes.join(', ') || 'no code'}`));
}

/** Codes that the log has for the function and for requests to it. */
function codesOf(gateway: SoakGateway, id: string): readonly string[] {
  const path = `/prod/faults/${id}`;
  const entries = gateway.entries.filter((entry) => entry.function === id || entry.path === path);
  return [...new Set(entries.flatMap(({ code }) => code ?? []))];
}

/** Fisher and Yates: the next is drawn from those that are left. */
function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const left = [...values];
  return values.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
