import type { RequestTrace } from './request-trace';

/** A power of two. */
const BUCKETS = 1_024;

/**
 * Traces of the requests that run, by id. Not a `Map`: with as many additions as removals its table is replaced all the time, and each
 * old table, which is garbage of the old generation, keeps the traces that it lists alive through all young collections (measured: no
 * trace was freed by any, half of what the dashboard costs). Traces of one bucket lead to each other.
 */
export class RunningTraces {
  readonly #buckets = Array.from({ length: BUCKETS }, (): RequestTrace | undefined => undefined);

  public add(trace: RequestTrace): void {
    const bucket = bucketOf(trace.id);
    trace.next = this.#buckets[bucket];
    this.#buckets[bucket] = trace;
  }

  public remove(trace: RequestTrace): void {
    const bucket = bucketOf(trace.id);
    const first = this.#buckets[bucket];
    if (first === trace) this.#buckets[bucket] = trace.next;
    else removeAfter(first, trace);
    trace.next = undefined;
  }

  public get(id: string): RequestTrace | undefined {
    let trace = this.#buckets[bucketOf(id)];
    while (trace !== undefined && trace.id !== id) trace = trace.next;
    return trace;
  }
}

function removeAfter(first: RequestTrace | undefined, trace: RequestTrace): void {
  let before = first;
  while (before !== undefined && before.next !== trace) before = before.next;
  if (before !== undefined) before.next = trace.next;
}

/** Ids are random, so their last characters tell them apart. */
function bucketOf(id: string): number {
  const end = id.length - 1;
  const hash = (id.charCodeAt(end) * 31 + id.charCodeAt(end - 1)) * 31 + id.charCodeAt(end - 2);
  return hash & (BUCKETS - 1);
}
