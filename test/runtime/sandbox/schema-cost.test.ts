import { mainThreadBytes, PLAIN_BYTES } from '../../../lib/runtime/sandbox/schema-cost';

const model = (schema: Record<string, unknown>) => ({ schema, contentType: 'application/json' });
const bytesOf = (schema: Record<string, unknown>, others: Record<string, Record<string, unknown>> = {}) =>
  mainThreadBytes('M', Object.fromEntries(Object.entries({ M: schema, ...others }).map(([name, one]) => [name, model(one)])));
const to = (name: string) => ({ $ref: `https://apigateway.amazonaws.com/restapis/{apiId}/models/${name}` });

test('a model of plain keywords is short work up to 64 KiB, a recursive one too', () => {
  expect(bytesOf({ type: 'object', properties: { a: { type: 'string', maxLength: 5 } }, required: ['a'] })).toBe(PLAIN_BYTES);
  expect(bytesOf({ properties: { child: { $ref: '#' } } })).toBe(PLAIN_BYTES);
  expect(bytesOf({ anyOf: [{ type: 'string' }, { type: 'integer' }] })).toBe(PLAIN_BYTES);
});

test('patterns and uniqueItems count wherever they stand, in other models as well', () => {
  expect(bytesOf({ items: { uniqueItems: true } })).toBe(1_024);
  expect(bytesOf({ properties: { a: { pattern: '^(a|a)*$' } } })).toBe(0);
  expect(bytesOf({ patternProperties: { '^(a|a)*$': {} } })).toBe(0);
  expect(bytesOf({ items: to('Other') }, { Other: { pattern: '(a)\\1' } })).toBe(0);
  expect(bytesOf({}, { Other: { pattern: '(a)\\1' } })).toBe(PLAIN_BYTES);
});

test.each<[Record<string, unknown>, Record<string, Record<string, unknown>>]>([
  [{ anyOf: [{ properties: { c: { $ref: '#' } } }, {}] }, {}],
  [{ definitions: { a: { oneOf: [{ items: { $ref: '#/definitions/b' } }] }, b: { $ref: '#/definitions/a' } }, $ref: '#/definitions/a' }, {}],
  [{ allOf: [to('Other')] }, { Other: { properties: { m: to('M') } } }],
])('alternatives that contain themselves may be long work on a small body: %j', (schema, others) => {
  expect(bytesOf(schema, others)).toBe(0);
});

test('references that lead nowhere, or only forward, are no circle', () => {
  expect(bytesOf({ allOf: [to('Base')], properties: { a: { $ref: '#/definitions/x~1y' } }, definitions: { 'x/y': {} } }, { Base: {} })).toBe(PLAIN_BYTES);
});
