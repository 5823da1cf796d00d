import { printable, printableJson } from '../../../lib/runtime/http/printable';

test.each([
  ['colors', '\u001b[31mred', '\\u001b[31mred'],
  ['new lines', 'a\r\nb', 'a\\r\\nb'],
  ['the one-character form of an escape', '\u009b31m', '\\u009b31m'],
  ['changes of direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['line separators', 'a\u2028b\u0085c', 'a\\u2028b\\u0085c'],
  ['DEL and NUL', '\u007f\u0000', '\\u007f\\u0000'],
])('%s are shown, not obeyed', (_, given, expected) => {
  expect(printable(given)).toBe(expected);
});

test('what people write stays', () => {
  const text = 'GET /prod/päts?q=日本 👍\tdone';
  expect(printable(text)).toBe(text);
});

test('JSON keeps its value', () => {
  const value = { text: 'a\u009bb\u202ec\u007fd\ne' };
  const json = printableJson(JSON.stringify(value));
  expect(json).not.toMatch(/[\u007f-\u009f\u202e]/);
  expect(JSON.parse(json)).toEqual(value);
});
