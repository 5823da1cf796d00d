import { compareSchemas, type SchemaNode } from '../../lib/schema-containment';

/** Errors that users reported of other tools that compare schemas: each is a case here. */

const text = { type: 'string' };
const number = { type: 'number' };

function narrowings(before: SchemaNode, after: SchemaNode): string[] {
  const answer = compareSchemas({ schema: before }, { schema: after });
  return answer.answer === 'contained' ? [] : [answer.answer, ...answer.narrowings.map(({ kind, place }) => `${kind} ${place}`.trim())];
}

const pet = (more: object = {}, required: string[] = []): SchemaNode => ({ type: 'object', properties: { name: text, ...more }, required });
const kind = (name: string): SchemaNode => ({ type: 'object', properties: { kind: { const: name } }, required: ['kind'] });

test('oasdiff#314: oneOf is not ignored', () => {
  expect(narrowings({ oneOf: [kind('cat'), kind('dog')] }, { oneOf: [kind('cat')] })).toEqual(['not-contained', 'branch']);
  expect(narrowings({ oneOf: [kind('cat')] }, { oneOf: [kind('cat'), kind('dog')] })).toEqual([]);
});

test('oasdiff#610: a branch that a response gains is found in the other direction', () => {
  expect(narrowings({ oneOf: [text, number, { type: 'array' }] }, { oneOf: [text, number] })).toEqual(['not-contained', 'branch']);
});

test('oasdiff#702: an object that becomes a union has not lost its properties', () => {
  expect(narrowings(pet({ age: number }), { oneOf: [pet({ age: number }), text] })).toEqual([]);
  expect(narrowings(pet({}, ['name']), { oneOf: [kind('cat'), text] })).toEqual(['not-contained', 'property-required /kind', 'property-typed /kind']);
});

test('oasdiff#398: anyOf with null is a type that may be null', () => {
  const forms: SchemaNode[] = [{ anyOf: [text, { type: 'null' }] }, { type: ['string', 'null'] }, { type: 'string', nullable: true }];
  for (const before of forms) {
    for (const after of forms) expect(narrowings(before, after)).toEqual([]);
    expect(narrowings(before, text)).toEqual(['not-contained', 'null']);
  }
});

test('oasdiff#106: members of allOf need no partners', () => {
  const before: SchemaNode = { allOf: [{ type: 'object', required: ['a'] }, { properties: { b: { type: 'string', maxLength: 9 } } }] };
  const after: SchemaNode = { allOf: [{ properties: { b: { type: 'string', maxLength: 8 } } }, { type: 'object' }, { required: ['a'] }, { minProperties: 1 }] };
  expect(narrowings(before, after)).toEqual(['not-contained', 'bound /b']);
});

test('oasdiff#549: a default makes no missing member valid', () => {
  expect(narrowings(pet(), pet({ name: { ...text, default: 'x' } }, ['name']))).toEqual(['not-contained', 'property-required /name']);
});

test('OpenAPITools/openapi-diff#212: members of anyOf are compared', () => {
  expect(narrowings({ anyOf: [pet({ age: { type: 'integer', maximum: 9 } }, ['age']), text] }, { anyOf: [pet({ age: { type: 'integer', maximum: 8 } }, ['age']), text] }))
    .toEqual(['not-contained', 'bound /age']);
});

test('opticdev/optic#2170: lists of values are compared wherever a schema may be', () => {
  const wide = { enum: ['a', 'b'] };
  const narrow = { enum: ['a'] };
  const places: [(schema: SchemaNode) => SchemaNode, string][] = [
    [(schema) => schema, ''],
    [(schema) => ({ properties: { a: schema } }), '/a'],
    [(schema) => ({ items: schema }), '/*'],
    [(schema) => ({ additionalProperties: schema }), '/*'],
    [(schema) => ({ patternProperties: { '^a': schema } }), '/*'],
    [(schema) => ({ prefixItems: [schema] }), '/0'],
    [(schema) => ({ allOf: [{ properties: { a: { items: schema } } }] }), '/a/*'],
    [(schema) => ({ $ref: '#/$defs/A', $defs: { A: { properties: { a: schema } } } }), '/a'],
    [(schema) => ({ anyOf: [{ type: 'string', enum: ['z'] }, { type: 'object', properties: { a: schema }, required: ['a'] }] }), '/a'],
  ];
  for (const [placed, place] of places) expect(narrowings(placed(wide), placed(narrow))).toEqual(['not-contained', `enum ${place}`.trim()]);
});

test('IBM/jsonsubschema#14: a typed property of an open object has a kind of its own', () => {
  expect(narrowings(pet(), pet({ age: number }))).toEqual(['not-contained', 'property-typed /age']);
});

test('jsoncompat: a pattern that refuses something is not "unknown"', () => {
  expect(narrowings({ type: 'string', pattern: '^[a-z]{2,5}$' }, { type: 'string', pattern: '^[a-z]{2,4}$' })).toEqual(['not-contained', 'pattern']);
});
