import { CATALOG } from '../../../lib/errors';
import { failureText } from '../../../lib/runtime/execution-log/failure-text';
import { callError, functionError } from '../../../lib/runtime/integrations/function-outcome';
import { compileSelection } from '../../../lib/runtime/integrations/selection';
import type { InvocationOutcome } from '../../../lib/runtime/ports';
import { GATEWAY_RESPONSE_DEFAULTS } from '../../../lib/spec';
import { VERSION } from '../../support/integrations';
import { noSandbox } from '../../support/sandbox';

const CALL = { version: { ...VERSION, timeoutMs: 3_000 }, invocationId: 'id-1', now: () => Date.UTC(2025, 10, 21) };
const TIMED_OUT: InvocationOutcome = { type: 'timeout', timeoutMs: 3_000, limit: 'function' };
const CRASHED: InvocationOutcome = { type: 'failed', code: 'FUNCTION_CRASHED', reason: 'its process ended with exit code 1', exit: 'exit status 1' };
const NOT_LOADED: InvocationOutcome = {
  type: 'failed', code: 'FUNCTION_INIT_FAILED', reason: 'Error: broken at load', error: { errorType: 'Error', errorMessage: 'broken at load', trace: [] },
};
const LOADS_FOR_EVER: InvocationOutcome = { type: 'failed', code: 'FUNCTION_INIT_TIMEOUT', reason: 'it was still loading after 10000 ms' };
const OUT_OF_MEMORY: InvocationOutcome = { type: 'failed', code: 'FUNCTION_OUT_OF_MEMORY', reason: 'out of memory', exit: 'signal: killed' };

describe('failures of functions in Lambda\'s words', () => {
  test.each<[string, string, InvocationOutcome]>([
    ['.*Task timed out.*', 'the function\'s own time limit', TIMED_OUT],
    ['.*Runtime exited with error: exit status 1.*', 'a crash', CRASHED],
    ['.*signal: killed.*', 'too much memory', OUT_OF_MEMORY],
    ['broken at load', 'a module that does not load', NOT_LOADED],
    ['.*Task timed out after 3\\.00 seconds', 'one that never finishes loading', LOADS_FOR_EVER],
  ])('%s selects the response of %s', (selectionPattern, _, outcome) => {
    const select = compileSelection([{ statusCode: '200' }, { statusCode: '503', selectionPattern }], noSandbox);
    expect(select(functionError(outcome, CALL)?.errorMessage ?? '')).toMatchObject({ statusCode: '503' });
  });

  test('the documents are Lambda\'s', () => {
    expect(functionError(TIMED_OUT, CALL)).toEqual({ errorMessage: '2025-11-21T00:00:00.000Z id-1 Task timed out after 3.00 seconds' });
    expect(functionError(CRASHED, CALL)).toEqual({
      errorType: 'Runtime.ExitError', errorMessage: 'RequestId: id-1 Error: Runtime exited with error: exit status 1',
    });
  });

  test('a process that ends by itself gives no reason', () => {
    expect(functionError({ ...CRASHED, exit: 'exit status 0' }, CALL)).toEqual({
      errorType: 'Runtime.ExitError', errorMessage: 'RequestId: id-1 Error: Runtime exited without providing a reason',
    });
  });

  test('a call that the integration gave up, or that never reached the function, is not an error of the function', () => {
    expect(functionError({ type: 'timeout', timeoutMs: 50, limit: 'caller' }, CALL)).toBeUndefined();
    expect(functionError({ type: 'failed', code: 'FUNCTION_INIT_FAILED', reason: 'its process could not be started' }, CALL)).toBeUndefined();
    expect(functionError({ type: 'throttled' }, CALL)).toBeUndefined();
  });
});

test('the function\'s own time limit is 502 under a proxy integration, the integration\'s is 504', () => {
  expect(callError(TIMED_OUT, CALL).code).toBe('FUNCTION_TIMEOUT');
  expect(CATALOG.FUNCTION_TIMEOUT).toMatchObject({ status: 502 });
  expect(callError({ ...TIMED_OUT, limit: 'caller' }, CALL).code).toBe('INTEGRATION_TIMEOUT');
  expect(CATALOG.INTEGRATION_TIMEOUT.gatewayResponse).toBe('INTEGRATION_TIMEOUT');
  expect(GATEWAY_RESPONSE_DEFAULTS.INTEGRATION_TIMEOUT).toMatchObject({ statusCode: 504 });
});

test.each<[string, InvocationOutcome, string]>([
  ['FUNCTION_TIMEOUT', TIMED_OUT, '2025-11-21T00:00:00.000Z id-1 Task timed out after 3.00 seconds'],
  ['FUNCTION_CRASHED', CRASHED, 'RequestId: id-1 Error: Runtime exited with error: exit status 1'],
  ['FUNCTION_OUT_OF_MEMORY', OUT_OF_MEMORY, 'RequestId: id-1 Error: Runtime exited with error: signal: killed'],
  ['FUNCTION_INIT_FAILED', NOT_LOADED, 'broken at load'],
  ['FUNCTION_INIT_TIMEOUT', LOADS_FOR_EVER, '2025-11-21T00:00:00.000Z id-1 Task timed out after 3.00 seconds'],
  ['FUNCTION_ERROR', { type: 'function-error', payload: '{"errorMessage":"no pets"}', errorMessage: 'no pets' }, 'no pets'],
])('%s: the execution log has the text of Lambda', (code, outcome, text) => {
  const error = callError(outcome, CALL);
  expect([error.code, failureText(error, { invocationId: 'id-1', endpointStatus: 200 })]).toEqual([
    code, `Lambda execution failed with status 200 due to customer function error: ${text}. Lambda request id: id-1`,
  ]);
});
