import fc from 'fast-check';
import { LeasedBucket } from '../../../../lib/runtime/hosting/workers/leased-bucket';
import { leaseBlock } from '../../../../lib/runtime/hosting/workers/worker-throttling';
import { TokenBucket } from '../../../../lib/runtime/throttling/token-bucket';

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** A bucket, and what leases of it look like from another process: answered a turn later. */
function leasing(burstLimit: number, block: number) {
  const bucket = new TokenBucket({ rateLimit: 0, burstLimit }, 0);
  const leased = new LeasedBucket(block, async ({ used, returned, wanted }) => {
    await turn();
    bucket.settle({ used, returned }, 0);
    return bucket.lend(wanted, 0);
  });
  return { bucket, leased };
}

function passed({ leased }: ReturnType<typeof leasing>, requests: number): number {
  let count = 0;
  for (let request = 0; request < requests; request++) {
    if (!leased.has()) continue;
    leased.take();
    count += 1;
  }
  return count;
}

afterEach(() => jest.useRealTimers());

test('gives no token before it has some, then as many as it was given', async () => {
  const { leased, ...rest } = leasing(100, 10);
  expect(leased.has()).toBe(false);
  await turn();
  await turn();
  expect(passed({ leased, ...rest }, 50)).toBe(10);
  leased.close();
});

test('tokens used during a refill are not restored', async () => {
  const lease = leasing(100, 10);
  let sum = 0;
  for (let round = 0; round < 200; round++) {
    sum += passed(lease, 3);
    await turn();
  }
  expect(sum).toBe(100);
  lease.leased.close();
});

test('without a block it has none and asks for none', async () => {
  const leased = new LeasedBucket(0, () => Promise.reject(new Error('asked')));
  expect(leased.has()).toBe(false);
  await turn();
  expect(leased.has()).toBe(false);
});

test('unused tokens go back after a second', async () => {
  jest.useFakeTimers();
  const returned: number[] = [];
  const leased = new LeasedBucket(10, (lease) => {
    returned.push(lease.returned);
    return Promise.resolve(lease.wanted);
  });
  leased.has();
  await jest.advanceTimersByTimeAsync(10);
  leased.take();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(returned).toEqual([0, 9]);
});

test('a small burst is not leased, and all leases together are an eighth of a large one', () => {
  expect([leaseBlock(40, 2), leaseBlock(128, 2), leaseBlock(5_000, 2), leaseBlock(5_000, 64)]).toEqual([0, 8, 256, 9]);
});

const natural = (max: number) => fc.integer({ min: 0, max });
const step = fc.record({ process: natural(2), waitMs: natural(400), requests: natural(30) });

test('several processes never let more pass than the bucket', () => {
  fc.assert(fc.property(natural(50), natural(100), fc.array(step, { maxLength: 60 }), (burstLimit, rateLimit, steps) => {
    const bucket = new TokenBucket({ rateLimit, burstLimit }, 0);
    const held = [0, 0, 0];
    const moments: number[] = [];
    let now = 0;
    for (const { process, waitMs, requests } of steps) {
      now += waitMs;
      const used = Math.min(requests, held[process]);
      moments.push(...Array.from({ length: used }, () => now));
      const returned = requests % 3 === 0 ? held[process] - used : 0;
      bucket.settle({ used, returned }, now);
      held[process] += bucket.lend(8, now) - used - returned;
    }
    // in any time: the burst, and the rate of that time
    const most = (ms: number) => burstLimit + (rateLimit * ms) / 1_000 + 1e-6;
    return moments.every((from, first) => moments.slice(first).every((to, length) => length + 1 <= most(to - from)));
  }));
});
