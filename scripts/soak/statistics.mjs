// What a row of samples says about growth.

/** Student's t, 95 % both sides, by degrees of freedom; above 30 that of a normal distribution is near enough. */
const T_95 = [
  Infinity, 12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const T_MANY = 1.96;

/**
 * The straight line through samples `{ at, value }`, by least squares: `slope` in units of value by units of at, and the
 * interval `low` to `high` that holds it with 95 % confidence. Undefined for fewer than three samples, or all at one moment.
 */
export function slopeOf(samples) {
  const count = samples.length;
  const mean = (key) => samples.reduce((sum, one) => sum + one[key], 0) / count;
  const [at, value] = [mean('at'), mean('value')];
  const spread = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  if (count < 3 || spread === 0) return undefined;
  const slope = samples.reduce((sum, one) => sum + (one.at - at) * (one.value - value), 0) / spread;
  const rest = samples.reduce((sum, one) => sum + (one.value - value - slope * (one.at - at)) ** 2, 0);
  const error = Math.sqrt(rest / (count - 2) / spread) * (T_95[count - 2] ?? T_MANY);
  return { slope, low: slope - error, high: slope + error };
}

/**
 * Means of `count` blocks of equal duration, empty ones left out. Memory goes up and down with every collection, so samples
 * near to each other say the same; means of blocks are independent enough for an interval to be honest.
 */
export function blocksOf(samples, count) {
  if (samples.length === 0) return [];
  const first = samples[0].at;
  const length = (samples.at(-1).at - first) / count;
  const blocks = Array.from({ length: count }, () => []);
  for (const sample of samples) blocks[Math.min(count - 1, Math.floor((sample.at - first) / (length || 1)))].push(sample);
  const mean = (block, key) => block.reduce((sum, one) => sum + one[key], 0) / block.length;
  return blocks.filter((block) => block.length > 0).map((block) => ({ at: mean(block, 'at'), value: mean(block, 'value') }));
}

/** Availability as people say it: 100 % only when nothing failed, else rounded down so that it never claims more. */
export function availability(asked, failed) {
  if (asked === 0) return 'nothing asked';
  return failed === 0 ? '100 %' : `${(Math.floor(((asked - failed) / asked) * 1e6) / 1e4).toFixed(4)} %`;
}

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
