import type { LogEntry } from '../../../lib/runtime/ports';
import { textLog } from '../../../lib/runtime/system/log-text';

const REQUEST: LogEntry = {
  level: 'info',
  message: 'request',
  requestId: '1a2b3c4d-0000-4000-8000-000000000000',
  fields: { method: 'GET', path: '/prod/pets/7', status: 200, durationMs: 11.6, target: 'proxy Pets' },
};

test('a request is one line', () => {
  expect(lines(REQUEST)).toEqual(['12:03:41 GET    /prod/pets/7             → 200    12 ms  proxy Pets  1a2b3c4d']);
});

test('a query that is logged follows the path', () => {
  expect(lines({ ...REQUEST, fields: { ...REQUEST.fields, query: 'kind=cat' } }))
    .toEqual(['12:03:41 GET    /prod/pets/7?kind=cat    → 200    12 ms  proxy Pets  1a2b3c4d']);
});

test('a rejection shows its reason below', () => {
  const entry = { ...REQUEST, level: 'warn' as const, code: 'ROUTE_UNKNOWN', fields: { ...REQUEST.fields, status: 403, explain: '[ROUTE_UNKNOWN] no GET on /x' } };
  expect(lines(entry)).toEqual([
    '12:03:41 GET    /prod/pets/7             → 403    12 ms  proxy Pets  1a2b3c4d',
    '         [ROUTE_UNKNOWN] no GET on /x',
  ]);
});

test('what a function writes names the function and the request', () => {
  expect(lines({ level: 'info', message: 'looked up', functionName: 'Pets', requestId: '1a2b3c4d-0000', fields: { stream: 'stdout' } }))
    .toEqual(['12:03:41 Pets  1a2b3c4d │ looked up']);
});

test('a trace of Python has its lines below each other', () => {
  const message = '[ERROR] KeyError: \'items\'\rTraceback (most recent call last):\r\u00a0\u00a0File "/var/task/app.py", line 3, in handler';
  expect(lines({ level: 'info', message, functionName: 'Pets', fields: { stream: 'stdout' } }).flatMap((text) => text.split('\n'))).toEqual([
    '12:03:41 Pets │ [ERROR] KeyError: \'items\'', '         Traceback (most recent call last):', '           File "/var/task/app.py", line 3, in handler',
  ]);
});

test('other entries show their level and their code once', () => {
  expect(lines({ level: 'info', message: 'reloaded' })).toEqual(['12:03:41 reloaded']);
  expect(lines({ level: 'warn', message: 'slow', code: 'FUNCTION_TIMEOUT' })).toEqual(['12:03:41 warn slow [FUNCTION_TIMEOUT]']);
  expect(lines({ level: 'error', message: '[SPEC_INVALID] x', code: 'SPEC_INVALID' })).toEqual(['12:03:41 error [SPEC_INVALID] x']);
});

test('in a terminal a long reason is broken between words', () => {
  let out = '';
  const entry = { ...REQUEST, fields: { ...REQUEST.fields, status: 403, explain: '[ROUTE_UNKNOWN] no GET on /prod/pets/7 in this deployment; nothing is defined there' } };
  textLog((text) => { out += text; }, { columns: () => 80 })(entry);
  expect(out.split('\n').slice(1)).toEqual([
    '         [ROUTE_UNKNOWN] no GET on /prod/pets/7 in this deployment; nothing is', '         defined there', '',
  ]);
});

test('further lines and stacks are indented', () => {
  expect(lines({ level: 'error', message: 'first\nsecond', fields: { stack: 'Error: x\n    at y' } }))
    .toEqual(['12:03:41 error first', '         second', '         Error: x', '             at y']);
});

test.each<[string, Partial<LogEntry>]>([
  ['path', { fields: { ...REQUEST.fields, path: '/a\n12:03:41 GET /forged → 200\u001b[2K' } }],
  ['query', { fields: { ...REQUEST.fields, query: 'a\n\u001b[2K' } }],
  ['method', { fields: { ...REQUEST.fields, method: 'GET\r\nX' } }],
  ['target', { fields: { ...REQUEST.fields, target: 'proxy \u001b]0;title\u0007' } }],
  ['request id', { requestId: '\u001b[31m\n' }],
  ['function output', { message: 'a\nb\u001b[31m', fields: { stream: 'stdout' } }],
  ['function name', { message: 'a', functionName: 'x\ny', fields: { stream: 'stderr' } }],
])('a %s forges no line and colors nothing', (_, change) => {
  const text = written({ ...REQUEST, ...change });
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});

test('an explanation cannot start a line of its own', () => {
  const text = lines({ ...REQUEST, fields: { ...REQUEST.fields, explain: 'a\n12:03:41 GET /forged' } });
  expect(text.slice(1)).toEqual(['         a', '         12:03:41 GET /forged']);
});

test('long paths are cut', () => {
  expect(written({ ...REQUEST, fields: { ...REQUEST.fields, path: '/'.repeat(5000) } }).length).toBeLessThan(300);
});

test('colors tell statuses apart when they are wanted', () => {
  const colored = (status: number): string => written({ ...REQUEST, fields: { ...REQUEST.fields, status } }, true);
  expect([colored(200), colored(404), colored(500)].map((text) => /\[(3\d)m\d{3}/.exec(text)?.[1])).toEqual(['32', '33', '31']);
});

function lines(entry: LogEntry): string[] {
  return written(entry).trimEnd().split('\n');
}

function written(entry: LogEntry, color = false): string {
  let text = '';
  textLog((more) => { text += more; }, { color, now: () => new Date(2025, 0, 1, 12, 3, 41).getTime() })(entry);
  return text;
}

test.each([
  ['plain', {}],
  ['with a query', { query: 'kind=cat&name=\u00e9' }],
  ['whose path is not ASCII', { path: '/prod/\u00e9\u65e5\u672c', target: 'proxy \u00c4pfel' }],
  ['whose path is cut', { path: `/${'x'.repeat(300)}` }],
  ['with what a terminal would obey', { method: 'G\u001bT', path: '/\u202e\u0007\u00fc' }],
  ['with a reason and a stack', { status: 500, explain: 'no \u201etoken\u201c', stack: 'Error: \u20ac\n    at y' }],
])('in UTF-8, the line of a request %s is the same', (_, fields) => {
  for (const color of [false, true]) {
    const texts: string[] = [];
    const bytes: string[] = [];
    const entry = { ...REQUEST, fields: { ...REQUEST.fields, ...fields } };
    textLog((text) => texts.push(text), { color, now: () => 0 })(entry);
    textLog((text) => bytes.push(`not in UTF-8: ${text}`), { color, now: () => 0, writeUtf8: (utf8) => bytes.push(Buffer.from(utf8, 'latin1').toString('utf8')) })(entry);
    expect(bytes).toEqual(texts);
    expect(texts[0]).toContain('\u2192');
  }
});
