import { parameterValue } from '../../../lib/spec';

test.each([
  ['text', ' a ', ' a '], ['base64', 'é', 'w6k='], ['segment', 'a/b', 'a/b'], ['segment', '..', undefined], ['segment', '.', undefined],
  ['region', 'eu-west-1', 'eu-west-1'], ['region', 'us-iso-east-1', 'us-iso-east-1'], ['region', 'EU-WEST-1', undefined], ['region', 'eu-west-1.evil.test/', undefined],
  ['integer', '0', 0], ['integer', '900', 900], ['integer', '-1', undefined], ['integer', '1.5', undefined], ['integer', '1e3', undefined], ['integer', '9999999999', undefined],
  ['time', '2026-01-31T12:00:00Z', 1_769_860_800], ['time', '2026-01-31T13:00:00+01:00', 1_769_860_800], ['time', '1769860800', 1_769_860_800], ['time', '1769860800123', 1_769_860_800.123], ['time', '31/01/2026', undefined],
  ['list', 'a, b', ['a', 'b']], ['list', '["a,b"]', ['a,b']], ['list', '["a"', undefined], ['list', '[{}]', undefined],
  ['attributes', '{"a":{"DataType":"String"}}', { a: { DataType: 'String' } }], ['attributes', '{}', {}], ['attributes', '[]', undefined], ['attributes', '{"a":{"b":1}}', undefined], ['attributes', '{"a":"b"}', undefined],
] as const)('%s of %j is %j', (form, text, value) => {
  expect(parameterValue(form, text)).toEqual(value);
});
