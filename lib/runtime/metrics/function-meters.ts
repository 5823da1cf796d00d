import type { FunctionMeter, FunctionUse } from '../plan/meter';
import type { CallOutcome, EventStep } from '../ports';
import { increment, observe, sample, type Numbers, type SeriesStore, type Snapshot } from './series';

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

export function functionMeter(store: SeriesStore, name: string): FunctionMeter {
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

export function eventMeter(store: SeriesStore): (step: EventStep) => void {
  const of = (step: EventStep): Numbers => store.numbers('synthgate_async_events_total', { step: STEPS[step] });
  const numbers: Readonly<Record<EventStep, Numbers>> = {
    'accepted': of('accepted'), 'delivered': of('delivered'), 'attempt-failed': of('attempt-failed'),
    'to-destination': of('to-destination'), 'dead': of('dead'),
  };
  return (step) => increment(numbers[step]);
}

export function functionGauges(uses: readonly FunctionUse[]): Snapshot {
  return uses.flatMap(({ functionName, instances, residentBytes }) => [
    sample('synthgate_function_instances', { function: functionName }, instances),
    ...(residentBytes === undefined ? [] : [sample('synthgate_function_memory_bytes', { function: functionName }, residentBytes)]),
  ]);
}
