import type { ThrottleSpec } from '../../spec';

/*
 * Written by hand, though rate limiters exist: API Gateway's limit is a token bucket with a rate and a burst of its own.
 * rate-limiter-flexible, the field's library, counts in fixed windows: at a border between two windows it lets twice the
 * points pass, it has no capacity besides the points, and each call is a promise. It stays the choice for counters that
 * several gateways share. The bucket itself is these two numbers and one division.
 */

/** Sums of fractions of tokens are a little off; a request is not refused for that. */
const ROUNDING = 1e-9;

/** What a request asks of a bucket. */
export interface Bucket {
  /** Whether a request may pass now. */
  readonly has: (now: number) => boolean;
  /** Takes the token of a request; ask `has` first. */
  readonly take: () => void;
}

/**
 * A token bucket: holds `burstLimit` tokens at the most, gains `rateLimit` a second, gives one per request. In any time
 * t it lets at most burst + rate × t requests pass.
 * Times are milliseconds of a clock that does not go back; if it does all the same, the bucket gains nothing by it and
 * goes on from there.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export class TokenBucket implements Bucket {
  private tokens: number;
  /** Given to other processes for requests to come; they fill the bucket as if they were in it. */
  private lent = 0;

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

  /** Gives up to `count` whole tokens to another process. `settle` says what became of them. */
  public lend(count: number, now: number): number {
    this.fill(now);
    const given = Math.max(0, Math.min(count, Math.floor(this.tokens + ROUNDING)));
    this.tokens -= given;
    this.lent += given;
    return given;
  }

  /** Of the tokens that were given away some were used, and some come back. */
  public settle({ used, returned }: { readonly used: number; readonly returned: number }, now: number): void {
    this.fill(now);
    this.lent = Math.max(0, this.lent - used - returned);
    this.tokens = Math.min(this.limit.burstLimit - this.lent, this.tokens + returned);
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
    this.tokens = Math.min(this.tokens, limit.burstLimit - this.lent);
  }

  /** Makes it a full one of this time. */
  public refill(now: number): void {
    this.tokens = this.limit.burstLimit;
    this.lent = 0;
    this.filledAt = now;
  }

  private fill(now: number): void {
    const elapsedMs = now - this.filledAt;
    this.filledAt = now;
    if (elapsedMs > 0) {
      this.tokens = Math.min(this.limit.burstLimit - this.lent, this.tokens + (elapsedMs * this.limit.rateLimit) / 1_000);
    }
  }
}
