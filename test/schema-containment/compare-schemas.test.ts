import { compareSchemas, type Containment, type SchemaNode } from '../../lib/schema-containment';

/** `kind place` of each narrowing, with `?` where no value shows it; or the answer alone. */
function verdict(inner: SchemaNode, outer: SchemaNode): string[] {
  return lines(compareSchemas({ schema: inner }, { schema: outer }));
}

function lines(containment: Containment): string[] {
  if (containment.answer === 'contained') return [];
  const narrowings = containment.narrowings.map(({ kind, place, isShown }) => `${kind} ${place === '' ? '(whole)' : place}${isShown ? '' : '?'}`);
  return containment.answer === 'undecided' ? ['undecided', ...narrowings] : narrowings;
}

const object = (properties: object, more: object = {}): SchemaNode => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const number = { type: 'number' };

test('the value of a narrowing shows that one, and not another at the same place', () => {
  const answer = compareSchemas({ schema: object({ a: text }) }, { schema: object({ a: { type: 'integer' } }, { required: ['a'] }) });
  const shown = answer.answer === 'not-contained' ? Object.fromEntries(answer.narrowings.map(({ kind, witness }) => [kind, witness])) : {};
  expect(shown).toEqual({ 'property-required': {}, 'type': { a: expect.any(String) as string } });
});

describe('fits', () => {
  test.each<[string, SchemaNode, SchemaNode]>([
    ['an integer where a number may be', { type: 'integer' }, number],
    ['a shorter text', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 6 }],
    ['a value of a list', { enum: ['a', 'b'] }, { type: 'string', maxLength: 1 }],
    ['const as a list of one', { const: 'a' }, { enum: ['a', 'b'] }],
    ['a switch as a list of both', { type: 'boolean' }, { enum: [true, false] }],
    ['an exclusive bound within an inclusive one', { type: 'number', exclusiveMinimum: 0 }, { type: 'number', minimum: 0 }],
    ['an exclusive bound of integers', { type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 0 }],
    ['a multiple of a multiple', { type: 'number', multipleOf: 0.3 }, { type: 'number', multipleOf: 0.1 }],
    ['a closed object in an open one', object({ a: text }, { additionalProperties: false }), object({ a: text })],
    ['a closed object where another property has a type', object({ a: text }, { additionalProperties: false }), object({ a: text, b: number })],
    ['a property that is required anyway', object({ a: text }, { required: ['a'] }), { type: 'object', minProperties: 1 }],
    ['members of allOf together', { allOf: [{ type: 'string', minLength: 2 }, { maxLength: 4 }] }, { type: 'string', minLength: 1, maxLength: 4 }],
    ['a branch of a union', text, { anyOf: [number, text] }],
    ['a list of types in a union', { type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, text] }],
    ['a union in a list of types', { anyOf: [{ type: 'null' }, text] }, { type: ['string', 'null'] }],
    ['nullable in a list of types', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['a branch that excludes its rivals', object({ kind: { const: 'a' } }, { required: ['kind'] }), {
      oneOf: [object({ kind: { const: 'a' } }, { required: ['kind'] }), object({ kind: { const: 'b' } }, { required: ['kind'] })],
    }],
    ['what a negation does not refuse', text, { not: number }],
    ['a stricter negation', { not: { type: 'string' } }, { not: { type: 'string', maxLength: 3 } }],
    ['a tuple in a list', { type: 'array', prefixItems: [text], items: false }, { type: 'array', items: text }],
    ['names by a pattern', { type: 'object', patternProperties: { '^x-': text }, additionalProperties: false }, { type: 'object', additionalProperties: text }],
    ['a condition with equal sides', { type: 'string', maxLength: 3 }, { if: { maxLength: 2 }, then: { maxLength: 4 }, else: { maxLength: 5 } }],
    ['unique items', { type: 'array', maxItems: 1 }, { type: 'array', uniqueItems: true }],
    ['equal patterns', { type: 'string', pattern: '^a+$', maxLength: 3 }, { type: 'string', pattern: '^a+$' }],
    ['a schema that nothing fits', { type: 'string', minLength: 3, maxLength: 2 }, number],
    ['a schema with a keyword that has no rule, in itself', { type: 'object', unevaluatedProperties: false }, { type: 'object', unevaluatedProperties: false, title: 'T' }],
    ['a dependency', { type: 'object', required: ['b'] }, { type: 'object', dependentRequired: { a: ['b'] } }],
  ])('%s', (_name, inner, outer) => {
    expect(verdict(inner, outer)).toEqual([]);
  });

  test('recursive schemas of the same form', () => {
    const tree = (name: string, limit: number) => ({
      $ref: `#/$defs/${name}`, $defs: { [name]: object({ size: { type: 'integer', maximum: limit }, children: { type: 'array', items: { $ref: `#/$defs/${name}` } } }) },
    });
    expect(verdict(tree('Tree', 4), tree('Node', 5))).toEqual([]);
    expect(verdict(tree('Tree', 5), tree('Node', 4))).toEqual(['bound /size']);
  });
});

