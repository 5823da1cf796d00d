import { LineCounter } from 'yaml';
import { parseYamlText } from '../../../lib/importers/document/parse-yaml';
import { readYaml } from '../../../lib/importers/document/read-yaml';
import { importFiles } from '../../support/imported';

/* Texts that PyYAML reads, and their values by it. */

test.each<[string, unknown]>([
  ['a: {\nb: 1,\nc: [\n1,\n2\n]\n}\nd: 2\n', { a: { b: 1, c: [1, 2] }, d: 2 }],
  ['a:\n  b: {\n  c: {d: 1\n}, e: "x: {"\n}\n  f: 3\ng: {h: \'[\'}\n', { a: { b: { c: { d: 1 }, e: 'x: {' }, f: 3 }, g: { h: '[' } }],
  ['x:\n  - {\na: 1}\n  - 2\n', { x: [{ a: 1 }, 2] }],
  ['a: {\n# {\nb: "}"\n}\nc: |\n  {\n  [\nd: 1\n', { a: { b: '}' }, c: '{\n[\n', d: 1 }],
])('flow collections end wherever they end: %j', (text, value) => {
  expect(readYaml('a.yaml', text)).toEqual(value);
});

test.each([['a: {\nb: 1\n'], ['a: [\n1\nb: 2\n'], ['a:\n  b: 1\n c: 2\n']])('what does not end is refused with its line: %j', (text) => {
  expect(() => readYaml('a.yaml', text)).toThrow(expect.objectContaining({ code: 'SOURCE_UNREADABLE', message: expect.stringMatching(/line [23]/) as string }));
});

test('lines of parts are known', () => {
  const lines = new LineCounter();
  parseYamlText('a: {\nb: 1\n}\nc: 2\n', lines);
  expect(lines.linePos(12)).toEqual({ line: 4, col: 1 });
});

test('a template with a document that closes left of its key is imported', () => {
  const { routes, issues } = importFiles({ 'template.yaml': `Resources:
  Api:
    Type: AWS::ApiGateway::RestApi
    Properties:
      Name: Pets
      Wrong: 1
      Body: {
  "openapi": "3.0.1",
  "paths": {
    "/pets": { "get": { "x-amazon-apigateway-integration": { "type": "mock" } } }
  }
}
` });
  expect(routes).toEqual(['GET /pets NONE MOCK']);
  expect(issues.find(({ message }) => message.includes('Wrong'))?.source).toBe('template.yaml:2:3');
});
