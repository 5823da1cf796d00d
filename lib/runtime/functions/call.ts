import type { CallOutcome, FunctionFailureCode, Invocation, InvocationOutcome, LambdaError, RequestInvocation } from '../ports';

/** A call on its way to an instance. Times are in ms of the monotonic clock. */
export interface WaitingCall {
  readonly invocation: Invocation | RequestInvocation;
  readonly handedInAt: number;
  /** Includes waiting, like an integration's timeout. */
  readonly deadlineAt: number;
  /** A text result is given only if the invocation allows it. */
  readonly settle: (outcome: CallOutcome) => void;
  /** A call that was settled with a stream has finished. */
  readonly streamEnded?: () => void;
}

export interface Failure {
  readonly code: FunctionFailureCode;
  readonly reason: string;
  /** How the process ended, in Lambda's words: `exit status 1`, `signal: killed`. */
  readonly exit?: string;
  readonly error?: LambdaError;
}

export function failed(failure: Failure): InvocationOutcome {
  return { type: 'failed', ...failure };
}
