import { headerFields, lineValue, nameSequence } from '../../../lib/runtime/server/header-lines';

const START = 'GET / HTTP/1.1\r\n';

function read(lines: readonly string[]) {
  const text = `${START}${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
  const names = nameSequence(text, START.length, text.length - 2);
  return { names, lines: { text, from: START.length, names } };
}

test('names keep their spelling, values lose the spaces around them', () => {
  expect(headerFields(read(['Host: api.test', 'x-A:b', 'X-Empty:', 'X-Two:  two words ']).lines)).toEqual([
    { name: 'Host', value: 'api.test' }, { name: 'x-A', value: 'b' }, { name: 'X-Empty', value: '' }, { name: 'X-Two', value: 'two words' },
  ]);
});

test('a name in lower case has a position, and the last of two lines wins', () => {
  const { names, lines } = read(['Accept: a', 'X-B: b', 'ACCEPT: c']);
  expect(names.positions.get('accept')).toBe(2);
  expect([0, 1, 2].map((position) => lineValue(lines, position))).toEqual(['a', 'b', 'c']);
});

test.each([
  ['a transfer coding', ['Transfer-Encoding: chunked']],
  ['an expectation', ['expect: 100-continue']],
  ['two lines of a header that occurs once', ['Authorization: a', 'AUTHORIZATION: b']],
])('%s is unusual', (_, lines) => {
  expect(read(['Host: a', ...lines]).names.isUnusual).toBe(true);
});

test('two lines of any other header are not unusual', () => {
  expect(read(['Host: a', 'Cookie: a', 'cookie: b']).names.isUnusual).toBe(false);
});

test('the same names are the same sequence, whoever sent them', () => {
  expect(read(['Host: a', 'X-A: 1']).names).toBe(read(['Host: b', 'X-A: 2']).names);
  expect(read(['Host: a', 'X-A: 1']).names).not.toBe(read(['X-A: 1', 'Host: a']).names);
});

test('names that are too long to remember are read anew', () => {
  const lines = ['Host: a', `${'x'.repeat(2_000)}: b`];
  expect(read(lines).names).not.toBe(read(lines).names);
  expect(read(lines).names).toEqual(read(lines).names);
});
