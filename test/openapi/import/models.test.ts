import { compileModels } from '../../../lib/spec';
import { findingsOf, imported, INTEGRATION, methodOf, MOCK, specOf } from '../../support/openapi/imported';

const URL = 'https://apigateway.amazonaws.com/restapis/{apiId}/models';
const VALIDATOR = { 'x-amazon-apigateway-request-validators': { all: { validateRequestBody: true } }, 'x-amazon-apigateway-request-validator': 'all' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function schemaOf(schema: unknown, version = '3.0.1'): unknown {
  return imported({ openapi: version, components: { schemas: { Pet: schema, Name: { type: 'string' } } } }).spec.models?.Pet?.schema;
}

test.each([
  [{ type: 'object', example: { a: 1 }, xml: {}, discriminator: {}, externalDocs: {}, nullable: true, readOnly: true, deprecated: true }, { type: 'object' }],
  [{ properties: { example: { type: 'string', example: 'x' }, xml: ref('Name') } }, { properties: { example: { type: 'string' }, xml: { $ref: `${URL}/Name` } } }],
  [{ allOf: [ref('Name'), { minLength: 1, writeOnly: true }] }, { allOf: [{ $ref: `${URL}/Name` }, { minLength: 1 }] }],
  [{ items: ref('Pet'), additionalProperties: false }, { items: { $ref: `${URL}/Pet` }, additionalProperties: false }],
  [{ ...ref('Name'), minLength: 3 }, { $ref: `${URL}/Name` }],
  [{ enum: [{ $ref: 'x' }], default: { example: 1 } }, { enum: [{ $ref: 'x' }], default: { example: 1 } }],
])('a schema of 3.0 %j is a model %j', (schema, model) => {
  expect(schemaOf(schema)).toEqual(model);
});

test.each([
  [{ const: 1, exclusiveMinimum: 3 }, { enum: [1], minimum: 3, exclusiveMinimum: true }],
  [{ ...ref('Name'), minLength: 3 }, { minLength: 3, allOf: [{ $ref: `${URL}/Name` }] }],
  [{ type: ['string', 'null'] }, { type: ['string', 'null'] }],
])('a schema of 3.1 %j is a model %j', (schema, model) => {
  expect(schemaOf(schema, '3.1.0')).toEqual(model);
});

test('keywords that draft 4 does not have, and references that lead nowhere, are named', () => {
  const schemas = { Pet: { if: {}, then: {}, properties: { a: ref('None') } } };
  expect(findingsOf({ components: { schemas } })).toEqual([
    'OPENAPI_REFERENCE_UNRESOLVED the reference #/components/schemas/None leads nowhere: the document has no #/components/schemas/None',
    'OPENAPI_MEMBER_LEFT_OUT $ref #/components/schemas/None, if, then is left out: models are JSON Schema draft 4',
  ]);
});

test('names become letters and digits, and stay different', () => {
  const { models = {} } = imported({ swagger: '2.0', openapi: undefined, definitions: { 'Pet_v1': {}, 'Petv1': {}, '***': {}, 'Empty': { type: 'object' }, 'Error': { type: 'string' } } }).spec;
  expect(Object.keys(models)).toEqual(['Petv1', 'Petv12', 'Model', 'Error']);
});

test('a schema that another file, or a place in a schema, holds becomes a model', () => {
  const resolveRef = (file: string) => ({ file, document: { Cat: { properties: { name: { type: 'string' } } } } });
  const schemas = { Pet: { oneOf: [{ $ref: 'cats.yaml#/Cat' }, { $ref: '#/components/schemas/Dog/properties/owner' }] }, Dog: { properties: { owner: { type: 'integer' } } } };
  const { models = {} } = imported({ components: { schemas } }, { resolveRef }).spec;
  expect(models.Pet?.schema).toEqual({ oneOf: [{ $ref: `${URL}/Cat` }, { $ref: `${URL}/owner` }] });
  expect(Object.keys(models)).toEqual(['Pet', 'Dog', 'Cat', 'owner']);
  expect([...compileModels('pets', specOf({ components: { schemas } }, { resolveRef }).models).values()].every((one) => 'validate' in one)).toBe(true);
});

describe('bodies', () => {
  const json = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });

  test('have the models that they refer to, requests and responses alike', () => {
    const operation = { ...MOCK, ...json(ref('Pet')), responses: { 200: { content: { 'application/json': { schema: ref('Pet') } }, headers: { 'X-Kind': {} } }, default: {}, '4XX': {} } };
    expect(methodOf(operation, { components: { schemas: { Pet: {} } } })).toMatchObject({
      requestModels: { 'application/json': 'Pet' },
      methodResponses: { 200: { responseModels: { 'application/json': 'Pet' }, responseParameters: { 'method.response.header.X-Kind': false } } },
    });
  });

  test('of OpenAPI 2.0 have the media types that are consumed and produced', () => {
    const operation = { ...MOCK, consumes: ['text/json'], parameters: [{ in: 'body', name: 'Pet', schema: { $ref: '#/definitions/Pet' } }], responses: { 200: { schema: { $ref: '#/definitions/Pet' } } } };
    expect(methodOf(operation, { swagger: '2.0', openapi: undefined, produces: ['application/pet+json'], definitions: { Pet: {} } })).toMatchObject({
      requestModels: { 'text/json': 'Pet' }, methodResponses: { 200: { responseModels: { 'application/pet+json': 'Pet' } } },
    });
  });

  test('that are validated by a schema without a name get a model of their own', () => {
    expect(methodOf({ ...MOCK, ...json({ type: 'array' }) }, VALIDATOR)).toMatchObject({ requestModels: { 'application/json': 'PetsGetBody' }, requestValidator: 'all' });
    expect(methodOf({ ...MOCK, ...json({ type: 'array' }) })).toMatchObject({ requestModels: {} });
  });

  test('that a model cannot validate make the method unavailable; as documentation the model is left out', () => {
    const components = { schemas: { Pet: { type: 'no-type' }, Pets: { items: ref('Pet') } } };
    expect(methodOf({ ...MOCK, ...json(ref('Pets')) }, { components, ...VALIDATOR }).integration).toMatchObject({ type: 'unavailable' });
    expect(methodOf({ ...MOCK, ...json(ref('Pets')) }, { components })).toMatchObject({ requestModels: {}, integration: { type: 'mock' } });
  });
});

