import type { ApiMeter, FunctionMeter, FunctionUse, StoreMeter, StoreOutcome } from '../plan/meter';
import type { CallOutcome, EventStep, Log } from '../ports';
import { openProcessGauges } from './process-gauges';
import { apiMeter } from './request-meters';
import { createRouteLabels, MAX_ROUTES } from './route-labels';
import { increment, type Numbers, observe, sample, SeriesStore, type Snapshot } from './series';

export type Metrics = ReturnType<typeof openMetrics>;

export interface Looked {
  readonly functions: () => readonly FunctionUse[];
  /** Undefined in processes that keep no events. */
  readonly waitingEvents?: (() => number) | undefined;
}

/** Begins to count. @param log - told once if there are too many routes; of several processes, one says so */
export function openMetrics(log: Log | undefined) {
  const store = new SeriesStore();
  const gauges = openProcessGauges();
  const labels = createRouteLabels(() => log?.({
    level: 'warn', message: `there are more than ${MAX_ROUTES} routes: in metrics, further ones are grouped by their first segment`,
  }));
  const apis = new Map<string, ApiMeter>();
  const functions = new Map<string, FunctionMeter>();
  store.read(gauges.read);
  let onEvent: ((step: EventStep) => void) | undefined;
  return {
    api: (name: string): ApiMeter => kept(apis, name, () => apiMeter(store, labels, name)),
    /** @param name - as people know the function */
    function: (name: string): FunctionMeter => kept(functions, name, () => functionMeter(store, name)),
    onEvent: (step: EventStep): void => (onEvent ??= eventMeter(store))(step),
    /** The meter of the store of shared limits. @param isThere - whether requests ask it now */
    store: (isThere: () => boolean): StoreMeter => storeMeter(store, isThere),
    droppedSpans: (count: number): void => increment(store.numbers('synthgate_spans_dropped_total', {}), count),
    /** Says where the values come from that are looked at when somebody asks. */
    look: ({ functions: uses, waitingEvents }: Looked): void => {
      store.read(() => functionGauges(uses()));
      if (waitingEvents === undefined) return;
      onEvent ??= eventMeter(store);
      store.read(() => [sample('synthgate_async_events_waiting', {}, waitingEvents())]);
    },
    snapshot: (): Snapshot => store.snapshot(),
    close: gauges.close,
  };
}

function kept<Value>(values: Map<string, Value>, name: string, make: () => Value): Value {
  const value = values.get(name) ?? make();
  values.set(name, value);
  return value;
}

/** The meter of the store of shared limits. @param isThere - whether requests ask it now */
function storeMeter(store: SeriesStore, isThere: () => boolean): StoreMeter {
  const of = (outcome: StoreOutcome): Numbers => store.numbers('synthgate_limits_store_seconds', { outcome });
  const outcomes: Readonly<Record<StoreOutcome, Numbers>> = { ok: of('ok'), failed: of('failed'), timeout: of('timeout') };
  const fallbacks = store.numbers('synthgate_limits_store_fallbacks_total', {});
  store.read(() => [sample('synthgate_limits_store_up', {}, isThere() ? 1 : 0)]);
  return {
    asked: (outcome, seconds) => observe(outcomes[outcome], seconds),
    fellBack: () => increment(fallbacks),
  };
}

/** Outcomes as they are labels; typed over all, so that a new one has to be decided. */
const OUTCOMES: Readonly<Record<CallOutcome['type'], string>> = {
  'result': 'ok',
  'text-result': 'ok',
  'stream': 'ok',
  'function-error': 'error',
  'timeout': 'timeout',
  'failed': 'failed',
  'throttled': 'throttled',
};

/** Steps as they are labels. */
const STEPS: Readonly<Record<EventStep, string>> = {
  'accepted': 'accepted',
  'delivered': 'delivered',
  'attempt-failed': 'attempt_failed',
  'to-destination': 'to_destination',
  'dead': 'dead',
};

function functionMeter(store: SeriesStore, name: string): FunctionMeter {
  const labels = { function: name };
  const queue = store.numbers('synthgate_function_queue_seconds', labels);
  const duration = store.numbers('synthgate_function_duration_seconds', labels);
  const coldStarts = store.numbers('synthgate_function_cold_starts_total', labels);
  const outcomes = new Map<CallOutcome['type'], Numbers>();
  const outcomeOf = (type: CallOutcome['type']): Numbers => {
    const numbers = outcomes.get(type) ?? store.numbers('synthgate_function_invocations_total', { ...labels, outcome: OUTCOMES[type] });
    outcomes.set(type, numbers);
    return numbers;
  };
  outcomeOf('result');
  return {
    began: (waitedMs, isCold) => {
      observe(queue, waitedMs / 1000);
      if (isCold) increment(coldStarts);
    },
    ended: (type, durationMs) => {
      observe(duration, durationMs / 1000);
      increment(outcomeOf(type));
    },
  };
}

function eventMeter(store: SeriesStore): (step: EventStep) => void {
  const of = (step: EventStep): Numbers => store.numbers('synthgate_async_events_total', { step: STEPS[step] });
  const numbers: Readonly<Record<EventStep, Numbers>> = {
    'accepted': of('accepted'), 'delivered': of('delivered'), 'attempt-failed': of('attempt-failed'),
    'to-destination': of('to-destination'), 'dead': of('dead'),
  };
  return (step) => increment(numbers[step]);
}

function functionGauges(uses: readonly FunctionUse[]): Snapshot {
  return uses.flatMap(({ functionName, instances, residentBytes }) => [
    sample('synthgate_function_instances', { function: functionName }, instances),
    ...(residentBytes === undefined ? [] : [sample('synthgate_function_memory_bytes', { function: functionName }, residentBytes)]),
  ]);
}
