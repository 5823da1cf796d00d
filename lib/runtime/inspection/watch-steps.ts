import type { RoutedRequest } from '../plan/exchange';
import type { InspectedMethod } from '../plan/inspection';
import type { RunStep, Step } from '../plan/step';
import type { RequestTrace } from './request-trace';

/** What steps are watched with. */
export interface Watching {
  readonly traceOf: (request: RoutedRequest) => RequestTrace | undefined;
  /** In ms of the monotonic clock. */
  readonly now: () => number;
}

type Watched = RoutedRequest & { readonly request?: unknown; readonly response?: unknown };

/** What is noted of a request besides the time when one of these steps begins. */
const AT_BEGIN: Readonly<Record<string, (trace: RequestTrace, request: Watched) => void>> = {
  integrate: (trace, { request }) => { trace.outgoing = request; },
  integrationResponse: (trace, { response }) => { trace.response = response; },
};

/** The same steps, which also note in the request's trace when they begin. */
export function watchSteps(steps: readonly Step[], about: InspectedMethod, watching: Watching): readonly Step[] {
  const method = { steps: steps.map(({ name }) => name), about };
  return steps.map((step, index) => ({ ...step, run: watched(step, { ...watching, method: index === 0 ? method : undefined, about }) }));
}

interface WatchedStep extends Watching {
  /** Of the first step only. */
  readonly method: RequestTrace['method'];
  readonly about: InspectedMethod;
}

function watched({ name, run }: Step, { traceOf, now, method, about }: WatchedStep): RunStep<never> {
  const inner = run as RunStep<Watched>; // the steps before it have proved what it needs, here as there
  const begin = AT_BEGIN[name];
  const outer: RunStep<Watched> = (request, results, continuation) => {
    const trace = traceOf(request);
    if (trace !== undefined) {
      if (method !== undefined) trace.method = method;
      trace.marks.push({ step: name, at: now() });
      begin?.(trace, request);
    }
    const waits = inner(request, results, continuation);
    if (name === 'throttle' && trace !== undefined) noteQuota(trace, request, about);
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
