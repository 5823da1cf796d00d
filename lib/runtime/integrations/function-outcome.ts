import { GatewayError } from '../../errors';
import type { FunctionVersion, InvocationOutcome, LambdaError } from '../ports';

/**
 * The outcomes of a call that are not an answer of the function, as errors. Each kind handles `result` and `function-error` itself.
 * @param failure - Lambda's error, whose text the execution log has
 */
export function outcomeError(
  outcome: InvocationOutcome, { name, maxInstances }: FunctionVersion, failure?: FunctionError,
): GatewayError | undefined {
  const errorMessage = failure?.errorMessage;
  switch (outcome.type) {
    case 'timeout':
      return new GatewayError(outcome.limit === 'function' ? 'FUNCTION_TIMEOUT' : 'INTEGRATION_TIMEOUT', {
        name, timeoutMs: outcome.timeoutMs, ...(errorMessage === undefined ? {} : { errorMessage }),
      });
    case 'failed':
      return new GatewayError(outcome.code, {
        name, reason: outcome.reason, errorMessage: errorMessage ?? outcome.error?.errorMessage ?? outcome.reason,
      });
    case 'throttled':
      return new GatewayError('FUNCTION_THROTTLED', { name, maxInstances });
    default:
      return undefined;
  }
}

/** An error document as Lambda creates it when the function cannot. */
export type FunctionError = Pick<LambdaError, 'errorMessage'> & Partial<LambdaError>;

/**
 * Lambda's error for a function that took too long, could not be loaded, returned too much or whose process ended. For a mapped
 * integration it is a function error like any other, which selection patterns match. Undefined for every other outcome.
 * @see aws-data-plane §18; aws-amendments, Integration and response side, 7
 */
export function functionError(outcome: InvocationOutcome, facts: CallFacts): FunctionError | undefined {
  if (outcome.type === 'timeout' && outcome.limit === 'function') return timedOut(outcome.timeoutMs, facts);
  if (outcome.type !== 'failed') return undefined;
  const { code, error, exit } = outcome;
  // Lambda loads again within the call's own time
  if (code === 'FUNCTION_INIT_TIMEOUT') return timedOut(facts.timeoutMs, facts);
  return error ?? (exit === undefined ? undefined : exited(exit, facts));
}

function timedOut(timeoutMs: number, { requestId, now }: CallFacts): FunctionError {
  const seconds = (timeoutMs / 1_000).toFixed(2);
  return { errorMessage: `${new Date(now()).toISOString()} ${requestId} Task timed out after ${seconds} seconds` };
}

function exited(exit: string, { requestId }: CallFacts): FunctionError {
  const how = exit === 'exit status 0' ? 'Runtime exited without providing a reason' : `Runtime exited with error: ${exit}`;
  return { errorType: 'Runtime.ExitError', errorMessage: `RequestId: ${requestId} Error: ${how}` };
}

interface CallFacts {
  readonly requestId: string;
  /** Of the function. */
  readonly timeoutMs: number;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}
