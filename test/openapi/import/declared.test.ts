import { importOpenApi, readDeclaredParts } from '../../../lib/openapi';
import { canonicalText } from '../../../lib/spec';

const text = { type: 'string' };
const document = (operation: object, more: object = {}) => ({
  openapi: '3.0.1', info: { title: 'Pets', version: '1' }, paths: { '/pets/{id}': { get: { responses: {}, ...operation } } }, ...more,
});
const methodOf = (...parameters: Parameters<typeof document>) => readDeclaredParts(document(...parameters)).document?.methods['GET /pets/{id}'];
const schemasOf = (...parameters: Parameters<typeof document>) => readDeclaredParts(document(...parameters)).document?.schemas;
const answering = (schema: unknown) => ({ responses: { 200: { description: 'all', content: { 'application/json': { schema } } } } });

test('responses have their schemas, also without names, with all statuses and headers', () => {
  const responses = {
    '200': { description: 'all', headers: { Link: {}, Total: { schema: text } }, content: { 'application/json': { schema: text }, 'text/csv': {} } },
    '4xx': { description: 'wrong', content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    'default': { description: 'others' }, 'x-note': {},
  };
  const components = { components: { schemas: { Problem: { type: 'object' } } } };
  expect(methodOf({ responses }, components)?.responses).toEqual({
    '200': { responseModels: { 'application/json': 'PetsIdGet200', 'text/csv': 'PetsIdGet2002' }, responseParameters: { 'method.response.header.Link': false, 'method.response.header.Total': false }, headers: { Total: 'PetsIdGet200Total' } },
    '4XX': { responseModels: { 'application/json': 'Problem' }, responseParameters: {}, headers: {} },
    'default': { responseModels: {}, responseParameters: {}, headers: {} },
  });
  expect(schemasOf({ responses }, components)).toEqual({ Problem: { type: 'object' }, PetsIdGet200Total: text, PetsIdGet200: text, PetsIdGet2002: {} });
});

test.each([
  ['a type', { ...text, nullable: true }, { type: ['string', 'null'] }],
  ['a list of values', { ...text, enum: ['x'], nullable: true }, { type: ['string', 'null'], enum: ['x', null] }],
  ['a list that has it', { ...text, enum: ['x', null], nullable: true }, { type: ['string', 'null'], enum: ['x', null] }],
  ['no type', { allOf: [text], nullable: true }, { anyOf: [{ allOf: [text] }, { type: 'null' }] }],
  ['an extension of 2.0', { ...text, 'x-nullable': true }, { 'type': ['string', 'null'], 'x-nullable': true }],
])('null beside %s is a type', (_name, schema, declared) => {
  expect(schemasOf(answering(schema))?.PetsIdGet200).toEqual(declared);
});

test('schemas of 3.1 are of the draft that they are written in', () => {
  const schema = { const: 1, if: {}, propertyNames: { $ref: '#/components/schemas/Name' } };
  const { document: declared } = readDeclaredParts({ ...document(answering(schema), { components: { schemas: { Name: text } } }), openapi: '3.1.0' });
  expect(declared).toMatchObject({ draft: '2020-12', schemas: { PetsIdGet200: { const: 1, if: {},
    propertyNames: { $ref: 'https://apigateway.amazonaws.com/restapis/{apiId}/models/Name' } } } });
});

test('parameters have schemas and styles wherever they are, and a body may be required', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: text }, { name: 'ids', in: 'query', schema: { type: 'array', default: [] } },
    { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } }, { name: 'session', in: 'cookie', required: true },
  ];
  expect(methodOf({ parameters, requestBody: { required: true, content: { 'text/plain': { schema: text } } } })).toEqual({
    parameters: {
      'method.request.path.id': { isRequired: true, schema: 'PetsIdGetid' },
      'method.request.querystring.ids': { isRequired: false, schema: 'PetsIdGetids', style: 'form explode=true', fallback: [] },
      'method.request.querystring.filter': { isRequired: false, schema: 'PetsIdGetfilter', style: 'application/json' },
      'method.request.cookie.session': { isRequired: true },
      'method.request.body': { isRequired: true },
    },
    requestModels: { 'text/plain': 'PetsIdGetBody' }, responses: {}, security: [[]], isWithoutBackend: true, callbacks: {},
  });
});

