import ms from 'ms';
import { GatewayError } from '../../errors';

/** `1d`, `90s`, `1.5h`. */
export type TimeText = `${number}${'ms' | 's' | 'm' | 'h' | 'd' | 'w'}`;

/** A duration: milliseconds, a string such as `1d`, `90s` or `1.5h`, or a `Duration` of this library or of CDK. */
export type TimeSpan = number | TimeText | { readonly toMilliseconds: () => number };

/** A moment: milliseconds since 1970, a `Date`, or a text that `Date` parses, preferably with a UTC offset. */
export type Moment = number | string | Date;

/** The clock of a test gateway. It stands still until the test moves it. */
export interface TestClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Moves the clock forward. Everything due in between happens: cached results expire, token buckets refill, stubs time out. */
  readonly advance: (by: TimeSpan) => void;
  /** Sets the clock. */
  readonly set: (to: Moment) => void;
}

export interface GatewayClock extends TestClock {
  /** Calls back once the clock has advanced by this many ms; returns a function that cancels. */
  readonly after: (delayMs: number, action: () => void) => () => void;
  readonly reset: () => void;
}

/**
 * The default start: Wednesday noon in the middle of a month, so that advancing by hours crosses no boundary of a quota's
 * day, week or month by accident.
 */
export const FIRST_MOMENT = Date.UTC(2025, 0, 15, 12);

/** @throws TEST_TIME_INVALID, at once and by the clock */
export function createTestClock(start: Moment = FIRST_MOMENT): GatewayClock {
  const first = momentOf(start);
  const waiting = new Set<{ readonly at: number; readonly action: () => void }>();
  let current = first;
  const moveTo = (moment: number): void => {
    current = moment;
    const due = [...waiting].filter(({ at }) => at <= current).sort((left, right) => left.at - right.at);
    for (const timer of due) {
      waiting.delete(timer);
      timer.action();
    }
  };
  return {
    now: () => current,
    advance: (by) => moveTo(current + spanOf(by)),
    set: (to) => moveTo(momentOf(to)),
    after: (delayMs, action) => {
      const due = { at: current + delayMs, action };
      waiting.add(due);
      return () => void waiting.delete(due);
    },
    reset: () => moveTo(first),
  };
}

/** Real time. It never calls back, because waiters have a real timer as well. */
export function createSystemClock(): GatewayClock {
  const refuse = (action: string) => (): never => {
    throw new GatewayError('TEST_CLOCK_NOT_MANUAL', { action });
  };
  return { now: Date.now, advance: refuse('clock.advance'), set: refuse('clock.set'), after: () => () => undefined, reset: () => undefined };
}

/** A length of time in ms. @throws TEST_TIME_INVALID */
export function spanOf(by: TimeSpan): number {
  const length = typeof by === 'object' ? by.toMilliseconds() : typeof by === 'string' ? lengthOf(by) : by;
  if (Number.isFinite(length) && length >= 0) return length;
  throw new GatewayError('TEST_TIME_INVALID', { given: JSON.stringify(by), what: 'length of time', allowed: 'milliseconds, a string such as "1d" or "90s", a Duration; not below zero' });
}

/** The library returns `undefined` for most invalid texts and throws for an empty one. */
function lengthOf(text: TimeText): number {
  return text.trim() === '' ? NaN : ms(text) ?? NaN;
}

function momentOf(to: Moment): number {
  const moment = new Date(to).getTime();
  if (Number.isFinite(moment)) return moment;
  throw new GatewayError('TEST_TIME_INVALID', { given: JSON.stringify(to), what: 'moment', allowed: 'milliseconds since 1970, a Date, a string such as "2025-03-01T12:00:00Z"' });
}
