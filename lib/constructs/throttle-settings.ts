/** A token bucket: a rate and a burst. */
export interface ThrottleSettings {
  /**
   * Sustained requests per second.
   * @default 10000
   */
  readonly rateLimit?: number;

  /**
   * Maximum burst of requests.
   * @default 5000
   */
  readonly burstLimit?: number;
}

/** The period of a quota. It starts at midnight UTC. */
export enum Period {
  /** Each day. */
  DAY = 'DAY',
  /** Each week, from Monday. */
  WEEK = 'WEEK',
  /** Each month, from the first. */
  MONTH = 'MONTH',
}

/** A quota: the number of requests of one key in a period. */
export interface QuotaSettings {
  /** Requests per period. */
  readonly limit: number;

  /** The period. */
  readonly period: Period;

  /**
   * Days by which each period starts later: 0 for a day, up to 6 for a week, up to 27 for a month.
   * @default 0
   */
  readonly offset?: number;
}
