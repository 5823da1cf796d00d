import { GatewayError } from '../errors';

/** A duration: this library's `Duration`, or the one of aws-cdk-lib. */
export interface IDuration {
  /** The length in milliseconds. */
  toMilliseconds(): number;
}

/** A duration. */
export class Duration implements IDuration {
  /** A number of milliseconds. @param amount - zero or more */
  public static millis(amount: number): Duration {
    return new Duration(amount);
  }

  /** A number of seconds. @param amount - zero or more */
  public static seconds(amount: number): Duration {
    return new Duration(amount * 1_000);
  }

  /** A number of minutes. @param amount - zero or more */
  public static minutes(amount: number): Duration {
    return new Duration(amount * 60_000);
  }

  /** A number of hours. @param amount - zero or more */
  public static hours(amount: number): Duration {
    return new Duration(amount * 3_600_000);
  }

  private readonly milliseconds: number;

  private constructor(milliseconds: number) {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) throw new GatewayError('DURATION_INVALID', { given: String(milliseconds) });
    this.milliseconds = milliseconds;
  }

  public toMilliseconds(): number {
    return this.milliseconds;
  }

  /** The duration in seconds, which may be fractional. */
  public toSeconds(): number {
    return this.milliseconds / 1_000;
  }
}
