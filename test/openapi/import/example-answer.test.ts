import { readTemplate } from '../../../lib/spec';
import { methodOf } from '../../support/openapi/imported';

/** Status, headers and bodies by media type of what an operation without an integration answers. */
function answerOf(operation: object, nodes: object = {}) {
  const { integration } = methodOf(operation, nodes);
  const [response] = integration.type === 'mock' ? integration.responses : [];
  return { status: response?.statusCode, headers: response?.responseParameters, bodies: response?.responseTemplates };
}

const content = (media: object, type = 'application/json') => ({ responses: { 200: { content: { [type]: media } } } });
const bodyOf = (media: object, nodes: object = {}) => Object.values(answerOf(content(media), nodes).bodies ?? {})[0];

test('is selected whatever the body of the request is', () => {
  expect(methodOf({ responses: { 201: {} } })).toMatchObject({
    integration: { requestTemplates: { $default: '{"statusCode": 201}' }, passthroughBehavior: 'NEVER' }, methodResponses: { 201: {} },
  });
});

test.each([
  [{ 404: {}, 201: {}, 200: {} }, '200'], [{ 404: {}, default: {} }, '200'], [{ '2XX': {} }, '200'], [{ 302: {} }, '302'], [{ '5XX': {} }, '500'], [{}, '200'], [undefined, '200'],
])('of responses %j has the status %s', (responses, status) => {
  expect(answerOf({ responses }).status).toBe(status);
});

test.each([
  [{ example: { a: 1 } }, '{"a":1}'],
  [{ example: '{"a": 1}' }, '{"a": 1}'],
  [{ example: 'text' }, '"text"'],
  [{ examples: { first: { value: [1] }, second: { value: 2 } } }, '[1]'],
  [{ examples: { first: { $ref: '#/components/examples/One' } } }, '{"one":1}'],
  [{ schema: { example: 17 } }, '17'],
  [{ schema: { $ref: '#/components/schemas/Pet' } }, '{"name":"string","born":"2024-01-01","owner":{"pets":[]},"kind":"cat"}'],
  [{ schema: { type: 'array', items: { type: 'integer', minimum: 3 } } }, '[3]'],
  [{ schema: { oneOf: [{ type: 'boolean' }, { type: 'string' }] } }, 'true'],
  [{ schema: { allOf: [{ properties: { a: { const: 1 } } }], properties: { b: { default: 2 }, secret: { writeOnly: true } } } }, '{"a":1,"b":2}'],
])('of %j has the body %s', (media, body) => {
  const Pet = {
    type: 'object', required: ['name'],
    properties: { name: { type: 'string' }, born: { type: 'string', format: 'date' }, owner: { properties: { pets: { example: [] } } }, kind: { enum: ['cat', 'dog'] } },
  };
  expect(bodyOf(media, { components: { schemas: { Pet }, examples: { One: { value: { one: 1 } } } } })).toBe(body);
});

test('of a schema that contains itself ends', () => {
  const schemas = { Pet: { properties: { mother: { $ref: '#/components/schemas/Pet' } } } };
  expect(bodyOf({ schema: { $ref: '#/components/schemas/Pet' } }, { components: { schemas } })).toBe('{"mother":null}');
});

test('of schemas that refer to each other in many ways stays small', () => {
  const names = Array.from({ length: 40 }, (_, index) => `Pet${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  const schemas = Object.fromEntries(names.map((name) => [name, { properties }]));
  expect(bodyOf({ schema: { $ref: '#/components/schemas/Pet0' } }, { components: { schemas } })?.length).toBeLessThan(100_000);
});

test('has the media types that have an example; other text than JSON needs one', () => {
  const responses = { 200: { content: { 'text/html': { example: '<p>' }, 'application/xml': { schema: { type: 'object' } }, 'application/problem+json': { example: {} } } } };
  expect(answerOf({ responses }).bodies).toEqual({ 'text/html': '<p>', 'application/problem+json': '{}' });
});

test('of OpenAPI 2.0 has its examples, or what fits the schema', () => {
  const version = { swagger: '2.0', openapi: undefined, produces: ['text/plain', 'application/json'] };
  expect(answerOf({ responses: { 200: { examples: { 'text/plain': 'hello' } } } }, version).bodies).toEqual({ 'text/plain': 'hello' });
  expect(answerOf({ responses: { 200: { schema: { type: 'string' } } } }, version).bodies).toEqual({ 'application/json': '"string"' });
});

test('shows template characters as they are', () => {
  const text = bodyOf({ example: { price: '$5', tag: '#if(', end: ']]#' } });
  expect(text).toBe('#[[{"price":"$5","tag":"#if(","end":"]]]]##[[#"}]]#');
  expect(readTemplate(text ?? '')).toHaveProperty('template');
});

test('has the headers that have an example', () => {
  const headers = { 'X-Rate': { schema: { example: 17 } }, 'X-Kind': { example: 'pet' }, 'X-Quote': { example: "'" }, 'X-None': {} };
  expect(answerOf({ responses: { 200: { headers } } }).headers).toEqual({ 'method.response.header.X-Rate': "'17'", 'method.response.header.X-Kind': "'pet'" });
});

test('is left to a function where one is given', () => {
  expect(methodOf({ responses: {} }, {}, { handler: 'Handler', functionOf: () => ({ reason: '' }) }).integration).toMatchObject({ type: 'proxy', function: 'Handler' });
});
