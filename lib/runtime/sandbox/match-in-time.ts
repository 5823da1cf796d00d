import type { Expired, PatternText, RunInSandbox } from './jobs';
import { javaPattern } from './pattern';
import { MAIN_THREAD_STEPS, withinSteps } from './step-budget';

/** Finds the first pattern that matches a text: its index, or -1. If a worker gives up, the outcome is `expired`. */
export type MatchInTime = (text: string) => number | Promise<MatchOutcome>;

export type MatchOutcome = { readonly type: 'busy' } | Expired | { readonly type: 'matched'; readonly index: number };

/**
 * Compiles patterns once per load. They are matched on this thread if the step budget suffices, otherwise in a worker with a
 * deadline.
 * @throws Error that says what is wrong with a pattern
 */
export function compileMatch(texts: readonly PatternText[], run: RunInSandbox): MatchInTime {
  const patterns = texts.map(({ pattern, extent, isDotAll = false }) => javaPattern(pattern, extent, { isDotAll }));
  const first = (text: string): number => patterns.findIndex((pattern) => pattern.test(text));
  return (text) => withinSteps(MAIN_THREAD_STEPS, () => first(text))?.value ?? matchElsewhere(texts, text, run);
}

async function matchElsewhere(patterns: readonly PatternText[], text: string, run: RunInSandbox): Promise<MatchOutcome> {
  const outcome = await run({ type: 'match', patterns, text });
  if (outcome.type === 'matched' || outcome.type === 'busy') return outcome;
  return { type: 'expired', reason: 'reason' in outcome ? outcome.reason : outcome.type };
}
