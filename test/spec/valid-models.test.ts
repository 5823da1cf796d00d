import { array, assert, constant, constantFrom, dictionary, oneof, property, tuple, type Arbitrary } from 'fast-check';
import { compileModels } from '../../lib/spec/compile-models';
import { validModels } from '../../lib/spec/valid-models';

const URL = 'https://apigateway.amazonaws.com/restapis';
const model = (schema: object) => ({ contentType: 'application/json', schema: { ...schema } });
const isPlain = (schema: object): boolean => validModels('api', { Pet: model({}), Shop: model(schema) }).has('Shop');

test.each<[object]>([
  [{}],
  [{ type: 'object', required: ['a'], properties: { id: { type: ['string', 'null'], format: 'uuid' }, $ref: { $ref: `${URL}/{apiId}/models/Pet` } } }],
  [{ $ref: `${URL}/api/models/Pet` }],
  [{ $ref: `${URL}/{apiId}/models/Shop` }],
  [{ anyOf: [{ enum: ['a', 1, null] }, { pattern: '^[a-z]+$' }], not: { minimum: 1, exclusiveMinimum: true } }],
  [{ 'type': 'array', 'items': { uniqueItems: true }, 'x-order': [{ name: 'a' }], 'example': { name: 'Rex' }, 'default': { id: 1 } }],
])('%j needs no compilation', (schema) => {
  expect(isPlain(schema)).toBe(true);
});

test.each<[object]>([
  [{ type: 'thing' }],
  [{ required: [] }],
  [{ required: ['a', 'a'] }],
  [{ enum: [{ a: 1 }] }],
  [{ pattern: '(' }],
  [{ pattern: 'a\\Z' }],
  [{ exclusiveMinimum: true }],
  [{ nullable: true }],
  [{ id: 'Pet' }],
  [{ example: { id: 'Pet' } }],
  [{ $ref: '#/definitions/Pet' }],
  [{ $ref: `${URL}/{apiId}/models/Missing` }],
  [{ $ref: `${URL}/other/models/Pet` }],
  [{ $schema: 'http://json-schema.org/draft-07/schema#' }],
  [{ items: [] }],
  [{ properties: { a: true } }],
])('%j is left to the compiler', (schema) => {
  expect(isPlain(schema)).toBe(false);
});

test('a model that refers to one that is not known to be valid is not, either', () => {
  const refersTo = (name: string) => model({ items: { $ref: `${URL}/{apiId}/models/${name}` } });
  expect([...validModels('api', { A: refersTo('B'), B: refersTo('C'), C: model({ type: 'thing' }), D: model({}) })]).toEqual(['D']);
});

test('the compiler accepts whatever is known to be valid', () => {
  const values = constantFrom<unknown>(0, 1, -1, 1.5, true, null, '', 'a', '(', '\\d', [], ['a'], ['a', 'a'], {}, { id: 'a' }, 'object', 'thing', ['null', 'array']);
  const modelUrls = ['{apiId}/models/A', 'api/models/B', '{apiId}/models/A'].map((rest) => `${URL}/${rest}`);
  const texts = constantFrom(...modelUrls, '#', '#/definitions/a', 'A');
  const keyword = (names: readonly string[], value: Arbitrary<unknown>) => tuple(constantFrom(...names), value);
  const single = [
    'type', 'enum', 'required', 'pattern', 'minimum', 'exclusiveMinimum', 'maxLength', 'multipleOf', 'uniqueItems',
    'title', 'format', 'default', 'nullable', 'id', '$schema',
  ];
  const schemaOf = (depth: number): Arbitrary<object> => {
    const inside = depth === 0 ? constant({}) : schemaOf(depth - 1);
    const keywords = oneof(
      keyword(['items', 'not', 'additionalProperties', 'example', 'x-a'], oneof(inside, values)),
      keyword(['allOf', 'oneOf', 'items'], array(inside, { maxLength: 2 })),
      keyword(['properties', 'patternProperties', 'definitions'], dictionary(constantFrom('id', 'a', '$ref', '('), inside, { maxKeys: 2 })),
      keyword(['$ref'], texts),
      keyword(single, values),
    );
    return array(keywords, { maxLength: 3 }).map((members) => Object.fromEntries(members));
  };
  let valid = 0;
  assert(property(schemaOf(2), schemaOf(2), (a, b) => {
    const models = { A: model(a), B: model(b) };
    const names = validModels('api', models);
    valid += names.size;
    const compiled = compileModels('api', models);
    for (const name of names) expect(compiled.get(name)).toHaveProperty('validate');
  }), { numRuns: 200 });
  expect(valid).toBeGreaterThan(50);
});
