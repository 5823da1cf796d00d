import { createBuckets } from '../../../lib/runtime/throttling/buckets';

const slow = { rateLimit: 1, burstLimit: 1 };

test('one name is one bucket, also after a reload', () => {
  const buckets = createBuckets();
  buckets.of({ owner: 'key', name: 'a', throttle: slow }, 0).take();
  expect(buckets.of({ owner: 'key', name: 'a', throttle: { ...slow } }, 0).has(0)).toBe(false);
  expect(buckets.of({ owner: 'key', name: 'b', throttle: slow }, 0).has(0)).toBe(true);
});

test('a reload brings a new limit to the same bucket', () => {
  const buckets = createBuckets();
  buckets.of({ owner: 'key', name: 'a', throttle: slow }, 0).take();
  const faster = { owner: 'key' as const, name: 'a', throttle: { rateLimit: 100, burstLimit: 1 } };
  expect(buckets.of(faster, 0).has(0)).toBe(false);
  expect(buckets.of(faster, 10).has(10)).toBe(true);
});

test('memory is bounded: full buckets are forgotten, the others are not', () => {
  const buckets = createBuckets();
  buckets.of({ owner: 'key', name: 'busy', throttle: { rateLimit: 0, burstLimit: 1 } }, 0).take();
  for (let client = 0; client < 100_000; client++) {
    buckets.of({ owner: 'key', name: `client ${client}`, throttle: { rateLimit: 1_000, burstLimit: 1 } }, client).take();
  }
  expect(buckets.size()).toBeLessThanOrEqual(1_000);
  expect(buckets.of({ owner: 'key', name: 'busy', throttle: { rateLimit: 0, burstLimit: 1 } }, 100_000).has(100_000)).toBe(false);
});
