import { draft4Schema } from '../../lib/constructs/json-schema';

test.each([
  ['const becomes enum', { const: null }, { enum: [null] }],
  ['numeric bounds become flags', { exclusiveMinimum: 1, exclusiveMaximum: 2 }, { minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true }],
  ['flags stay', { minimum: 1, exclusiveMinimum: true }, { minimum: 1, exclusiveMinimum: true }],
  ['$defs become definitions', { $defs: { a: { const: 1 } }, $ref: '#/$defs/a' }, { definitions: { a: { enum: [1] } }, $ref: '#/definitions/a' }],
  ['property names are not keywords', { properties: { const: { const: 1 }, $id: {} } }, { properties: { const: { enum: [1] }, $id: {} } }],
  ['enum and default are values', { enum: [{ const: 1 }], default: { if: 1 } }, { enum: [{ const: 1 }], default: { if: 1 } }],
  ['$schema and $id go', { $schema: 'x', $id: 'y', type: 'string' }, { type: 'string' }],
  ['lists of schemas', { anyOf: [{ const: 1 }, true] }, { anyOf: [{ enum: [1] }, {}] }],
  ['what is not a schema becomes one that allows anything', 'x', {}],
])('%s', (_, given, schema) => {
  expect(draft4Schema(given)).toEqual({ schema, lost: [] });
});

test('names the keywords that draft 4 does not have', () => {
  expect(draft4Schema({ items: { contains: {}, unevaluatedItems: false } })).toEqual({ schema: { items: {} }, lost: ['contains', 'unevaluatedItems'] });
});

test('asks a library for the oldest form that it knows, and passes on why it refuses all', () => {
  const standard = (known: string) => ({
    '~standard': { jsonSchema: { input: ({ target }: { target: string }) => {
      if (target !== known) throw new Error(`not ${target}`);
      return { const: target };
    } } },
  });
  expect(draft4Schema(standard('draft-07')).schema).toEqual({ enum: ['draft-07'] });
  expect(() => draft4Schema(standard('none'))).toThrow('not draft-07');
});
