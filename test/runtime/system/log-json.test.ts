import type { LogEntry } from '../../../lib/runtime/ports';
import { jsonLog } from '../../../lib/runtime/system/log-json';

test('an entry is one JSON object a line', () => {
  const [line, ...more] = written({
    level: 'warn', message: 'request', code: 'ROUTE_UNKNOWN', requestId: 'id', functionName: 'Pets', fields: { status: 403, path: '/prod/x' },
  });
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toEqual({
    level: 'warn', time: '2025-01-01T00:00:00.000Z', message: 'request', code: 'ROUTE_UNKNOWN', requestId: 'id', function: 'Pets', status: 403, path: '/prod/x',
  });
});

test('debug entries are kept, and percent signs are not formats', () => {
  expect(JSON.parse(written({ level: 'debug', message: '100%s %d' })[0])).toMatchObject({ level: 'debug', message: '100%s %d' });
});

test('nothing in an entry breaks the line or reaches a terminal', () => {
  const message = 'a\nb\u001b[31m\u009b\u2028{"level":"error"}';
  const entries = written({ level: 'info', message, fields: { stream: 'stdout' } });
  expect(entries).toHaveLength(1);
  expect(entries[0]).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/);
  expect(JSON.parse(entries[0]).message).toBe(message);
});

test('secrets are redacted, should an entry ever carry them', () => {
  const entry = written({ level: 'info', message: 'x', fields: { authorization: 'Bearer a1', headers: { 'x-api-key': 'b2', 'Cookie': 'c3', 'accept': '*/*' } } })[0];
  expect(entry).not.toMatch(/a1|b2|c3/);
  expect(JSON.parse(entry)).toMatchObject({ authorization: '[redacted]', headers: { accept: '*/*' } });
});

test.each(['Authorization', 'Proxy-Authorization', 'X-Api-Key', 'Cookie', 'Set-Cookie', 'X-Amz-Security-Token'])('the header %s is redacted', (name) => {
  const fields = { [name]: 'a1', headers: { [name]: 'b2', [name.toLowerCase()]: 'c3' } };
  const entry = written({ level: 'info', message: 'x', fields })[0];
  expect(entry).not.toMatch(/a1|b2|c3/);
  expect(JSON.parse(entry)).toMatchObject({ [name]: '[redacted]', headers: { [name]: '[redacted]', [name.toLowerCase()]: '[redacted]' } });
});

function written(entry: LogEntry): string[] {
  let text = '';
  jsonLog((more) => { text += more; }, { now: () => Date.UTC(2025, 0, 1) })(entry);
  return text.trimEnd().split('\n');
}
