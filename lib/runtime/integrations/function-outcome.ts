import { GatewayError } from '../../errors';
import type { FunctionVersion, InvocationOutcome } from '../ports';

/** The outcomes of a call that are not an answer of the function, as errors. Each kind handles `result` and `function-error` itself. */
export function outcomeError(outcome: InvocationOutcome, { name, maxInstances }: FunctionVersion): GatewayError | undefined {
  switch (outcome.type) {
    case 'timeout':
      return new GatewayError(outcome.limit === 'function' ? 'FUNCTION_TIMEOUT' : 'INTEGRATION_TIMEOUT', { name, timeoutMs: outcome.timeoutMs });
    case 'failed':
      return new GatewayError(outcome.code, { name, reason: outcome.reason });
    case 'throttled':
      return new GatewayError('FUNCTION_THROTTLED', { name, maxInstances });
    default:
      return undefined;
  }
}

/** An error document as Lambda creates it when the function cannot. */
export interface FunctionError {
  readonly errorType?: string;
  readonly errorMessage: string;
}

/**
 * Lambda's error for a function that took too long or whose process ended. For a mapped integration it is a function error
 * like any other, which selection patterns match. Undefined for every other outcome.
 * @see aws-data-plane §18
 */
export function functionError(outcome: InvocationOutcome, { requestId, now }: CallFacts): FunctionError | undefined {
  if (outcome.type === 'timeout' && outcome.limit === 'function') {
    const seconds = (outcome.timeoutMs / 1_000).toFixed(2);
    return { errorMessage: `${new Date(now()).toISOString()} ${requestId} Task timed out after ${seconds} seconds` };
  }
  if (outcome.type !== 'failed' || outcome.exit === undefined) return undefined;
  return { errorType: 'Runtime.ExitError', errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: ${outcome.exit}` };
}

interface CallFacts {
  readonly requestId: string;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}
