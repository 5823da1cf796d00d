import type { QuotaPeriod } from '../../spec';

const DAY_MS = 86_400_000;

/** The Monday before 1970 began. */
const FIRST_MONDAY_MS = -3 * DAY_MS;

/** A period of a quota: which kind, and how many days later it begins. */
export interface QuotaCalendar {
  readonly period: QuotaPeriod;
  readonly offset: number;
}

const CALENDARS: Readonly<Record<QuotaPeriod, { readonly startOf: (at: number) => number; readonly after: (start: number) => number }>> = {
  DAY: { startOf: (at) => floorTo(at, DAY_MS), after: (start) => start + DAY_MS },
  WEEK: { startOf: (at) => FIRST_MONDAY_MS + floorTo(at - FIRST_MONDAY_MS, 7 * DAY_MS), after: (start) => start + 7 * DAY_MS },
  MONTH: { startOf: (at) => monthStart(at, 0), after: (start) => monthStart(start, 1) },
};

/**
 * The start of the period that contains a moment: midnight UTC of the day, of Monday, or of the first of the month, plus
 * the offset in days. UTC has no summer time, so every day has 24 hours.
 * @example windowStart({ period: 'WEEK', offset: 2 }, Date.UTC(2025, 10, 21)); // Wednesday the 19th
 */
export function windowStart({ period, offset }: QuotaCalendar, now: number): number {
  return CALENDARS[period].startOf(now - offset * DAY_MS) + offset * DAY_MS;
}

export function nextWindow({ period, offset }: QuotaCalendar, start: number): number {
  return CALENDARS[period].after(start - offset * DAY_MS) + offset * DAY_MS;
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

function monthStart(at: number, monthsLater: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1);
}
