import type { PlainResult } from '../plain/plain-result';
import type { FunctionFailureCode, Invocation, InvocationOutcome, PlainInvocation } from '../ports';

/** A call on its way to an instance. Times are of the monotonic clock, in ms. */
export interface WaitingCall {
  readonly invocation: Invocation | PlainInvocation;
  readonly handedInAt: number;
  /** Waiting counts, as in an integration's timeout. */
  readonly deadlineAt: number;
  /** A plain result comes of a plain invocation only. */
  readonly settle: (outcome: InvocationOutcome | PlainResult) => void;
  /** A call that was settled with a stream has ended. */
  readonly streamEnded?: () => void;
}

/** Why no answer came. */
export interface Failure {
  readonly code: FunctionFailureCode;
  readonly reason: string;
}

export function failed({ code, reason }: Failure): InvocationOutcome {
  return { type: 'failed', code, reason };
}
