/** Steps of a pattern that take a few milliseconds. */
const STEPS = 4_000_000;
/** What refers back or looks around, which V8's linear engine does not have. */
const NOT_LINEAR = /\\[1-9]|\\k<|\(\?<?[=!]/;
/** A group that is repeated: two ways through it double the work with each repetition. */
const REPEATED_GROUP = /\)(?:[*+]|\{)/;
const REPETITION = /[*+]|\{\d+,\}/g;

/**
 * Length of a text up to which a pattern is tried on the main thread; 0 where a short one can be long work. A pattern without
 * a repeated group takes at most as many steps as the text is long, to the power of its repetitions and of the places to begin.
 */
export function patternBytes(pattern: string): number {
  if (NOT_LINEAR.test(pattern) || REPEATED_GROUP.test(pattern)) return 0;
  const repetitions = pattern.match(REPETITION)?.length ?? 0;
  return Math.floor(STEPS ** (1 / (repetitions + 1)));
}

/**
 * The same for a pattern that begins at the start of a text and has V8's linear engine behind it, which takes over where a
 * repeated group backtracks too often.
 */
export function anchoredPatternBytes(pattern: string): number {
  if (NOT_LINEAR.test(pattern)) return 0;
  const repetitions = pattern.match(REPETITION)?.length ?? 0;
  return Math.floor(STEPS ** (1 / Math.max(1, repetitions)));
}
