import type { GatewaySpecInput } from '../../../lib/spec';
import { componentSchemas } from '../../../lib/openapi/schema/component-schemas';
import { OPENAPI_3_0 } from '../../../lib/openapi/schema/openapi-3-0';
import { OPENAPI_3_1 } from '../../../lib/openapi/schema/openapi-3-1';
import { complete, specInput } from '../../support/spec';

const DIALECTS = { '3.0': OPENAPI_3_0, '3.1': OPENAPI_3_1 };

function components(version: keyof typeof DIALECTS, schemas: Readonly<Record<string, Record<string, unknown>>>) {
  const models = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));
  return componentSchemas(complete(specInput({ models } as Partial<GatewaySpecInput>)), DIALECTS[version]);
}

/** Converts one schema; returns its component and the keywords that are lost. */
function converted(version: keyof typeof DIALECTS, schema: Record<string, unknown>) {
  const { schemas, losses } = components(version, { Pet: schema });
  return { schema: schemas.Pet, lost: losses.map(({ code, message }) => `${code} ${message}`) };
}

const TEXT = { type: 'string' };

describe.each(['3.0', '3.1'] as const)('references in OpenAPI %s', (version) => {
  test('between models lead to components', () => {
    const url = 'https://apigateway.amazonaws.com/restapis/{apiId}/models/Owner';
    expect(components(version, { Pet: { type: 'object', properties: { owner: { $ref: url } } }, Owner: { type: 'object' } }).schemas.Pet)
      .toEqual({ type: 'object', properties: { owner: { $ref: '#/components/schemas/Owner' } } });
  });

  test('into a schema make a component of that place, also of one that contains itself', () => {
    const owner = { type: 'object', properties: { friend: { $ref: '#/definitions/owner' } } };
    const { schemas } = components(version, { Pet: { type: 'object', properties: { owner: { $ref: '#/definitions/owner' } }, definitions: { owner } } });
    expect(schemas).toEqual({
      Pet: { type: 'object', properties: { owner: { $ref: '#/components/schemas/PetOwner' } } },
      PetOwner: { type: 'object', properties: { friend: { $ref: '#/components/schemas/PetOwner' } } },
    });
  });

  test('to the schema itself lead to its component', () => {
    expect(components(version, { Tree: { type: 'object', properties: { left: { $ref: '#' } } } }).schemas.Tree)
      .toEqual({ type: 'object', properties: { left: { $ref: '#/components/schemas/Tree' } } });
  });

  test('do not take the name of another model', () => {
    const { schemas } = components(version, {
      Pet: { type: 'object', properties: { owner: { $ref: '#/definitions/owner' } }, definitions: { owner: TEXT } },
      PetOwner: { type: 'object' },
    });
    expect(schemas).toMatchObject({ Pet: { properties: { owner: { $ref: '#/components/schemas/PetOwner2' } } }, PetOwner: { type: 'object' }, PetOwner2: TEXT });
  });

  test('with keywords beside them keep both', () => {
    const { schemas } = components(version, { Pet: { type: 'object', properties: { owner: { $ref: '#/definitions/o', minLength: 2 } }, definitions: { o: TEXT } } });
    expect(schemas.Pet).toMatchObject({ properties: { owner: { minLength: 2, allOf: [{ $ref: '#/components/schemas/PetO' }] } } });
  });
});

test.each(['3.0', '3.1'] as const)('a description of the model is a description of the schema: OpenAPI %s', (version) => {
  const spec = complete(specInput({ models: { Pet: { description: 'One pet', schema: { type: 'object' } } } }));
  expect(componentSchemas(spec, DIALECTS[version]).schemas.Pet).toEqual({ type: 'object', description: 'One pet' });
});

const SAME: readonly [string, Record<string, unknown>][] = [
  ['an object', { title: 'Pet', type: 'object', required: ['name'], properties: { name: TEXT }, additionalProperties: false }],
  ['values of a map', { type: 'object', additionalProperties: TEXT }],
  ['an array', { type: 'array', items: TEXT, minItems: 1, uniqueItems: true }],
  ['choices', { anyOf: [TEXT, { type: 'integer', minimum: 1 }], not: { enum: ['x'] } }],
  ['names of properties that are keywords', { type: 'object', properties: { type: TEXT, patternProperties: TEXT, $ref: TEXT } }],
  ['extensions', { 'type': 'string', 'x-note': { anything: [1] } }],
];

