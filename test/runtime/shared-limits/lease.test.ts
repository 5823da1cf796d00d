import { Lease } from '../../../lib/runtime/shared-limits/lease';

/** A lease with the demand of some requests at a time. */
function leaseAfter(requests: number, now: number): Lease {
  const lease = new Lease();
  for (let request = 0; request < requests; request++) lease.noteRequest(now);
  return lease;
}

test('as many tokens are wanted as requests came in the last 100 ms, at most a share', () => {
  const wanted = (now: number, most: number): number => leaseAfter(8, 1_000).expect(now, most);
  expect([wanted(1_050, 20), wanted(1_050, 5), wanted(1_150, 20), wanted(1_200, 20)]).toEqual([8, 5, 8, 0]);
});

test('what is held, and what was asked for, is not asked for again', () => {
  const lease = leaseAfter(8, 1_000);
  expect([lease.expect(1_000, 5), lease.expect(1_000, 8), lease.expect(1_000, 8)]).toEqual([5, 3, 0]);
  lease.arrive(5, 4, 1_000);
  lease.arrive(3, 0, 1_000);
  expect(lease.expect(1_050, 8)).toBe(4);
});

test('tokens are used one by one, and lapse after 100 ms', () => {
  const lease = leaseAfter(1, 1_000);
  expect(lease.has(1_000)).toBe(false);
  lease.arrive(0, 2, 1_000);
  lease.take();
  expect([lease.has(1_099), lease.has(1_100)]).toEqual([true, false]);
  lease.take();
  expect(lease.has(1_050)).toBe(false);
  lease.putBack();
  expect(lease.has(1_050)).toBe(true);
  lease.drop();
  expect(lease.has(1_050)).toBe(false);
});

test('half of the share used is low, unless more is coming', () => {
  const lease = leaseAfter(10, 1_000);
  lease.arrive(0, 10, 1_000);
  const lows = Array.from({ length: 6 }, () => {
    lease.take();
    return lease.isLow(1_000, 10);
  });
  expect(lows).toEqual([false, false, false, false, true, true]);
  lease.expect(1_000, 10);
  expect(lease.isLow(1_000, 10)).toBe(false);
});
