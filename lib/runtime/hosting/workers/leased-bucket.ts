import type { Bucket } from '../../throttling/token-bucket';

export interface Lease {
  /** Tokens used since the last time. */
  readonly used: number;
  readonly returned: number;
  readonly wanted: number;
}

/** How long tokens may be unused before they are returned. */
const IDLE_MS = 1_000;

/** Tokens leased in blocks ahead, so that requests do not wait for the process that has the bucket; no others are spent. */
export class LeasedBucket implements Bucket {
  #tokens = 0;
  #used = 0;
  #isRequesting = false;
  #wasUsed = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param block - maximum number of tokens held; 0: none, every request asks the other process */
  public constructor(private readonly block: number, private readonly lease: (lease: Lease) => Promise<number>) {}

  /** Hot path: one or two comparisons; requests more while half is left. */
  public has(): boolean {
    if (this.#tokens <= this.block / 2 && !this.#isRequesting && this.block > 0) this.#refill();
    return this.#tokens >= 1;
  }

  public take(): void {
    this.#tokens -= 1;
    this.#used += 1;
    this.#wasUsed = true;
  }

  public reset(): void {
    this.#tokens = 0;
    this.#used = 0;
  }

  public close(): void {
    clearInterval(this.#timer);
  }

  #refill(): void {
    this.#isRequesting = true;
    void this.#exchange({ returned: 0, wanted: this.block - this.#tokens });
    this.#timer ??= setInterval(() => this.#returnUnused(), IDLE_MS).unref();
  }

  #returnUnused(): void {
    const isIdle = !this.#wasUsed;
    this.#wasUsed = false;
    if (!isIdle || this.#isRequesting) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    const returned = this.#tokens;
    this.#tokens = 0;
    void this.#exchange({ returned, wanted: 0 });
  }

  /** Until it is answered, requests without a token ask individually. */
  async #exchange({ returned, wanted }: Pick<Lease, 'returned' | 'wanted'>): Promise<void> {
    const used = this.#used;
    this.#used = 0;
    this.#isRequesting = true;
    const tokens = await this.lease({ used, returned, wanted }).catch(() => 0);
    this.#tokens += tokens;
    this.#isRequesting = false;
  }
}
