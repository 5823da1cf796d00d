import type { RequestTrace } from './request-trace';

export interface RecordLimits {
  readonly count: number;
  readonly bytes: number;
}

/** The traces of the last requests, in a ring. Cleared ones are hidden until the next clear, and are the first to be replaced. */
export class KeptTraces {
  readonly #traces: (RequestTrace | undefined)[];
  readonly #bytesOf: Float64Array;
  #next = 0;
  #size = 0;
  /** How many of the oldest were cleared. */
  #hidden = 0;
  #bytes = 0;

  /** @param dropped - is given each trace that another one replaces */
  public constructor(private readonly limits: RecordLimits, private readonly dropped: (trace: RequestTrace) => void = () => undefined) {
    this.#traces = Array.from({ length: limits.count }, () => undefined);
    this.#bytesOf = new Float64Array(limits.count);
  }

  public get size(): number {
    return this.#size - this.#hidden;
  }

  /** @returns how many were dropped for it, besides those that were cleared */
  public add(trace: RequestTrace): number {
    const { count, bytes: most } = this.limits;
    const { bytes } = trace;
    let dropped = 0;
    while (this.#size > 0 && (this.#size === count || this.#bytes + bytes > most)) {
      if (this.#hidden === 0) dropped += 1;
      this.#dropOldest();
    }
    this.#traces[this.#next] = trace;
    this.#bytesOf[this.#next] = bytes;
    this.#bytes += bytes;
    this.#size += 1;
    this.#next = (this.#next + 1) % count;
    return dropped;
  }

  /** Newest first: what is looked for has mostly just been answered. */
  public find(id: string): RequestTrace | undefined {
    for (let age = 1; age <= this.size; age += 1) {
      const trace = this.#traces[this.#slot(age)];
      if (trace?.id === id) return trace;
    }
    return undefined;
  }

  public newestFirst(): RequestTrace[] {
    return Array.from({ length: this.size }, (_, index) => this.#traces[this.#slot(index + 1)]).filter((trace) => trace !== undefined);
  }

  /** Hides all traces; those of the clear before are dropped. */
  public clear(): void {
    while (this.#hidden > 0) this.#dropOldest();
    this.#hidden = this.#size;
  }

  /** Shows again what was cleared and has not been replaced since. */
  public restore(): void {
    this.#hidden = 0;
  }

  #dropOldest(): void {
    const oldest = this.#slot(this.#size);
    const trace = this.#traces[oldest];
    if (trace !== undefined) this.dropped(trace);
    this.#traces[oldest] = undefined;
    this.#bytes -= this.#bytesOf[oldest] ?? 0;
    this.#size -= 1;
    this.#hidden = Math.max(0, this.#hidden - 1);
  }

  #slot(age: number): number {
    return (this.#next - age + this.limits.count) % this.limits.count;
  }
}
