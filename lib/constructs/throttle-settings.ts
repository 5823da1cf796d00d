/** A token bucket: requests a second in the long run, and requests at once. */
export interface ThrottleSettings {
  /**
   * Requests a second in the long run.
   * @default 10000
   */
  readonly rateLimit?: number;

  /**
   * Requests at once.
   * @default 5000
   */
  readonly burstLimit?: number;
}

/** A period that a quota is for. It begins at midnight UTC. */
export enum Period {
  /** Each day. */
  DAY = 'DAY',
  /** Each week, from Monday. */
  WEEK = 'WEEK',
  /** Each month, from the first. */
  MONTH = 'MONTH',
}

/** Requests that one key may make in a period. */
export interface QuotaSettings {
  /** Requests in one period. */
  readonly limit: number;

  /** The period. */
  readonly period: Period;

  /**
   * Days by which each period begins later: none for a day, up to 6 for a week, up to 27 for a month.
   * @default 0
   */
  readonly offset?: number;
}
