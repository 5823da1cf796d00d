import { isJson, jsonTokens, prettyJson } from '../../../lib/dashboard/model/json-tokens';

test('the tokens are the text, with what they are', () => {
  const text = prettyJson('{"a":[1,-2.5e3,"x: \\"y\\""],"b":true,"c":null}');
  const tokens = jsonTokens(text) ?? [];
  expect(tokens.map((token) => token.text).join('')).toBe(text);
  const ofKind = (kind: string) => tokens.filter((token) => token.kind === kind).map((token) => token.text);
  expect(ofKind('key')).toEqual(['"a"', '"b"', '"c"']);
  expect(ofKind('string')).toEqual(['"x: \\"y\\""']);
  expect(ofKind('number')).toEqual(['1', '-2.5e3']);
  expect(ofKind('literal')).toEqual(['true', 'null']);
});

test.each([
  ['{"a":{"b":[]},"c":[1,{}],"d":"[{,:"}', undefined],
  [' [ ] ', '[]'],
  ['{}', '{}'],
  ['[[1,"\\"",{"a":{}}]]', undefined],
])('%s is indented as JSON.stringify does', (text, expected) => {
  expect(prettyJson(text)).toBe(expected ?? JSON.stringify(JSON.parse(text), undefined, 2));
});

test('long numbers and repeated names are what was sent', () => {
  expect(prettyJson('{"id":12345678901234567890,"id":1.0}')).toBe('{\n  "id": 12345678901234567890,\n  "id": 1.0\n}');
});

test('text that is not an object or array stays as it is', () => {
  expect(['{"a":', '<b>', '7', ''].map(isJson)).toEqual([false, false, false, false]);
  expect(prettyJson('{"a":')).toBe('{"a":');
  expect(isJson('[]')).toBe(true);
});

test('very long text has no colors', () => {
  expect(jsonTokens(`["${'x'.repeat(200_000)}"]`)).toBeUndefined();
});
