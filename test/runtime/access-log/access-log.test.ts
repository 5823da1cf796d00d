import fc from 'fast-check';
import { AccessLogFormat } from '../../../lib/constructs';
import { compileAccessLog } from '../../../lib/runtime/access-log/access-log';

const line = (format: string, values: Record<string, string> = {}) => compileAccessLog({ format, destination: 'stdout' }).line((name) => values[name]);

test('a value that is missing is written as -', () => {
  expect(line('$context.requestId $context.nothing.at.all')).toBe('- -');
  expect(line('$context.requestId', { requestId: '' })).toBe('-');
});

test('text around a variable is kept', () => {
  expect(line('[$context.requestId]-$context.status.', { requestId: '1', status: '200' })).toBe('[1]-200.');
  expect(line('$$context.status context.status', { status: '200' })).toBe('$200 context.status');
  expect(line('$context.authorizer.claims.cognito:username $context.requestOverride.header.X-A', {
    'authorizer.claims.cognito:username': 'ann', 'requestOverride.header.X-A': 'b',
  })).toBe('ann b');
});

test('a destination of AWS is the output here', () => {
  expect(['stdout', 'logs/a.log', 'arn:aws:logs:x', '${token:Logs.Arn}'].map((destination) => compileAccessLog({ format: 'x', destination }).destination))
    .toEqual(['stdout', 'logs/a.log', 'stdout', 'stdout']);
});

test('error.messageString brings its own quotes', () => {
  expect(line('{"m":$context.error.messageString}', { 'error.messageString': '"Forbidden"' })).toBe('{"m":"Forbidden"}');
});

describe('log injection', () => {
  const anything = fc.string({ unit: 'binary', minLength: 1 });
  const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

  test('no value ends its line, in any format', () => {
    for (const format of [AccessLogFormat.clf(), AccessLogFormat.jsonWithStandardFields(), AccessLogFormat.xmlWithStandardFields()]) {
      fc.assert(fc.property(anything, (value) => {
        expect(compileAccessLog({ format: format.toString(), destination: 'stdout' }).line(() => value).replaceAll('\t', ' ')).not.toMatch(controls);
      }));
    }
  });

  test('no value ends its field in JSON', () => {
    const log = compileAccessLog({ format: AccessLogFormat.jsonWithStandardFields().toString(), destination: 'stdout' });
    fc.assert(fc.property(anything.filter((value) => !value.includes('\t')), (value) => {
      expect(JSON.parse(log.line(() => value))).toMatchObject({ ip: value, status: value });
    }));
  });

  test('no value opens an element in XML, nor ends a quoted field of the Common Log Format', () => {
    expect(line('<a>$context.x</a>', { x: '</a><b c="d">&' })).toBe('<a>&lt;/a&gt;&lt;b c=&quot;d&quot;&gt;&amp;</a>');
    expect(line('"$context.x"', { x: 'a" 200 "\\' })).toBe('"a\\" 200 \\"\\\\"');
  });
});
