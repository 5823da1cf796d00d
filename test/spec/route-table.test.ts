import { routesOf, routeTableText, whyUnavailable, type GatewaySpecInput } from '../../lib/spec';
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

test('routes of a WebSocket API are their keys, and those that answer say so', () => {
  const proxy = { type: 'proxy' as const, function: 'Fn' };
  const spec = complete(specInput({
    protocol: 'websocket', functions: { Fn: { entry: 'a.ts', handler: 'index.handler' } },
    resources: { '/join%20room': { id: 'a', methods: { ANY: { integration: proxy, hasRouteResponse: true } } }, '/$connect': { id: 'b', methods: { ANY: { integration: proxy } } } },
  }));
  expect(routeTableText(routesOf(spec)).split('\n').map((line) => line.split(/ {2,}/))).toEqual([['$connect', '→ proxy Fn'], ['join room', '→ proxy Fn', 'answers']]);
});

test('marks what cannot be served here, with the reason below', () => {
  const unavailable = complete(specInput({
    functions: { Py: { unavailable: 'it runs on python3.12', handler: 'app.main' }, Fn: { entry: 'a.ts', handler: 'index.handler' } },
    authorizers: { Auth: { type: 'token', function: 'Py' } },
    resources: {
      '/a': { id: 'a', methods: { GET: { integration: { type: 'proxy', function: 'Py' } }, PUT: { integration: { type: 'proxy', function: 'Fn' } } } },
      '/b': { id: 'b', methods: { GET: { integration: { type: 'proxy', function: 'Fn' }, authorization: { type: 'CUSTOM', authorizer: 'Auth' } } } },
    },
  }));
  expect(routeTableText(routesOf(unavailable)).split('\n')).toEqual([
    'GET  /a  → proxy Py  unavailable',
    'PUT  /a  → proxy Fn',
    'GET  /b  → proxy Fn  CUSTOM, unavailable',
    'unavailable: function Py cannot run here: it runs on python3.12',
  ]);
});

test('a method that cannot be called at all says why, and one whose function a stage names says it for each stage', () => {
  const spec = complete(specInput({
    functions: { Py: { unavailable: 'it runs on python3.12', handler: 'app.main' }, Fn: { entry: 'a.ts', handler: 'index.handler' } },
    resources: { '/a': { id: 'a', methods: {
      GET: { integration: { type: 'unavailable', awsType: 'AWS', reason: 'no address' } }, PUT: { integration: { type: 'proxy', function: '${stageVariables.fn}' } },
    } } },
  }));
  expect(routesOf(spec).map(({ unavailable }) => unavailable)).toEqual(['no address', undefined]);
  const { PUT: method } = spec.resources['/a']?.methods ?? {};
  if (method === undefined) throw new Error('no method');
  const stages: readonly Record<string, string>[] = [{}, { fn: 'Fn' }, { fn: 'Py' }];
  expect(stages.map((variables) => whyUnavailable(method, spec, variables))).toEqual([
    undefined, undefined, 'function Py cannot run here: it runs on python3.12',
  ]);
});
