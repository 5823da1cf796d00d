import { z } from 'zod';
import { contract, type ContractDefinition } from '../../lib/contract';

const declare = (route: string, definition: object) => () => contract(route as never, definition as ContractDefinition);
const responses = { 200: z.string() };

test('a contract is plain data', () => {
  expect(contract('GET /pets/{petId}', { responses })).toEqual({ route: 'GET /pets/{petId}', definition: { responses } });
});

test.each<[string, string, object, string]>([
  ['a method in lower case', 'get /pets', { responses }, 'route is not'],
  ['a path without a slash', 'GET pets', { responses }, 'route is not'],
  ['a query that is no schema', 'GET /pets', { responses, query: { type: 'object' } }, 'query is not what a contract has; expected a schema that follows Standard Schema (plain JSON Schema goes into jsonSchema())'],
  ['a response that is none', 'GET /pets', { responses: { 200: 'Pet' } }, 'responses.200 is not'],
  ['a body of a response that is none', 'GET /pets', { responses: { 200: { body: {} } } }, 'responses.200.body is not'],
  ['a status that is none', 'GET /pets', { responses: { 99: null } }, 'responses.99 is not'],
  ['no response', 'GET /pets', { responses: {} }, 'responses is not what a contract has; expected at least one status'],
  ['no definition', 'GET /pets', undefined as never, 'responses is not what a contract has; expected responses by status'],
  ['no responses', 'GET /pets', {}, 'responses is not what a contract has; expected responses by status'],
  ['a misspelled member', 'GET /pets', { responses, qeury: z.object({}) }, 'qeury is not what a contract has; expected params, query, headers,'],
  ['a misspelled member of a response', 'GET /pets', { responses: { 200: { body: z.string(), contenttype: 'text/plain' } } }, 'responses.200.contenttype is not'],
  ['a media type of no body', 'POST /pets', { responses, contentType: 'text/plain' }, 'contentType is not what a contract has; expected a body of that type'],
  ['a sunset that is no date', 'GET /pets', { responses, sunset: 'soon' }, 'sunset is not what a contract has; expected a date'],
])('CONTRACT_INVALID: %s', (_name, route, definition, message) => {
  expect(declare(route, definition)).toThrow(expect.objectContaining({ code: 'CONTRACT_INVALID', message: expect.stringContaining(message) as string }) as Error);
});
