import type { RoutedRequest } from '../plan/exchange';
import type { InspectedMethod } from '../plan/inspection';
import type { RunStep, Step } from '../plan/step';
import { runningTrace, type RequestTrace, type WatchedMethod } from './request-trace';

type Watched = RoutedRequest & { readonly request?: unknown; readonly response?: unknown };

/** Functions that note more of a request than the time when one of these steps begins. */
const AT_BEGIN: Readonly<Record<string, (trace: RequestTrace, request: Watched) => void>> = {
  integrate: (trace, { request }) => { trace.outgoing = request; },
  integrationResponse: (trace, { response }) => { trace.response = response; },
};

/** The same steps, which also note in the request's trace when they begin. @param now - in ms of the monotonic clock */
export function watchSteps(steps: readonly Step[], about: InspectedMethod, now: () => number): readonly Step[] {
  const method = { steps: steps.map(({ name }) => name), about };
  return steps.map((step, index) => ({ ...step, run: watched(step, { now, index, method }) }));
}

interface WatchedStep {
  readonly now: () => number;
  readonly index: number;
  readonly method: WatchedMethod;
}

function watched({ name, run }: Step, { now, index, method }: WatchedStep): RunStep<never> {
  const inner = run as RunStep<Watched>; // the steps before it have proved what it needs, here as there
  const begin = AT_BEGIN[name];
  const outer: RunStep<Watched> = (request, results, continuation) => {
    const trace = runningTrace(request);
    if (trace !== undefined) {
      if (index === 0) trace.method = method;
      trace.begin(index, now());
      begin?.(trace, request);
    }
    const waits = inner(request, results, continuation);
    if (name === 'throttle' && trace !== undefined) noteQuota(trace, request, method.about);
    return waits;
  };
  return outer;
}

/** The limits are kept in this process, so they are checked by now. */
function noteQuota(trace: RequestTrace, { apiKey }: Watched, { quotaUsed }: InspectedMethod): void {
  const named = apiKey?.limits.quota;
  if (named === undefined) return;
  const { plan, quota: { limit, period } } = named;
  trace.quota = { plan, limit, period, used: quotaUsed(named) };
}