test('documents of 2.0 have schemas as parameters, and their media types elsewhere', () => {
  const parameters = [
    { name: 'ids', in: 'query', type: 'array', items: text, description: 'Which' }, { name: 'tags', in: 'header', type: 'array', items: text, collectionFormat: 'pipes' },
    { name: 'file', in: 'formData', type: 'file' }, { name: 'pet', in: 'body', required: true, schema: { type: 'object' } },
  ];
  const { openapi: _version, ...swagger } = document({ parameters, consumes: ['application/xml'], responses: { 200: { description: 'all', schema: text } } });
  const { methods, schemas, draft } = readDeclaredParts({ swagger: '2.0', ...swagger }).document ?? {};
  expect([draft, schemas?.PetsIdGetids]).toEqual(['4', { type: 'array', items: text }]);
  expect(methods?.['GET /pets/{id}']).toMatchObject({
    parameters: {
      'method.request.querystring.ids': { schema: 'PetsIdGetids', style: 'form explode=false' }, 'method.request.header.tags': { style: 'simple explode=false' },
      'method.request.form.file': { isRequired: false }, 'method.request.body': { isRequired: true },
    },
    requestModels: { 'application/xml': 'PetsIdGetBody' }, responses: { 200: { responseModels: { 'application/json': 'PetsIdGet200' } } },
  });
});

test('paths are below the base path, and the endpoint is open unless the document says otherwise', () => {
  const below = { ...document({}), servers: [{ url: 'https://api.example.com/shop' }] };
  expect(Object.keys(readDeclaredParts(below, { basePath: 'prepend' }).document?.methods ?? {})).toEqual(['GET /shop/pets/{id}']);
  expect(readDeclaredParts(below).isDefaultEndpointClosed).toBe(false);
  const closed = { 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } };
  expect(readDeclaredParts({ ...below, servers: [{ url: '/', ...closed }] }).isDefaultEndpointClosed).toBe(true);
});

test('security is what callers are asked for, whatever its schemes are called', () => {
  const schemes = { components: { securitySchemes: { a: { type: 'http', scheme: 'Bearer' }, b: { type: 'oauth2' }, c: { type: 'apiKey', in: 'header', name: 'X-Key' } } } };
  const securityOf = (operation: object, more: object = {}) => methodOf(operation, { ...schemes, ...more })?.security;
  expect(securityOf({ security: [{ a: [] }, { b: ['write', 'read'], c: [] }] })).toEqual([['http bearer'], ['apikey header x-key', 'oauth2', 'oauth2 read', 'oauth2 write']]);
  expect(securityOf({}, { security: [{ lost: [] }] })).toEqual([['lost']]);
  expect([securityOf({ security: [] }, { security: [{ a: [] }] }), securityOf({ security: [{}] })]).toEqual([[[]], [[]]]);
});

test('a document has servers, callbacks, and methods with and without a backend', () => {
  const { document: declared } = readDeclaredParts(document({ 'callbacks': { done: { '{$url}': {} } }, 'x-amazon-apigateway-integration': { type: 'mock' } }, { servers: [{ url: 'https://a.example.com' }, {}] }));
  expect(declared?.servers).toEqual(['https://a.example.com']);
  expect(declared?.methods['GET /pets/{id}']).toMatchObject({ isWithoutBackend: false, callbacks: { done: { '{$url}': {} } } });
});

test('the spec of a document has none of it', () => {
  const plain = document({ responses: { 200: { description: 'all' } } });
  const more = document({ parameters: [{ name: 'id', in: 'path', required: true, schema: { ...text, enum: ['x'], nullable: true } }], ...answering({ ...text, nullable: true }) });
  const specs = [plain, more].map((value) => importOpenApi(value, { withoutIntegration: 'unavailable' }).spec);
  expect(canonicalText(specs[0])).toBe(canonicalText(specs[1]));
});
