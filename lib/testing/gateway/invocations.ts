import type { FunctionVersion, Invocation, InvocationOutcome, InvocationType } from '../../runtime';
import type { ProxyEvent } from './proxy-event';

/** One call of a function or stub. */
export interface RecordedInvocation<Event = ProxyEvent> {
  readonly functionName: string;
  /** `Event`: asynchronous; each attempt is a call of its own. */
  readonly type: InvocationType;
  readonly event: Event;
  readonly requestId: string;
  /** Whether a stub was called. */
  readonly isStubbed: boolean;
  /** Start time, by the test's clock. */
  readonly at: Date;
  /** `running` until it has ended, then its outcome. */
  readonly outcome: 'running' | InvocationOutcome['type'];
  /** The value that the function returned. */
  readonly result?: unknown;
  /** The error that the function threw, or the reason why it did not answer. */
  readonly error?: { readonly type: string; readonly message: string };
}

export interface BegunInvocation {
  readonly version: FunctionVersion;
  readonly call: Invocation;
  readonly type: InvocationType;
  readonly isStubbed: boolean;
  readonly at: number;
}

export type InvocationRecord = ReturnType<typeof createInvocationRecord>;

export function createInvocationRecord() {
  let calls: RecordedInvocation<unknown>[] = [];
  return {
    all: (): readonly RecordedInvocation<unknown>[] => [...calls],
    /** Records a call; call the result when it ends. */
    begin: ({ version, call, type, isStubbed, at }: BegunInvocation): (outcome: InvocationOutcome) => void => {
      const place = calls;
      const event: unknown = JSON.parse(call.payload);
      const index = place.push({
        functionName: version.name, type, event, requestId: call.requestId, isStubbed, at: new Date(at), outcome: 'running',
      }) - 1;
      return (outcome) => {
        const begun = place[index];
        if (begun !== undefined) place[index] = { ...begun, outcome: outcome.type, ...endOf(outcome) };
      };
    },
    clear: (): void => {
      calls = [];
    },
  };
}

function endOf(outcome: InvocationOutcome): Pick<RecordedInvocation, 'result' | 'error'> {
  switch (outcome.type) {
    case 'result': return { result: parsed(outcome.payload) };
    case 'function-error': return { error: { type: errorType(outcome.payload), message: outcome.errorMessage } };
    case 'timeout': return { error: { type: 'FUNCTION_TIMEOUT', message: `no answer within ${outcome.timeoutMs} ms` } };
    case 'failed': return { error: { type: outcome.code, message: outcome.reason } };
    case 'throttled': return { error: { type: 'FUNCTION_THROTTLED', message: 'no instance was free' } };
    case 'stream': return {};
  }
}

function errorType(payload: string): string {
  return String(Reflect.get(Object(parsed(payload)), 'errorType'));
}

/** Results of a function process usually are JSON; anything else is returned as text. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}
