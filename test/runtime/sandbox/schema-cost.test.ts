import { mainThreadBytes, INLINE_BYTES } from '../../../lib/runtime/sandbox/schema-cost';

const model = (schema: Record<string, unknown>) => ({ schema, contentType: 'application/json' });
const bytesOf = (schema: Record<string, unknown>, others: Record<string, Record<string, unknown>> = {}) =>
  mainThreadBytes('M', Object.fromEntries(Object.entries({ M: schema, ...others }).map(([name, one]) => [name, model(one)])));
const to = (name: string) => ({ $ref: `https://apigateway.amazonaws.com/restapis/{apiId}/models/${name}` });

test('a model of simple keywords is short work up to 64 KiB, a recursive one too', () => {
  expect(bytesOf({ type: 'object', properties: { a: { type: 'string', maxLength: 5 } }, required: ['a'] })).toBe(INLINE_BYTES);
  expect(bytesOf({ properties: { child: { $ref: '#' } } })).toBe(INLINE_BYTES);
});

test('uniqueItems counts wherever it occurs, in other models as well', () => {
  expect(bytesOf({ items: { uniqueItems: true } })).toBe(1_024);
  expect(bytesOf({ items: to('Other') }, { Other: { uniqueItems: true } })).toBe(1_024);
  expect(bytesOf({}, { Other: { uniqueItems: true } })).toBe(INLINE_BYTES);
});

test('patterns spend steps, so they do not count', () => {
  expect(bytesOf({ properties: { a: { pattern: '^(a|a)*$' } } })).toBe(INLINE_BYTES);
});

test('a body is the shorter the more schemas a value may be checked with', () => {
  expect(bytesOf({ anyOf: [{ type: 'string' }, { type: 'integer' }] })).toBe(33_333);
  const chain = Object.fromEntries(Array.from({ length: 12 }, (_, level) => [`L${level}`, { anyOf: [to(`L${level + 1}`), to(`L${level + 1}`)] }]));
  expect(bytesOf({ anyOf: [to('L0')] }, { ...chain, L12: {} })).toBeLessThan(20);
});

test.each<[Record<string, unknown>, Record<string, Record<string, unknown>>]>([
  [{ anyOf: [{ properties: { c: { $ref: '#' } } }, {}] }, {}],
  [{ definitions: { a: { oneOf: [{ items: { $ref: '#/definitions/b' } }] }, b: { $ref: '#/definitions/a' } }, $ref: '#/definitions/a' }, {}],
  [{ allOf: [to('Other')] }, { Other: { properties: { m: to('M') } } }],
])('alternatives that contain themselves may be long work on a small body: %j', (schema, others) => {
  expect(bytesOf(schema, others)).toBe(0);
});

test('references that lead nowhere, or only forward, do not make a model contain itself', () => {
  expect(bytesOf({ allOf: [to('Base')], properties: { a: { $ref: '#/definitions/x~1y' } }, definitions: { 'x/y': {} } }, { Base: {} })).toBe(12_500);
});