describe('does not fit, by a value', () => {
  test.each<[string, SchemaNode, SchemaNode, string[]]>([
    ['another type', { type: ['string', 'number'] }, text, ['type (whole)']],
    ['null in a list of types', { type: ['string', 'null'] }, text, ['null (whole)']],
    ['null of nullable', { type: 'string', nullable: true }, text, ['null (whole)']],
    ['null of a union', { anyOf: [text, { type: 'null' }] }, text, ['null (whole)']],
    ['a removed value', { enum: ['a', 'b', 'c'] }, { enum: ['a'] }, ['enum (whole)']],
    ['a text where values are listed', text, { enum: ['a'] }, ['enum (whole)']],
    ['a tighter length', object({ a: { type: 'string', maxLength: 80 } }), object({ a: { type: 'string', maxLength: 40 } }), ['bound /a']],
    ['an exclusive bound', { type: 'number', minimum: 0 }, { type: 'number', exclusiveMinimum: 0 }, ['bound (whole)']],
    ['a multiple', { type: 'integer' }, { type: 'integer', multipleOf: 2 }, ['bound (whole)']],
    ['items of a type', { type: 'array', items: object({ a: text }) }, { type: 'array', items: object({ a: number }) }, ['type /*/a']],
    ['fewer items', { type: 'array' }, { type: 'array', maxItems: 3 }, ['bound (whole)']],
    ['equal items', { type: 'array' }, { type: 'array', uniqueItems: true }, ['bound (whole)']],
    ['a required property', object({ a: text }), object({ a: text }, { required: ['a'] }), ['property-required /a']],
    ['a closed object', object({ a: text }), object({ a: text }, { additionalProperties: false }), ['property-forbidden /*']],
    ['a property removed from a closed object', object({ a: text, b: text }, { additionalProperties: false }), object({ a: text }, { additionalProperties: false }), ['property-forbidden /b']],
    ['a property typed in an open object', object({ a: text }), object({ a: text, b: number }), ['property-typed /b']],
    ['a pattern with a text that shows it', { type: 'string', pattern: '^[a-z]+$' }, { type: 'string', pattern: '^[a-c]+$' }, ['pattern (whole)']],
    ['a format', text, { type: 'string', format: 'uuid' }, ['format (whole)']],
    ['a removed branch', { oneOf: [text, number, { type: 'boolean' }] }, { oneOf: [text, number] }, ['branch (whole)']],
    ['a dependency', { type: 'object' }, { type: 'object', dependentRequired: { a: ['b'] } }, ['property-required /b']],
    ['a negation', text, { not: { const: 'a' } }, ['other (whole)']],
    ['two members of oneOf', { type: 'integer' }, { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] }, ['other (whole)']],
    ['a condition', { type: 'object' }, { if: { required: ['a'] }, then: { required: ['b'] } }, ['property-required /b']],
    ['unevaluated properties', object({ a: text }), object({ a: text }, { unevaluatedProperties: false }), ['other (whole)']],
  ])('%s', (_name, inner, outer, expected) => {
    expect(verdict(inner, outer).map((line) => line.replace('(whole)?', '(whole)'))).toEqual(expected);
    expect(compareSchemas({ schema: inner }, { schema: outer }).answer).toBe('not-contained');
  });

  test('the value is as small as possible', () => {
    const before = object({ name: { type: 'string', maxLength: 4 }, tags: { type: 'array', items: text }, age: number }, { required: ['name'] });
    const after = object({ name: { type: 'string', maxLength: 4 }, tags: { type: 'array', items: { type: 'string', maxLength: 1 } }, age: number }, { required: ['name'] });
    const answer = compareSchemas({ schema: before }, { schema: after });
    const value: unknown = answer.answer === 'not-contained' ? answer.witness : undefined;
    expect(value).toEqual({ name: expect.any(String) as string, tags: [expect.stringMatching(/^..+$/s)] });
  });
});

