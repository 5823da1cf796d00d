import { GatewayError } from '../../errors';
import type { Expired, PatternText, RunInSandbox } from './jobs';
import { javaPattern } from './pattern';
import { MAIN_THREAD_STEPS, withinSteps } from './step-budget';

export type MatchOutcome = { readonly type: 'busy' } | Expired | { readonly type: 'matched'; readonly index: number };

/**
 * Compiles patterns once per load. They are matched on this thread if the step budget suffices, otherwise in a worker with a deadline.
 * @returns finds the first pattern that matches a text: its index, or -1; if a worker gives up, the outcome is `expired`
 * @throws Error that says what is wrong with a pattern
 */
export function compileMatch(texts: readonly PatternText[], run: RunInSandbox): (text: string) => number | Promise<MatchOutcome> {
  const patterns = texts.map(({ pattern, extent, isDotAll = false }) => javaPattern(pattern, extent, { isDotAll }));
  const first = (text: string): number => patterns.findIndex((pattern) => pattern.test(text));
  return (text) => withinSteps(MAIN_THREAD_STEPS, () => first(text))?.value ?? matchElsewhere(texts, text, run);
}

/** The index in an outcome: a text that cannot be matched in time matches no pattern. @throws SANDBOX_BUSY */
export function matchedIndex(outcome: MatchOutcome): number {
  if (outcome.type === 'busy') throw new GatewayError('SANDBOX_BUSY', {});
  return outcome.type === 'matched' ? outcome.index : -1;
}

async function matchElsewhere(patterns: readonly PatternText[], text: string, run: RunInSandbox): Promise<MatchOutcome> {
  const outcome = await run({ type: 'match', patterns, text });
  if (outcome.type === 'matched' || outcome.type === 'busy') return outcome;
  return { type: 'expired', reason: 'reason' in outcome ? outcome.reason : outcome.type };
}
