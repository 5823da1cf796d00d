import { CATALOG, GatewayError, type ErrorCode } from '../../../lib/errors';
import { failureLines, failureText } from '../../../lib/runtime/execution-log/failure-text';

function textOf(code: ErrorCode, details: Record<string, string | number> = {}, endpointStatus?: number): string {
  return failureText(new GatewayError(code, details), { invocationId: 'id-1', endpointStatus });
}

test.each<[ErrorCode, Record<string, string>, string]>([
  ['RESULT_MALFORMED', { name: 'fn' }, 'Execution failed due to configuration error: Malformed Lambda proxy response'],
  ['FUNCTION_UNRESOLVED', {}, 'Execution failed due to configuration error: Invalid permissions on Lambda function'],
  ['FUNCTION_ERROR', { errorMessage: 'boom' }, 'Lambda execution failed with status 200 due to customer function error: boom. Lambda request id: id-1'],
  ['MOCK_STATUS_MISSING', {}, 'Execution failed due to configuration error: Unable to parse statusCode. It should be an integer that is defined in the request template.'],
  ['ENDPOINT_INVALID', {}, 'Execution failed due to configuration error: Invalid endpoint address'],
  ['TEMPLATE_FAILED', { which: 'request application/json', reason: 'of ours' }, 'Execution failed due to configuration error: Unable to transform request'],
  ['TEMPLATE_FAILED', { which: 'response text/xml', reason: 'of ours' }, 'Execution failed due to configuration error: Unable to transform response'],
  ['PAYLOAD_BINARY', { direction: 'response' }, 'Execution failed due to configuration error: Unable to transform response'],
  ['REQUEST_PARAMETERS_MISSING', { names: 'a, b' }, 'Missing required request parameters: [a, b]'],
])('%s has the words of the service', (code, details, text) => {
  expect(textOf(code, details)).toBe(text);
});

test('a throttled function says so in two lines', () => {
  expect(failureLines(new GatewayError('FUNCTION_THROTTLED', { name: 'fn' }), { invocationId: 'id-1', endpointStatus: undefined })).toEqual([
    'Lambda invocation failed with status: 429. Lambda request id: id-1', 'Execution failed due to configuration error: Rate Exceeded.',
  ]);
  expect(failureLines(new GatewayError('ENDPOINT_TIMEOUT'), { invocationId: 'id-1', endpointStatus: undefined })).toEqual(['Execution failed due to a timeout error']);
});

test('a response without a match names the endpoint\'s status', () => {
  const text = 'No match for output mapping and no default output mapping configured. Endpoint Response Status Code: 404';
  expect(textOf('INTEGRATION_RESPONSE_UNMATCHED', { given: '404' }, 404)).toContain(text);
});

test('without known words of the service, the log has ours after its prefix', () => {
  expect(textOf('OVERRIDE_INVALID', { reason: 'it is long' })).toBe('Execution failed due to configuration error: a template override is invalid: it is long');
  expect(CATALOG.OVERRIDE_INVALID.message).toContain('a template override is invalid');
});
