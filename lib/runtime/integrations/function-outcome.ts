import { GatewayError } from '../../errors';
import type { FunctionVersion, InvocationOutcome } from '../ports';

/** The outcomes of a call that are no answer of the function, as errors. `result` and `function-error` are left to the kind. */
export function outcomeError(outcome: InvocationOutcome, { name, maxInstances }: FunctionVersion): GatewayError | undefined {
  switch (outcome.type) {
    case 'timeout':
      return new GatewayError('FUNCTION_TIMEOUT', { name, timeoutMs: outcome.timeoutMs });
    case 'failed':
      return new GatewayError(outcome.code, { name, reason: outcome.reason });
    case 'throttled':
      return new GatewayError('FUNCTION_THROTTLED', { name, maxInstances });
    default:
      return undefined;
  }
}
