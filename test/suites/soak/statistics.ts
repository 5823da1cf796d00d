// Statistics of samples: growth and availability.

export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** A slope with the interval that holds it with 95 % confidence. */
export interface Slope {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

/** Numbers from 0 to below 1. */
export type Random = () => number;

/** Student's t, 95 % both sides, by degrees of freedom; above 30 that of a normal distribution is near enough. */
const T_95 = [
  Infinity, 12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const T_MANY = 1.96;

/**
 * The straight line through samples by least squares: `slope` in units of value by units of at. Undefined for fewer than three
 * samples, or all at one moment.
 */
export function slopeOf(samples: readonly Sample[]): Slope | undefined {
  const count = samples.length;
  const [at, value] = [mean(samples, 'at'), mean(samples, 'value')];
  const spread = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  if (count < 3 || spread === 0) return undefined;
  const slope = samples.reduce((sum, one) => sum + (one.at - at) * (one.value - value), 0) / spread;
  const rest = samples.reduce((sum, one) => sum + (one.value - value - slope * (one.at - at)) ** 2, 0);
  const error = Math.sqrt(rest / (count - 2) / spread) * (T_95[count - 2] ?? T_MANY);
  return { slope, low: slope - error, high: slope + error };
}

/**
 * Means of `count` blocks of equal duration, empty ones left out. Memory goes up and down with every collection, so samples
 * near to each other repeat each other; means of blocks are independent enough for an interval to be honest.
 */
export function blocksOf(samples: readonly Sample[], count: number): Sample[] {
  const first = samples.at(0)?.at ?? 0;
  const length = ((samples.at(-1)?.at ?? 0) - first) / count || 1;
  const blocks = Array.from({ length: count }, (): Sample[] => []);
  for (const sample of samples) blocks[Math.min(count - 1, Math.floor((sample.at - first) / length))]?.push(sample);
  return blocks.filter((block) => block.length > 0).map((block) => ({ at: mean(block, 'at'), value: mean(block, 'value') }));
}

function mean(samples: readonly Sample[], key: keyof Sample): number {
  return samples.reduce((sum, one) => sum + one[key], 0) / samples.length;
}

/** Availability as people state it: 100 % only when nothing failed, else rounded down so that it never claims more. */
export function availability(sent: number, failed: number): string {
  if (sent === 0) return 'nothing sent';
  return failed === 0 ? '100 %' : `${(Math.floor(((sent - failed) / sent) * 1e6) / 1e4).toFixed(4)} %`;
}

/** Numbers that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
