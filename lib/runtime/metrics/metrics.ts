import type { ApiMeter, FunctionMeter, FunctionUse, StoreMeter } from '../plan/meter';
import type { EventStep, Log } from '../ports';
import { eventMeter, functionGauges, functionMeter } from './function-meters';
import { openProcessGauges } from './process-gauges';
import { apiMeter } from './request-meters';
import { createRouteLabels, MAX_ROUTES } from './route-labels';
import { increment, sample, SeriesStore, type Snapshot } from './series';
import { storeMeter } from './store-meter';

/** The metrics of one process. */
export interface Metrics {
  readonly api: (name: string) => ApiMeter;
  /** @param name - as people know the function */
  readonly function: (name: string) => FunctionMeter;
  /** A step of an asynchronous event. */
  readonly onEvent: (step: EventStep) => void;
  /** The meter of the store of shared limits. @param isThere - whether requests ask it now */
  readonly store: (isThere: () => boolean) => StoreMeter;
  /** Counts spans that are lost. */
  readonly droppedSpans: (count: number) => void;
  /** Says where the values come from that are looked at when somebody asks. */
  readonly look: (at: Looked) => void;
  readonly snapshot: () => Snapshot;
  readonly close: () => void;
}

/** Values of other parts. */
export interface Looked {
  readonly functions: () => readonly FunctionUse[];
  /** Undefined in processes that keep no events. */
  readonly waitingEvents?: (() => number) | undefined;
}

/** Begins to count. @param log - told once if there are too many routes; of several processes, one says so */
export function openMetrics(log: Log | undefined): Metrics {
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
    api: (name) => kept(apis, name, () => apiMeter(store, labels, name)),
    function: (name) => kept(functions, name, () => functionMeter(store, name)),
    onEvent: (step) => (onEvent ??= eventMeter(store))(step),
    store: (isThere) => storeMeter(store, isThere),
    droppedSpans: (count) => increment(store.numbers('synthgate_spans_dropped_total', {}), count),
    look: ({ functions: uses, waitingEvents }) => {
      store.read(() => functionGauges(uses()));
      if (waitingEvents === undefined) return;
      onEvent ??= eventMeter(store);
      store.read(() => [sample('synthgate_async_events_waiting', {}, waitingEvents())]);
    },
    snapshot: () => store.snapshot(),
    close: gauges.close,
  };
}

function kept<Value>(values: Map<string, Value>, name: string, make: () => Value): Value {
  const value = values.get(name) ?? make();
  values.set(name, value);
  return value;
}
