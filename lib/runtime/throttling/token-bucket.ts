import type { ThrottleSpec } from '../../spec';

/*
 * Hand-written, although rate limiters exist: API Gateway's limit is a token bucket with a rate and a burst of its own.
 * rate-limiter-flexible, the field's library, counts in fixed windows: at the border between two windows it lets twice the
 * points pass, it has no separate burst, and each call is a promise. It remains the choice for counters that several
 * gateways share. The bucket itself is two numbers and one division.
 */

/** Sums of fractional tokens are slightly off; no request is refused because of that. */
const ROUNDING = 1e-9;

export interface Bucket {
  /** Whether a request may pass now. */
  readonly has: (now: number) => boolean;
  /** Takes the token of a request; ask `has` first. */
  readonly take: () => void;
}

/**
 * A token bucket: holds at most `burstLimit` tokens, gains `rateLimit` a second, gives one per request. In any time t it
 * lets at most burst + rate × t requests pass. Times are milliseconds of a clock that does not go back; if it does anyway,
 * the bucket gains nothing and continues from there.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export class TokenBucket implements Bucket {
  private tokens: number;
  /** Tokens given to other processes; they count as if they were in the bucket. */
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

  /** Gives up to `count` whole tokens to another process. `settle` reports their outcome. */
  public lend(count: number, now: number): number {
    this.fill(now);
    const lent = Math.max(0, Math.min(count, Math.floor(this.tokens + ROUNDING)));
    this.tokens -= lent;
    this.lent += lent;
    return lent;
  }

  /** Settles given tokens: some were used, some are returned. */
  public settle({ used, returned }: { readonly used: number; readonly returned: number }, now: number): void {
    this.fill(now);
    this.lent = Math.max(0, this.lent - used - returned);
    this.tokens = Math.min(this.limit.burstLimit - this.lent, this.tokens + returned);
  }

  /** Whether the bucket is full, and thus equal to a new one. */
  public isFull(now: number): boolean {
    this.fill(now);
    return this.tokens >= this.limit.burstLimit;
  }

  public state(now: number): { readonly throttle: ThrottleSpec; readonly tokens: number } {
    this.fill(now);
    return { throttle: this.limit, tokens: Math.floor(this.tokens + ROUNDING) };
  }

  /** Adopts a new limit after a reload; it adds no tokens. */
  public adopt(limit: ThrottleSpec, now: number): void {
    if (limit === this.limit) return;
    this.fill(now);
    this.limit = limit;
    this.tokens = Math.min(this.tokens, limit.burstLimit - this.lent);
  }

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
