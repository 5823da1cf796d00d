import { routesOf, routeTableText, type GatewaySpecInput } from '../../lib/spec';
import { complete, MOCK, specInput } from '../support/spec';

const input: GatewaySpecInput = specInput({
  functions: { Fn: { entry: 'a.ts', handler: 'index.handler' } },
  resources: {
    '/pets/{id}': {
      id: 'a', cors: { methods: ['GET'], allowHeaders: [], allowMethods: ['GET'], allowOrigins: ['https://a.test', 'https://b.test'] },
      methods: {
        PUT: { integration: { type: 'http-proxy', uri: 'https://b.test' }, apiKeyRequired: true, authorization: { type: 'AWS_IAM' } },
        GET: { integration: { type: 'mapped', function: 'Fn', responses: [] } },
      },
    },
    '/pets': { id: 'b', methods: { ANY: { integration: { type: 'proxy', function: 'Fn' } } } },
    '/': { id: 'c', methods: { GET: MOCK } },
  },
});

test('lists routes by path and method, preflights included', () => {
  expect(routesOf(complete(input)).map(({ method, path, target }) => [method, path, target])).toEqual([
    ['GET', '/', 'mock'],
    ['ANY', '/pets', 'proxy Fn'],
    ['GET', '/pets/{id}', 'mapped Fn'],
    ['PUT', '/pets/{id}', 'http-proxy https://b.test'],
    ['OPTIONS', '/pets/{id}', 'cors preflight (https://a.test https://b.test)'],
  ]);
});

test('is text with aligned columns', () => {
  expect(routeTableText(routesOf(complete(input))).split('\n')).toEqual([
    'GET      /           → mock',
    'ANY      /pets       → proxy Fn',
    'GET      /pets/{id}  → mapped Fn',
    'PUT      /pets/{id}  → http-proxy https://b.test                       AWS_IAM, api key',
    'OPTIONS  /pets/{id}  → cors preflight (https://a.test https://b.test)',
  ]);
  expect(routeTableText([])).toBe('');
});
