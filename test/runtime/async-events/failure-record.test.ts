import { failureRecord } from '../../../lib/runtime/async-events/failure-record';

const source = {
  event: { functionName: 'orders', invocationId: 'call-1', payload: '{"n":12345678901234567890,"a":1,"a":2}', attempts: 3 },
  error: { type: 'RangeError', message: 'too far', trace: ['RangeError: too far', '    at here'] },
  accountId: '123456789012',
  region: 'eu-central-1',
  now: Date.UTC(2025, 0, 2, 3, 4, 5, 6),
};

test('has the form of Lambda\'s records', () => {
  expect(JSON.parse(failureRecord({ ...source, event: { ...source.event, payload: '{"n":1}' } }))).toEqual({
    version: '1.0',
    timestamp: '2025-01-02T03:04:05.006Z',
    requestContext: {
      requestId: 'call-1',
      functionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:orders:$LATEST',
      condition: 'RetriesExhausted',
      approximateInvokeCount: 3,
    },
    requestPayload: { n: 1 },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: { errorType: 'RangeError', errorMessage: 'too far', trace: ['RangeError: too far', '    at here'] },
  });
});

test('the event is the text that was kept', () => {
  expect(failureRecord(source)).toContain(`"requestPayload":${source.event.payload},"responseContext"`);
});

test('an event that never found an instance was too old', () => {
  const record = JSON.parse(failureRecord({ ...source, error: { type: 'FUNCTION_THROTTLED', message: 'no instance was free' } }));
  expect(record).toMatchObject({ requestContext: { condition: 'EventAgeExceeded' } });
  expect(record.responsePayload).not.toHaveProperty('trace');
});
