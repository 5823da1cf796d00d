import { array, assert, constantFrom, dictionary, jsonValue, property, string } from 'fast-check';
import type { DocumentPath } from '../../../lib/importers/document/document-path';
import { locateIn } from '../../../lib/importers/document/locate';
import { parseDocument } from '../../../lib/importers/document/read-document';

const TEXT = `{
  "openapi": "3.0.0", "paths": {
    "/pets/{id}": {"get": {"tags": ["a", {"b": null}], "x": 1}},
    "a\\"b\\u0041": true
  },
  "list": [[], {}, [1, 2],
    -3.5e2]
}`;

test.each<[DocumentPath, string]>([
  [[], '1:1'],
  [['openapi'], '2:3'],
  [['paths'], '2:23'],
  [['paths', '/pets/{id}', 'get'], '3:20'],
  [['paths', '/pets/{id}', 'get', 'tags', 1, 'b'], '3:43'],
  [['paths', '/pets/{id}', 'get', 'tags', '0'], '3:37'],
  [['paths', 'a"bA'], '4:5'],
  [['list', 2, 1], '6:24'],
  [['list', 3], '7:5'],
])('%j is at %s', (path, position) => {
  for (const text of [TEXT, `\uFEFF${TEXT}`, TEXT.replaceAll('\n', '\r\n')]) {
    expect(parseDocument('/tmp/api.json', text).positionOf(path)).toBe(`api.json:${position}`);
  }
});

test.each<[DocumentPath, string]>([
  [['paths', '/pets', 'get'], '2:23'],
  [['openapi', 'deeper'], '2:3'],
  [['list', 9], '6:3'],
  [['nothing'], '1:1'],
])('%j is not there: the nearest part around it is at %s', (path, position) => {
  expect(parseDocument('/tmp/api.json', TEXT).positionOf(path)).toBe(`api.json:${position}`);
});

test('of two members with one name the last one counts, as for JSON.parse', () => {
  const { value, positionOf } = parseDocument('/tmp/api.json', '{"a": 1,\n "a": {"b": 2}}');
  expect([value, positionOf(['a', 'b'])]).toEqual([{ a: { b: 2 } }, 'api.json:2:8']);
});

test('JSON has the lines that it has as YAML', () => {
  const keys = string({ minLength: 1, unit: constantFrom('a', 'b', '/', '"', '\\', 'é', '\n', ' ') });
  assert(property(dictionary(keys, array(jsonValue({ depthSize: 'small' }))), constantFrom(0, 2), (value, indent) => {
    const text = JSON.stringify(value, undefined, indent);
    const [json, yaml] = [locateIn('a', text, 'json'), locateIn('a', text, 'yaml')];
    for (const path of pathsIn(value)) expect([path, json(path)]).toEqual([path, yaml(path)]);
  }), { numRuns: 50 });
});

function pathsIn(value: unknown): DocumentPath[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const parts: [string, unknown][] = Object.entries(value);
  return [[], ...parts.flatMap(([key, part]) => pathsIn(part).map((path) => [Array.isArray(value) ? Number(key) : key, ...path]))];
}