describe('parameters', () => {
  test('of the operation replace those of the path; parts of the path are required', () => {
    const item = {
      parameters: [{ name: 'q', in: 'query', required: true }, { name: 'X-Kind', in: 'header' }],
      get: { ...MOCK, parameters: [{ name: 'q', in: 'query' }, { name: 'id', in: 'path' }, { name: 'form', in: 'formData', required: true }, { name: 'c', in: 'cookie' }] },
    };
    expect(specOf({ paths: { '/pets/{id}/{rest+}': item } }).resources['/pets/{id}/{rest+}']?.methods.GET?.requestParameters).toEqual({
      'method.request.querystring.q': false, 'method.request.header.X-Kind': false, 'method.request.path.id': true,
    });
    expect(findingsOf({ paths: { '/pets/{id}/{rest+}': item } })).toEqual([expect.stringContaining('the parameter "form" in formData')]);
  });
});

describe('request validators', () => {
  const validators = { 'x-amazon-apigateway-request-validators': { basic: { validateRequestParameters: true } }, 'x-amazon-apigateway-request-validator': 'basic' };

  test('of the document apply to operations without their own', () => {
    expect(methodOf(MOCK, validators).requestValidator).toBe('basic');
    expect(methodOf({ ...MOCK, 'x-amazon-apigateway-request-validator': '' }, validators).requestValidator).toBeUndefined();
  });

  test.each(['none', 17, {}])('one that does not exist makes the method unavailable: %j', (name) => {
    expect(methodOf({ [INTEGRATION]: MOCK[INTEGRATION], 'x-amazon-apigateway-request-validator': name }, validators).integration).toMatchObject({ type: 'unavailable' });
  });
});
