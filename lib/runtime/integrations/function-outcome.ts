import { GatewayError } from '../../errors';
import { labelOf } from '../function-label';
import { readLambdaError, thrownText } from '../lambda-error';
import type { FunctionVersion, InvocationOutcome, LambdaError } from '../ports';

/** A call of a function, as far as Lambda's errors name it. */
export interface Call {
  readonly version: FunctionVersion;
  readonly invocationId: string;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}

/** The error of a call without a result; its `errorMessage`, for the execution log, is Lambda's. */
export function callError(outcome: InvocationOutcome, call: Call): GatewayError {
  const { maxInstances } = call.version;
  const name = labelOf(call.version);
  const errorMessage = functionError(outcome, call)?.errorMessage;
  switch (outcome.type) {
    case 'function-error':
      return functionThrew(name, outcome.payload);
    case 'timeout': {
      const { timeoutMs } = outcome;
      return errorMessage === undefined ? new GatewayError('INTEGRATION_TIMEOUT', { name, timeoutMs }) : new GatewayError('FUNCTION_TIMEOUT', { name, timeoutMs, errorMessage });
    }
    case 'failed':
      return new GatewayError(outcome.code, { name, reason: outcome.reason, errorMessage: errorMessage ?? outcome.reason });
    case 'throttled':
      return new GatewayError('FUNCTION_THROTTLED', { name, maxInstances });
    default:
      return new GatewayError('INTERNAL', { reason: `outcome ${outcome.type}` });
  }
}

/** The error of a function that threw; its `errorMessage` is for the execution log. @param payload - the function's error */
export function functionThrew(name: string, payload: string): GatewayError {
  const error = readLambdaError(payload);
  return new GatewayError('FUNCTION_ERROR', { name, thrown: thrownText(error), errorMessage: error.errorMessage });
}

/** An error document as Lambda creates it when the function cannot. */
export type FunctionError = Pick<LambdaError, 'errorMessage'> & Partial<LambdaError>;

/**
 * Lambda's error for a function that took too long, could not be loaded, returned too much or whose process ended. For a mapped
 * integration it is a function error like any other, which selection patterns match. Undefined for every other outcome.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/handle-errors-in-lambda-integration.html
 */
export function functionError(outcome: InvocationOutcome, call: Call): FunctionError | undefined {
  if (outcome.type === 'timeout' && outcome.limit === 'function') return timedOut(outcome.timeoutMs, call);
  if (outcome.type !== 'failed') return undefined;
  const { code, error, exit } = outcome;
  // Lambda loads again within the call's own time
  if (code === 'FUNCTION_INIT_TIMEOUT') return timedOut(call.version.timeoutMs, call);
  return error ?? (exit === undefined ? undefined : exited(exit, call));
}

function timedOut(timeoutMs: number, { invocationId, now }: Call): FunctionError {
  const seconds = (timeoutMs / 1_000).toFixed(2);
  return { errorMessage: `${new Date(now()).toISOString()} ${invocationId} Task timed out after ${seconds} seconds` };
}

function exited(exit: string, { invocationId }: Call): FunctionError {
  const how = exit === 'exit status 0' ? 'Runtime exited without providing a reason' : `Runtime exited with error: ${exit}`;
  return { errorType: 'Runtime.ExitError', errorMessage: `RequestId: ${invocationId} Error: ${how}` };
}
