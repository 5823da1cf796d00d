import { wrapLines } from '../../../lib/runtime/system/wrap-lines';

const INDENT = '         ';
const wrap = (text: string, columns = 40) => wrapLines(text, columns, INDENT).split('\n');

test('a long line continues between words, indented', () => {
  expect(wrap('12:03:41 no GET on /cat in this deployment; nothing is defined there')).toEqual([
    '12:03:41 no GET on /cat in this', '         deployment; nothing is defined', '         there',
  ]);
});

test('lines that fit keep their columns', () => {
  const line = '12:03:41 GET    /a       → 200    12 ms';
  expect(wrap(line)).toEqual([line]);
});

test('a deeper indent is kept', () => {
  expect(wrap(`${' '.repeat(13)}at handler (src/pets.ts:12:7) in the middle of it`)).toEqual([
    `${' '.repeat(13)}at handler`, `${' '.repeat(13)}(src/pets.ts:12:7) in the`, `${' '.repeat(13)}middle of it`,
  ]);
});

test('a word that is longer than a line stays whole', () => {
  const url = `http://127.0.0.1:3000/prod/${'a'.repeat(60)}`;
  expect(wrap(`12:03:41 see ${url} for more`)).toEqual(['12:03:41 see', `${INDENT}${url}`, `${INDENT}for more`]);
});

test('escape sequences have no width, and a terminal of a few columns is left alone', () => {
  const colored = `\u001b[32m${'word '.repeat(7)}\u001b[39mend`;
  expect(wrap(colored)).toEqual([colored]);
  expect(wrap('a '.repeat(100), 20)).toHaveLength(1);
});
