import fc from 'fast-check';
import { nextWindow, windowStart, type QuotaCalendar } from '../../../lib/runtime/throttling/quota-window';

const at = (text: string) => Date.parse(text);
const dayOf = (moment: number) => new Date(moment).toISOString();

describe('periods of a quota, in UTC', () => {
  test.each<[string, QuotaCalendar, string, string, string]>([
    ['a day', { period: 'DAY', offset: 0 }, '2025-11-21T13:37:00Z', '2025-11-21', '2025-11-22'],
    ['a day at its first moment', { period: 'DAY', offset: 0 }, '2025-11-21T00:00:00.000Z', '2025-11-21', '2025-11-22'],
    ['a day at its last moment', { period: 'DAY', offset: 0 }, '2025-11-20T23:59:59.999Z', '2025-11-20', '2025-11-21'],
    ['a week, on Friday', { period: 'WEEK', offset: 0 }, '2025-11-21T13:37:00Z', '2025-11-17', '2025-11-24'],
    ['a week, on Monday', { period: 'WEEK', offset: 0 }, '2025-11-17T00:00:00Z', '2025-11-17', '2025-11-24'],
    ['a week, on Sunday', { period: 'WEEK', offset: 0 }, '2025-11-23T23:59:59.999Z', '2025-11-17', '2025-11-24'],
    ['a week from Wednesday, on Friday', { period: 'WEEK', offset: 2 }, '2025-11-21T13:37:00Z', '2025-11-19', '2025-11-26'],
    ['a week from Sunday, on Friday', { period: 'WEEK', offset: 6 }, '2025-11-21T13:37:00Z', '2025-11-16', '2025-11-23'],
    ['a month', { period: 'MONTH', offset: 0 }, '2025-11-21T13:37:00Z', '2025-11-01', '2025-12-01'],
    ['a month over the end of a year', { period: 'MONTH', offset: 0 }, '2025-12-31T23:59:59.999Z', '2025-12-01', '2026-01-01'],
    ['a month in a leap year', { period: 'MONTH', offset: 0 }, '2024-02-29T12:00:00Z', '2024-02-01', '2024-03-01'],
    ['a month from the 28th, before it', { period: 'MONTH', offset: 27 }, '2025-11-21T13:37:00Z', '2025-10-28', '2025-11-28'],
    ['a month from the 28th in February', { period: 'MONTH', offset: 27 }, '2025-02-28T00:00:00Z', '2025-02-28', '2025-03-28'],
    ['a day when Europe\'s clocks change (P16)', { period: 'DAY', offset: 0 }, '2025-10-26T01:30:00Z', '2025-10-26', '2025-10-27'],
  ])('%s', (_, calendar, now, start, next) => {
    expect(dayOf(windowStart(calendar, at(now)))).toBe(`${start}T00:00:00.000Z`);
    expect(dayOf(nextWindow(calendar, at(start)))).toBe(`${next}T00:00:00.000Z`);
  });

  const calendars = fc.oneof(
    fc.constant<QuotaCalendar>({ period: 'DAY', offset: 0 }),
    fc.record({ period: fc.constant('WEEK' as const), offset: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ period: fc.constant('MONTH' as const), offset: fc.integer({ min: 0, max: 27 }) }),
  );

  test('every moment lies in one period, and periods follow one another without a gap', () => {
    fc.assert(fc.property(calendars, fc.integer({ min: at('1971-01-01'), max: at('2100-01-01') }), (calendar, now) => {
      const start = windowStart(calendar, now);
      const next = nextWindow(calendar, start);
      expect(start <= now && now < next).toBe(true);
      expect(windowStart(calendar, next)).toBe(next);
      expect(windowStart(calendar, next - 1)).toBe(start);
    }));
  });
});
