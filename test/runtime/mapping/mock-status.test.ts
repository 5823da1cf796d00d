import { mockStatus } from '../../../lib/runtime/mapping/mock-status';

describe('the status of a mock', () => {
  test.each([
    ['{"statusCode": 200}', 200],
    ['{statusCode: 404}', 404],
    ['{\'statusCode\': 201,}', 201],
    ['\n { "a": {"statusCode": 1}, statusCode : 302 , b: [1, {statusCode: 2}] }\n', 302],
    ['{"statusCode": 200, "text": "}, statusCode: 500"}', 200],
    ['{"statusCode": -1000}', -1000],
    ['{"statusCode": 0}', 0],
  ])('%j names status %d', (text, status) => {
    expect(mockStatus(text)).toBe(status);
  });

  test.each([
    '', '{}', 'text', '{"statusCode": "200"}', '{"statusCode": 200.5}', '{"statusCode": 200', '{"statuscode": 200}', '{"a": {"statusCode": 200}}',
    '[{"statusCode": 200}]', '{"statusCode": 200} trailing', '{"statusCode": null}', 'statusCode: 200', '{"x": statusCode: 200}',
  ])('%j names none', (text) => {
    expect(() => mockStatus(text)).toThrow(expect.objectContaining({ code: 'MOCK_STATUS_MISSING' }));
  });

  test('ten megabytes of brackets are read in one pass', () => {
    expect(() => mockStatus('['.repeat(2_000_000))).toThrow(expect.objectContaining({ code: 'MOCK_STATUS_MISSING' }));
  });
});
