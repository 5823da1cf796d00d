import type { ThrottleSpec } from '../../spec';

/*
 * Written by hand, though rate limiters exist: API Gateway's limit is a token bucket with a rate and a burst of its own.
 * rate-limiter-flexible, the field's library, counts in fixed windows: at a border between two windows it lets twice the
 * points pass, it has no capacity besides the points, and each call is a promise. It stays the choice for counters that
 * several gateways share. The bucket itself is these two numbers and one division.
 */

/** Sums of fractions of tokens are a little off; a request is not refused for that. */
const ROUNDING = 1e-9;

/**
 * A token bucket: holds `burstLimit` tokens at the most, gains `rateLimit` a second, gives one per request. In any time
 * t it lets at most burst + rate × t requests pass.
 * Times are milliseconds of a clock that does not go back; if it does all the same, the bucket gains nothing by it and
 * goes on from there.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export class TokenBucket {
  private tokens: number;

  /** A full bucket. */
  public constructor(private limit: ThrottleSpec, private filledAt: number) {
    this.tokens = limit.burstLimit;
  }

  /** Whether a request may pass now. */
  public has(now: number): boolean {
    this.fill(now);
    return this.tokens >= 1 - ROUNDING;
  }

  /** Takes the token of a request; ask `has` first. */
  public take(): void {
    this.tokens = Math.max(0, this.tokens - 1);
  }

  /** Whether nothing is missing: such a bucket is as good as a new one. */
  public isFull(now: number): boolean {
    this.fill(now);
    return this.tokens >= this.limit.burstLimit;
  }

  /** Takes over another limit, as a reload brings it; no token is given for that. */
  public adopt(limit: ThrottleSpec, now: number): void {
    if (limit === this.limit) return;
    this.fill(now);
    this.limit = limit;
    this.tokens = Math.min(this.tokens, limit.burstLimit);
  }

  /** Makes it a full one of this time. */
  public refill(now: number): void {
    this.tokens = this.limit.burstLimit;
    this.filledAt = now;
  }

  private fill(now: number): void {
    const elapsedMs = now - this.filledAt;
    this.filledAt = now;
    if (elapsedMs > 0) this.tokens = Math.min(this.limit.burstLimit, this.tokens + (elapsedMs * this.limit.rateLimit) / 1_000);
  }
}
