import type { RequestTrace } from './request-trace';

/** A power of two. */
const BUCKETS = 1_024;

/**
 * Traces of the requests that run, by id. Not a `Map`: with as many additions as removals its table is replaced all the time, and each
 * old table, which is garbage of the old generation, keeps the traces that it lists alive through all young collections (measured: no
 * trace was freed by any, half of what the dashboard costs).
 */
export class RunningTraces {
  readonly #buckets = Array.from({ length: BUCKETS }, (): RequestTrace[] => []);

  public add(trace: RequestTrace): void {
    this.#bucketOf(trace.id).push(trace);
  }

  public remove(trace: RequestTrace): void {
    const bucket = this.#bucketOf(trace.id);
    const index = bucket.indexOf(trace);
    if (index !== -1) bucket.splice(index, 1);
  }

  public get(id: string): RequestTrace | undefined {
    return this.#bucketOf(id).find((trace) => trace.id === id);
  }

  /** Ids are random, so their last characters tell them apart. */
  #bucketOf(id: string): RequestTrace[] {
    const end = id.length - 1;
    const hash = (id.charCodeAt(end) * 31 + id.charCodeAt(end - 1)) * 31 + id.charCodeAt(end - 2);
    return this.#buckets[hash & (BUCKETS - 1)] ?? [];
  }
}