describe('what both versions have stays', () => {
  test.each(SAME)('%s', (_, schema) => {
    expect(converted('3.0', schema)).toEqual({ schema, lost: [] });
    expect(converted('3.1', schema)).toEqual({ schema, lost: [] });
  });
});

const RENAMED: readonly [string, { readonly given: Record<string, unknown>; readonly in30: unknown; readonly in31: unknown }][] = [
  ['null beside a type', {
    given: { type: ['string', 'null'] }, in30: { type: 'string', nullable: true }, in31: { type: ['string', 'null'] },
  }],
  ['null alone', {
    given: { type: 'null' }, in30: { type: 'object', nullable: true, enum: [null] }, in31: { type: 'null' },
  }],
  ['several types', {
    given: { type: ['string', 'integer'], title: 'Id' }, in30: { title: 'Id', allOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }] },
    in31: { type: ['string', 'integer'], title: 'Id' },
  }],
  ['an array of anything', { given: { type: 'array' }, in30: { type: 'array', items: {} }, in31: { type: 'array' } }],
  ['limits that are not reached themselves', {
    given: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: false },
    in30: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: false },
    in31: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  }],
  ['nullable', { given: { type: 'string', nullable: true }, in30: { type: 'string', nullable: true }, in31: { type: ['string', 'null'] } }],
  ['dependencies', {
    given: { dependencies: { card: ['address'], gift: { required: ['text'] } } },
    in30: {
      allOf: [
        { anyOf: [{ not: { required: ['card'] } }, { required: ['address'] }] },
        { anyOf: [{ not: { required: ['gift'] } }, { required: ['text'] }] },
      ],
    },
    in31: { dependentRequired: { card: ['address'] }, dependentSchemas: { gift: { required: ['text'] } } },
  }],
  ['where the schema is from', { given: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'string' }, in30: TEXT, in31: TEXT }],
];

describe('what has another form is rewritten', () => {
  test.each(RENAMED)('%s', (_, { given, in30, in31 }) => {
    expect(converted('3.0', given)).toEqual({ schema: in30, lost: [] });
    expect(converted('3.1', given)).toEqual({ schema: in31, lost: [] });
  });
});

describe('OPENAPI_KEYWORDS_LOST', () => {
  const lost = (keywords: string) => [`OPENAPI_KEYWORDS_LOST OpenAPI 3.0 has no ${keywords}; the document and the model accept different bodies`];

  test('elements by position: in 3.0 a choice', () => {
    const tuple = { type: 'array', items: [TEXT, { type: 'integer' }], additionalItems: false };
    expect(converted('3.0', tuple)).toEqual({ schema: { type: 'array', items: { anyOf: [TEXT, { type: 'integer' }] }, maxItems: 2 }, lost: lost('items (by position)') });
    expect(converted('3.1', tuple)).toEqual({ schema: { type: 'array', prefixItems: [TEXT, { type: 'integer' }], items: false }, lost: [] });
    expect(converted('3.0', { items: [TEXT] }).schema).toEqual({ items: {} });
    expect(converted('3.0', { items: [TEXT], additionalItems: { type: 'integer' } }).schema).toEqual({ items: { anyOf: [TEXT, { type: 'integer' }] } });
  });

  test('properties by pattern: in 3.0 further properties', () => {
    const schema = { type: 'object', patternProperties: { '^x-': TEXT } };
    expect(converted('3.0', schema)).toEqual({ schema: { type: 'object' }, lost: lost('patternProperties') });
    expect(converted('3.0', { ...schema, additionalProperties: false }).schema).toEqual({ type: 'object', additionalProperties: TEXT });
    expect(converted('3.0', { ...schema, additionalProperties: { type: 'integer' } }).schema)
      .toEqual({ type: 'object', additionalProperties: { anyOf: [TEXT, { type: 'integer' }] } });
    expect(converted('3.1', { ...schema, additionalProperties: false })).toEqual({ schema: { ...schema, additionalProperties: false }, lost: [] });
  });

  test('a keyword that draft 4 does not have means nothing in a model', () => {
    expect(converted('3.0', { type: 'string', contentEncoding: 'base64' })).toEqual({ schema: TEXT, lost: lost('contentEncoding') });
    expect(converted('3.1', { type: 'string', contentEncoding: 'base64' }).lost).toHaveLength(1);
  });
});
