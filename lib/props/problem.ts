import type { ErrorCode, ErrorDetails } from '../errors';

/** Something wrong with a props or option object, before it is known which construct it belongs to. */
export interface Problem {
  readonly code: Extract<ErrorCode, `PROPERTY_${string}`>;
  readonly details: ErrorDetails;
  /** Whether nothing can go on with the value, although the property may be left out. */
  readonly isFatal?: boolean;
}

/** The result of checking a value. */
export interface Checked<Value> {
  /** The value itself; if there are problems, one with which a construct can go on, so that others are checked as well. */
  readonly value: Value;
  readonly problems: readonly Problem[];
  /** Whether no construct can go on without what is missing. */
  readonly isUnusable: boolean;
}
