import fc from 'fast-check';
import { TokenBucket } from '../../../lib/runtime/throttling/token-bucket';

const limits = fc.record({ rateLimit: fc.double({ min: 0, max: 1_000, noNaN: true }), burstLimit: fc.integer({ min: 0, max: 200 }) });
/** Waiting times between requests, in ms: many at once, some after a while. */
const wait = (max: number) => fc.double({ min: 0, max, noNaN: true });
const waits = fc.array(fc.oneof(fc.constant(0), wait(50), wait(5_000)), { maxLength: 400 });

/** The moments at which requests passed. */
function passed(bucket: TokenBucket, moments: readonly number[]): number[] {
  return moments.filter((moment) => {
    const passes = bucket.has(moment);
    if (passes) bucket.take();
    return passes;
  });
}

function momentsOf(gaps: readonly number[]): number[] {
  let now = 0;
  return gaps.map((gap) => (now += gap));
}

describe('a token bucket', () => {
  test('lets the burst pass at once, and then the rate', () => {
    const bucket = new TokenBucket({ rateLimit: 2, burstLimit: 3 }, 0);
    expect(passed(bucket, [0, 0, 0, 0, 499, 500, 500, 999, 1_000, 1_000])).toEqual([0, 0, 0, 500, 1_000]);
  });

  test('saves no more than the burst', () => {
    const bucket = new TokenBucket({ rateLimit: 100, burstLimit: 2 }, 0);
    expect(passed(bucket, [3_600_000, 3_600_000, 3_600_000])).toHaveLength(2);
  });

  test('with no burst lets nothing pass, and with no rate only the burst', () => {
    expect(passed(new TokenBucket({ rateLimit: 100, burstLimit: 0 }, 0), [0, 1_000, 9_999_999])).toEqual([]);
    expect(passed(new TokenBucket({ rateLimit: 0, burstLimit: 2 }, 0), [0, 1_000, 9_999_999])).toEqual([0, 1_000]);
  });

  test('in no window passes more than burst + rate × time', () => {
    fc.assert(fc.property(limits, waits, (limit, gaps) => {
      const times = passed(new TokenBucket(limit, 0), momentsOf(gaps));
      for (let first = 0; first < times.length; first++) {
        for (let last = first; last < times.length; last++) {
          const allowed = limit.burstLimit + (limit.rateLimit * (times[last] - times[first])) / 1_000;
          expect(last - first + 1).toBeLessThanOrEqual(allowed + 1e-6);
        }
      }
    }), { numRuns: 60 });
  });

  test('never starves: a client that waits 1/rate passes', () => {
    const [rates, bursts] = [fc.double({ min: 0.01, max: 1_000, noNaN: true }), fc.integer({ min: 1, max: 50 })];
    fc.assert(fc.property(rates, bursts, waits, (rateLimit, burstLimit, gaps) => {
      const bucket = new TokenBucket({ rateLimit, burstLimit }, 0);
      const moments = momentsOf(gaps);
      passed(bucket, moments);
      expect(bucket.has((moments.at(-1) ?? 0) + (1_000 / rateLimit) * (1 + 1e-9))).toBe(true);
    }));
  });

  test('serves a steady client at its rate for ever', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 1_000 }), (rateLimit) => {
      const bucket = new TokenBucket({ rateLimit, burstLimit: 1 }, 0);
      const moments = Array.from({ length: 300 }, (_, index) => (index * 1_000) / rateLimit);
      expect(passed(bucket, moments)).toHaveLength(300);
    }));
  });

  test('A20: a clock that goes back gives no token and stops none', () => {
    const waitMs = 200_000;
    fc.assert(fc.property(limits, fc.integer({ min: 1, max: 10 ** 12 }), (limit, back) => {
      const gained = (limit.rateLimit * waitMs) / 1_000;
      fc.pre(Math.abs(gained - 1) > 1e-6);
      const bucket = new TokenBucket(limit, 10 ** 13);
      const before = passed(bucket, Array<number>(limit.burstLimit).fill(10 ** 13));
      expect(before).toHaveLength(limit.burstLimit);
      expect(bucket.has(10 ** 13 - back)).toBe(false);
      expect(bucket.has(10 ** 13 - back + waitMs)).toBe(limit.burstLimit > 0 && gained > 1);
    }), { examples: [[{ rateLimit: 5, burstLimit: 2 }, 3_600_000], [{ rateLimit: 0.005_1, burstLimit: 1 }, 1]] });
  });

  test('takes over another limit without giving tokens for it', () => {
    const bucket = new TokenBucket({ rateLimit: 0, burstLimit: 10 }, 0);
    bucket.take();
    bucket.adopt({ rateLimit: 0, burstLimit: 20 }, 0);
    expect(passed(bucket, Array<number>(30).fill(0))).toHaveLength(9);
    bucket.adopt({ rateLimit: 10, burstLimit: 1 }, 0);
    expect(passed(bucket, [0, 100, 100, 5_000, 5_000])).toEqual([100, 5_000]);
  });
});
