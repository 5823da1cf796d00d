import { readTraceId } from '../edge/trace-parent';
import type { ConsoleLine, DashboardEvent, RequestList, RequestRecord, RequestSummary } from './protocol';
import { recordOf, summaryOf } from './build-record';
import { KeptTraces, type RecordLimits } from './kept-traces';
import type { CallingInstance, RequestTrace } from './request-trace';
import { summaryWithoutSecrets } from './secrets';
import { UnusedTimes, type StepTimes } from './step-times';

const LIMITS: RecordLimits = { count: 1_000, bytes: 64 * 1024 * 1024 };

export interface ListQuery {
  readonly limit: number;
  /** The id below which to go on. */
  readonly before?: string;
  /** Text that the line contains, in any case. */
  readonly filter?: string;
  readonly showsSecrets?: boolean;
}

export type Listen = (event: DashboardEvent) => void;

/** The last requests of a gateway, the oldest first; a gateway that is started again goes on with them. */
export class RequestRecords {
  readonly #running = new RunningTraces();
  readonly #unusedTimes = new UnusedTimes();
  readonly #kept: KeptTraces;
  readonly #listeners = new Set<Listen>();
  #dropped = 0;

  public constructor(limits: RecordLimits = LIMITS) {
    this.#kept = new KeptTraces(limits, (trace) => this.#unusedTimes.give(trace.drop()));
  }

  public takeTimes(): StepTimes {
    return this.#unusedTimes.take();
  }

  public begin(trace: RequestTrace): void {
    this.#running.add(trace);
  }

  public keep(trace: RequestTrace): void {
    this.#running.remove(trace);
    this.#dropped += this.#kept.add(trace);
    this.#announce(trace);
  }

  /** One that runs or is kept. */
  public trace(id: string): RequestTrace | undefined {
    return this.#running.get(id) ?? this.#kept.find(id);
  }

  /** @param id - of a request, or of a trace, of which it is the newest request */
  public get(id: string): RequestRecord | undefined {
    const trace = this.#kept.find(id) ?? this.#newestOf(readTraceId(id));
    return trace && recordOf(trace);
  }

  #newestOf(traceId: string | undefined): RequestTrace | undefined {
    return traceId === undefined ? undefined : this.#kept.newestFirst().find((trace) => trace.traceId === traceId);
  }

  /** Newest first. */
  public list({ limit, before, filter = '', showsSecrets = false }: ListQuery): RequestList {
    const all = this.#kept.newestFirst();
    const from = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
    const items: RequestSummary[] = [];
    const wanted = filter.toLowerCase();
    let hasMore = false;
    for (const trace of before !== undefined && from === 0 ? [] : all.slice(from)) {
      const summary = showsSecrets ? summaryOf(trace) : shownSummary(trace);
      if (!lineOf(summary).includes(wanted)) continue;
      hasMore = items.length === limit;
      if (hasMore) break;
      items.push(summary);
    }
    const next = hasMore ? items.at(-1)?.id : undefined;
    return { items, ...(next === undefined ? {} : { next }), kept: this.#kept.size, dropped: this.#dropped };
  }

  public wrote(requestId: string, line: ConsoleLine): void {
    this.trace(requestId)?.wrote(line);
  }

  /** An instance was given the request: shown is the one of the method's own function, not that of its authorizer. */
  public called(requestId: string, functionName: string, instance: CallingInstance): void {
    const trace = this.#running.get(requestId);
    if (trace?.method?.about.function === functionName) trace.instance = instance;
  }

  public replayed(id: string, replayOf: string): void {
    const trace = this.#kept.find(id);
    if (trace === undefined) return;
    trace.replayOf = replayOf;
    this.#announce(trace);
  }

  public clear(at: number): void {
    this.#kept.clear();
    this.#dropped = 0;
    this.emit({ type: 'cleared', data: { at } });
  }

  /** Undoes the last clear, as far as there is room. */
  public restore(at: number): void {
    this.#kept.restore();
    this.emit({ type: 'restored', data: { at } });
  }

  /** @returns ends it */
  public listen(listener: Listen): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  public emit(event: DashboardEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #announce(trace: RequestTrace): void {
    if (this.#listeners.size > 0) this.emit({ type: 'request', data: shownSummary(trace) });
  }
}

/** One line, without the secrets of its request. */
function shownSummary(trace: RequestTrace): RequestSummary {
  const { built } = trace;
  const own = built === undefined ? [trace.progress.received, trace.reply] : [built.request, built.response];
  return summaryWithoutSecrets(summaryOf(trace), own.flatMap((message) => message?.headers ?? []));
}

function lineOf({ method, path, query, status, route = '', code = '', why = '', function: name = '', id, stage }: RequestSummary): string {
  return `${method} /${stage}${path}?${query} ${status} ${route} ${code} ${why} ${name} ${id}`.toLowerCase();
}

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
