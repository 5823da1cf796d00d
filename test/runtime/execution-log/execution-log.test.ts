import { GatewayError } from '../../../lib/errors';
import { openExecutionLog } from '../../../lib/runtime/execution-log/execution-log';
import { validated } from '../../support/exchange';
import type { Reply } from '../../../lib/runtime/http/reply';

const PREFIX = 'Fri Nov 21 00:18:03 UTC 2025 : ';
const OK: Reply = { status: 200, headers: [{ name: 'Content-Type', value: 'text/plain' }], body: Buffer.from('done') };

function clock(step = 0): () => number {
  let time = Date.UTC(2025, 10, 21, 0, 18, 3) - step;
  return () => (time += step);
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.replace(PREFIX, ''));
}

test('a request without an endpoint has the lines of a MOCK', () => {
  const log = openExecutionLog({ requestId: 'id-1', invocationId: 'call-1' }, clock());
  log.started(validated({ pathParameters: { petId: '7' }, queryParameters: { a: ['1', '2'] }, headers: [{ name: 'X', value: 'y' }] }));
  log.completed(OK);
  expect(log.text().split('\n')[0]).toBe('Execution log for request id-1');
  expect(log.text().split('\n')[1]).toBe(`${PREFIX}Starting execution for request: id-1`);
  expect(linesOf(log.text()).slice(2)).toEqual([
    'HTTP Method: GET, Resource Path: /', 'Method request path: {petId=7}', 'Method request query string: {a=1,2}',
    'Method request headers: {X=y}', 'Method request body before transformations: ', 'Method response body after transformations: done',
    'Method response headers: {Content-Type=text/plain}', 'Successfully completed execution', 'Method completed with status: 200', '',
  ]);
});

test('an endpoint adds what was sent and what came back, with the time between', () => {
  const log = openExecutionLog({ requestId: 'id-1', invocationId: 'call-1' }, clock(5));
  log.endpointRequest({ uri: 'http://b/', headers: [], body: 'in' });
  log.endpointAnswer({ status: 201, headers: [{ name: 'A', value: 'b' }], body: Buffer.from('out') });
  expect(log.text().split('\n').slice(1, -1).map((line) => line.slice(PREFIX.length))).toEqual([
    'Endpoint request URI: http://b/', 'Endpoint request headers: {}', 'Endpoint request body after transformations: in',
    'Sending request to http://b/', 'Received response. Status: 201, Integration latency: 5 ms', 'Endpoint response headers: {A=b}',
    'Endpoint response body before transformations: out',
  ]);
});

test.each([[998, ''], [999, ' [TRUNCATED]']])('a value of %i characters ends with "%s"', (length, end) => {
  const log = openExecutionLog({ requestId: 'id-1', invocationId: 'call-1' }, clock());
  log.endpointAnswer({ status: 200, headers: [], body: 'é'.repeat(length) });
  expect(log.text()).toContain(`before transformations: ${'é'.repeat(998)}${end}\n`);
});

test('a body of bytes is cut at the same character', () => {
  const log = openExecutionLog({ requestId: 'id-1', invocationId: 'call-1' }, clock());
  log.completed({ ...OK, body: Buffer.from('😀'.repeat(2000)) });
  expect(log.text()).toContain(`: ${'😀'.repeat(499)} [TRUNCATED]\n`);
});

test('the entries are the lines without time, and without the first', () => {
  const log = openExecutionLog({ requestId: 'id-1', invocationId: 'call-1' }, clock());
  log.completed({ ...OK, body: Buffer.from('two\nlines') });
  expect(log.entries()).toEqual([
    'Method response body after transformations: two\nlines', 'Method response headers: {Content-Type=text/plain}', 'Successfully completed execution',
    'Method completed with status: 200',
  ]);
});

test.each([[false, ['Method completed with status: 200', 'AWS Integration Endpoint RequestId : call-1']], [true, ['Method completed with status: 200']]])(
  'the id that AWS gave the call is last, and missing in a test invocation (%s)', (isTest, expected) => {
    const log = openExecutionLog({ requestId: 'id-1', invocationId: 'call-1' }, clock(), isTest);
    log.endpointAnswer({ status: 200, headers: [], body: '', requestId: 'call-1' });
    log.completed(OK);
    expect(log.entries().slice(log.entries().findIndex((entry) => entry.startsWith('Method completed')))).toEqual(expected);
  },
);

test('a failure says why instead of what was answered', () => {
  const log = openExecutionLog({ requestId: 'id-1', invocationId: 'call-1' }, clock());
  log.completed({ ...OK, status: 500, error: new GatewayError('ENDPOINT_INVALID', { reason: 'no host' }) });
  expect(linesOf(log.text()).slice(1, -1)).toEqual([
    'Execution failed due to configuration error: Invalid endpoint address', 'Method completed with status: 500',
  ]);
});