describe('undecided', () => {
  test.each<[string, SchemaNode, SchemaNode, RegExp]>([
    ['patterns that say the same in other words', { type: 'string', pattern: '^(a|b)$' }, { type: 'string', pattern: '^[ab]$' }, /^pattern: "\^\(a\|b\)\$" → "\^\[ab\]\$" cannot be compared/],
    ['a format that nobody checks', text, { type: 'string', format: 'iban' }, /^format: "iban"/],
    ['unevaluated properties that no value has', object({ a: text }, { additionalProperties: false }), { allOf: [object({ a: text })], unevaluatedProperties: false }, /^unevaluatedProperties/],
    ['a schema that cannot be compiled', text, { type: 'text' }, /^the schema cannot be compiled: /],
    ['a reference that leads nowhere', text, { $ref: 'https://example.com/schema.json' }, /^the schema cannot be compiled: can't resolve reference/],
    ['a schema with an id inside another', text, { allOf: [{ $id: 'a', type: 'string' }] }, /^a schema inside another has an id/],
  ])('%s', (_name, inner, outer, reason) => {
    const answer = compareSchemas({ schema: inner }, { schema: outer });
    expect(answer).toMatchObject({ answer: 'undecided', reasons: [expect.stringMatching(reason)] });
  });
});

describe('draft 4', () => {
  const compare = (inner: SchemaNode, outer: SchemaNode, documents: Record<string, SchemaNode> = {}) =>
    lines(compareSchemas({ schema: inner, draft: '4', documents }, { schema: outer, draft: '4', documents }));

  test('exclusive bounds are switches', () => {
    expect(compare({ type: 'number', minimum: 0, exclusiveMinimum: true }, { type: 'number', minimum: 0 })).toEqual([]);
    expect(compare({ type: 'number', minimum: 0 }, { type: 'number', minimum: 0, exclusiveMinimum: true })).toEqual(['bound (whole)']);
  });

  test('tuples are lists of items', () => {
    const tuple = (rest: SchemaNode): SchemaNode => ({ type: 'array', items: [text], additionalItems: rest });
    expect(compare(tuple(false), tuple(text))).toEqual([]);
    expect(compare(tuple(text), tuple(false))).toEqual(['bound (whole)']);
  });

  test('dependencies, on a property and on a schema', () => {
    expect(compare({ type: 'object' }, { type: 'object', dependencies: { a: ['b'] } })).toEqual(['property-required /b']);
    expect(compare({ type: 'object' }, { type: 'object', dependencies: { a: { required: ['c'] } } })).toEqual(['property-required /c']);
  });

  test('models refer to each other by their URLs', () => {
    const url = 'https://apigateway.amazonaws.com/restapis/pets/models/Name';
    expect(compare(object({ name: { type: 'string', maxLength: 3 } }), object({ name: { $ref: url } }), { [url]: { type: 'string', maxLength: 4 } })).toEqual([]);
    expect(compare(object({ name: text }), object({ name: { $ref: url } }), { [url]: { type: 'string', maxLength: 4 } })).toEqual(['bound /name']);
  });

  test('keywords of later drafts have no effect', () => {
    expect(compare({ type: 'array' }, { type: 'array', prefixItems: [text], items: {} })).toEqual([]);
    expect(compare({ type: 'object' }, { type: 'object', dependentRequired: { a: ['b'] } })).toEqual([]);
  });

  test('sides of two drafts are compared', () => {
    const answer = compareSchemas({ schema: { type: 'number', minimum: 0, exclusiveMinimum: true }, draft: '4' }, { schema: { type: 'number', exclusiveMinimum: 0 }, draft: '2020-12' });
    expect(answer.answer).toBe('contained');
  });
});

const BEYOND = 'the schemas cannot be compared within 100,000 steps';

describe('hostile schemas', () => {
  test('a schema that is only itself, and bounds beyond any text, are undecided', () => {
    expect(compareSchemas({ schema: { allOf: [{ $ref: '#' }], minLength: 1 } }, { schema: { allOf: [{ $ref: '#' }], minLength: 2 } }).answer).not.toBe('contained');
    expect(compareSchemas({ schema: { type: 'string', minLength: 1e9 } }, { schema: { type: 'string', minLength: 2e9 } }).answer).not.toBe('contained');
  });

  test.each([
    ['^(a+)+$', 'a'], ['^(\\p{L}+)+$', 'é'], ['^(?=(a+)+$)', 'a'], ['^([a-z]|[a-y])*b?$', 'a'], ['(a|aa)+$', 'a'], ['^(a{1,20}){1,20}$', 'a'],
  ])('a pattern that backtracks, %s, is matched', (pattern, character) => {
    const [fitting, other] = [character.repeat(60), `${character.repeat(60)}!`];
    expect(compareSchemas({ schema: { enum: [fitting] } }, { schema: { type: 'string', pattern } })).toMatchObject({ answer: 'contained' });
    expect(compareSchemas({ schema: { enum: [other] } }, { schema: { type: 'string', pattern } })).toMatchObject({ answer: 'not-contained', witness: other });
  });

  test.each(['^(a+)+\\1$', '^(?:a+)+(?<=b)$', '^(?:(?:a{1,99}){1,99}){1,99}$'])('a pattern that cannot be matched in linear time, %s, is undecided', (pattern) => {
    const answer = compareSchemas({ schema: { enum: [`${'a'.repeat(60)}!`] } }, { schema: { type: 'string', pattern } });
    expect(answer).toMatchObject({ answer: 'undecided', reasons: [BEYOND] });
  });

  test('unions of unions are undecided after as many steps on every machine, and never pass', () => {
    const union = (at: number, more: number): SchemaNode => ({ anyOf: [0, 1, 2, 3].map((member) =>
      object({ [`p${at}`]: { type: 'string', maxLength: 10 * member + more } })) });
    const whole = (more: number): SchemaNode => ({ allOf: [0, 1, 2, 3, 4, 5, 6, 7].map((at) => union(at, more)) });
    expect(compareSchemas({ schema: whole(0) }, { schema: { allOf: [whole(1), object({ p0: { type: 'string', maxLength: 50 } })] } }))
      .toMatchObject({ answer: 'undecided', reasons: [BEYOND] });
    expect(compareSchemas({ schema: whole(1) }, { schema: whole(0) })).toMatchObject({ answer: 'not-contained' });
  });

  test('patterns of letters beyond ASCII are read as JSON Schema has them', () => {
    expect(compareSchemas({ schema: { enum: ['é'] } }, { schema: { type: 'string', pattern: '^\\p{L}$' } })).toMatchObject({ answer: 'contained' });
    expect(compareSchemas({ schema: { enum: ['1'] } }, { schema: { type: 'string', pattern: '^\\p{L}$' } })).toMatchObject({ answer: 'not-contained' });
  });
});
