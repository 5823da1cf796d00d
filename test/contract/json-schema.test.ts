import { jsonSchema } from '../../lib/contract';

test.each<[string, unknown, string]>([
  ['a reference that leads to nothing', { properties: { a: { $ref: '#/definitions/no' } } }, '#/properties/a: $ref "#/definitions/no" leads to nothing'],
  ['a pattern that is none', { items: { pattern: '(' } }, '#/items: pattern "(" is no regular expression with the flag u'],
  ['nothing', undefined, 'undefined is no JSON Schema'],
])('CONTRACT_INVALID: jsonSchema() of %s', (_name, schema, message) => {
  expect(() => jsonSchema(schema as never)).toThrow(expect.objectContaining({ code: 'CONTRACT_INVALID', message: expect.stringContaining(message) as string }) as Error);
});

test('a reference to a definition, and values that only look like schemas', () => {
  const schema = jsonSchema({ $ref: '#/definitions/a', definitions: { a: { enum: [{ pattern: '(' }] } } });
  expect(schema['~standard'].validate({ pattern: '(' })).toEqual({ value: { pattern: '(' } });
});
