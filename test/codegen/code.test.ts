import { call, commentLines, list, literal, object, printCode, quoted } from '../../lib/codegen/code';

const print = (code: Parameters<typeof printCode>[0]) => printCode(code, { indent: '', column: 0 });

test.each([
  ['it', "'it'"], ["it's", '"it\'s"'], ['\'"', '\'\\\'"\''], ['a\\b', "'a\\\\b'"], ['a\nb\t', "'a\\nb\\t'"], ['\u0000\u2028', "'\\u0000\\u2028'"], ['${a}', "'${a}'"],
])('a text is quoted as it reads best: %j', (text, expected) => {
  expect(quoted(text)).toBe(expected);
  expect(new Function(`return ${expected}`)()).toBe(text);
});

test('what fits on a line is on one', () => {
  expect(print(call('f', "'a'", object({ b: '1', 'c-d': list(['2', '3']) })))).toBe("f('a', { b: 1, 'c-d': [2, 3] })");
  expect(print(object({}))).toBe('{}');
  expect(print(object({ api: 'api', left: undefined }))).toBe('{ api }');
});

test('a member called __proto__ is a member', () => {
  const value: unknown = JSON.parse('{"__proto__":{"type":"string"},"a":[{"__proto__":1}]}');
  const text = print(literal(value));
  expect(text).toBe("{ ['__proto__']: { type: 'string' }, a: [{ ['__proto__']: 1 }] }");
  expect(JSON.stringify(new Function(`return ${text}`)())).toBe(JSON.stringify(value));
});

test.each([{ 'a/b': 'a/b' }, JSON.parse('{"__proto__":["__proto__"]}') as object])('a member whose value reads as its name is not shortened: %j', (value) => {
  expect(JSON.stringify(new Function(`return ${print(literal(value))}`)())).toBe(JSON.stringify(value));
});

const wide = 'x'.repeat(70);

test('what does not fit is broken from the outside in', () => {
  expect(print(call('f', "'a'", object({ b: quoted(wide), c: object({ d: quoted(wide) }) })))).toBe(
    `f('a', {\n  b: '${wide}',\n  c: { d: '${wide}' },\n})`,
  );
  expect(print(list([object({ a: quoted(wide) }), object({ b: quoted(wide) })]))).toBe(`[\n  { a: '${wide}' },\n  { b: '${wide}' },\n]`);
});

test('arguments of which two are broken have a line each', () => {
  const options = object({ a: quoted(wide), b: quoted(wide) });
  expect(print(call('f', call('new G', options), options))).toBe(
    `f(\n  new G({\n    a: '${wide}',\n    b: '${wide}',\n  }),\n  {\n    a: '${wide}',\n    b: '${wide}',\n  },\n)`,
  );
});

test('a long text of several lines is written line by line', () => {
  const text = `{\n  "a": "${wide}"\n}`;
  expect(print(literal(text))).toBe(`[\n  '{',\n  '  "a": "${wide}"',\n  '}',\n].join('\\n')`);
  expect(new Function(`return ${print(literal(text))}`)()).toBe(text);
  expect(print(literal('a\nb'))).toBe("'a\\nb'");
});

test('comments are wrapped, above members too', () => {
  expect(commentLines(`${wide} ${wide}`, '  ')).toBe(`  // ${wide}\n  // ${wide}\n`);
  expect(print({ type: 'object', members: [{ name: 'a', value: '1', comment: 'why' }] })).toBe('{\n  // why\n  a: 1,\n}');
});
