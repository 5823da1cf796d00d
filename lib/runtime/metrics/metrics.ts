import type { ApiMeter, FunctionMeter, FunctionUse, StoreMeter } from '../plan/meter';
import type { EventStep, Log } from '../ports';
import { eventMeter, functionGauges, functionMeter } from './function-meters';
import { openProcessGauges } from './process-gauges';
import { apiMeter } from './request-meters';
import { createRouteLabels, MAX_ROUTES } from './route-labels';
import { increment, sample, SeriesStore, type Snapshot } from './series';
import { storeMeter } from './store-meter';

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
