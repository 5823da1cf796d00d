import fc from 'fast-check';
import { Lease } from '../../../lib/runtime/shared-limits/lease';

const AT = { sentAt: 1_000, now: 1_000 };

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
  lease.arrive(5, 4, AT);
  lease.arrive(3, 0, AT);
  expect(lease.expect(1_050, 8)).toBe(4);
});

test('tokens are used one by one, and lapse after 100 ms', () => {
  const lease = leaseAfter(1, 1_000);
  expect(lease.has(1_000)).toBe(false);
  lease.arrive(0, 2, AT);
  lease.take();
  expect([lease.has(1_099), lease.has(1_100)]).toEqual([true, false]);
  lease.take();
  expect(lease.has(1_050)).toBe(false);
  lease.putBack();
  expect(lease.has(1_050)).toBe(true);
  lease.drop();
  expect(lease.has(1_050)).toBe(false);
});

test('however late answers come, a gateway holds no more than its share, and uses tokens for no longer than the share lasts', () => {
  fc.assert(fc.property(fc.array(fc.record({ waitMs: fc.nat(60), asks: fc.boolean(), lateMs: fc.nat(50) }), { maxLength: 60 }), (steps) => {
    const [lease, most] = [new Lease(), 5];
    const due: { readonly at: number; readonly sentAt: number; readonly expected: number }[] = [];
    let now = 0;
    let held = 0;
    let lastSentAt = -Infinity;
    for (const { waitMs, asks, lateMs } of steps) {
      now += waitMs;
      if (!lease.has(now)) held = 0; // lapsed tokens are nobody's
      for (const answer of due.splice(0)) {
        if (answer.at > now) due.push(answer);
        else {
          lease.arrive(answer.expected, answer.expected, { sentAt: answer.sentAt, now });
          held += answer.expected;
          lastSentAt = Math.max(lastSentAt, answer.sentAt);
        }
      }
      lease.noteRequest(now);
      if (lease.has(now)) {
        expect([held >= 1, now < lastSentAt + 100]).toEqual([true, true]);
        lease.take();
        held -= 1;
      }
      if (!lease.has(now)) held = 0;
      if (!asks) continue;
      due.push({ at: now + lateMs, sentAt: now, expected: lease.expect(now, most) });
      expect(held + due.reduce((sum, { expected }) => sum + expected, 0)).toBeLessThanOrEqual(most);
    }
  }), { numRuns: 1_000 });
});

test('half of the share used is low, unless more is coming', () => {
  const lease = leaseAfter(10, 1_000);
  lease.arrive(0, 10, AT);
  const lows = Array.from({ length: 6 }, () => {
    lease.take();
    return lease.isLow(1_000, 10);
  });
  expect(lows).toEqual([false, false, false, false, true, true]);
  lease.expect(1_000, 10);
  expect(lease.isLow(1_000, 10)).toBe(false);
});
