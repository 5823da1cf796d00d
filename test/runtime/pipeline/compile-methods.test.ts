import { compileMethodOf, compileTargetOf, compileTargetsOf } from '../../support/pipeline/compiled-method';

const CORS = { methods: ['GET'], allowOrigins: ['*'], allowHeaders: [], allowMethods: ['GET'], allowCredentials: false, exposeHeaders: [], statusCode: 200 };

test('a resource without CORS has its methods only', () => {
  expect(compileTargetOf({}, {}, 'GET')).toMatchObject({ type: 'method', resourcePath: '/pets', httpMethod: 'GET' });
  expect(compileTargetOf({}, {}, 'OPTIONS')).toBeUndefined();
  expect(compileTargetOf({}, {}, 'POST')).toBeUndefined();
});

test('one with CORS answers OPTIONS itself, and asks its resource policy first', () => {
  const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] };
  expect(compileTargetOf({}, { cors: CORS }, 'OPTIONS')).toMatchObject({ type: 'preflight', steps: [{ name: 'answerPreflight' }] });
  expect(compileTargetOf({}, { cors: CORS, api: { policy } }, 'OPTIONS')).toMatchObject({ type: 'preflight', steps: [{ name: 'admitPreflight' }, { name: 'answerPreflight' }] });
});

test('a method that CORS does not name gets none of its headers', () => {
  const mock = { integration: { type: 'mock' as const, responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } };
  expect(compileMethodOf(mock, { cors: CORS }).steps.map(({ name }) => name)).toContain('gatewayHeaders');
  expect(compileMethodOf(mock, { cors: { ...CORS, methods: ['POST'] }, others: { POST: mock } }).steps.map(({ name }) => name)).not.toContain('gatewayHeaders');
});

test('methods with the same integration and settings share their steps; others have their own', () => {
  const proxy = { integration: { type: 'proxy', function: 'fn' } };
  const shorter = { integration: { ...proxy.integration, timeoutMs: 1_000 } };
  const targets = compileTargetsOf({}, { others: { PUT: proxy, DELETE: shorter, PATCH: { ...proxy, apiKeyRequired: true } } });
  const [get, put, remove, patch] = ['GET', 'PUT', 'DELETE', 'PATCH'].map((method) => {
    const target = targets(method);
    if (target?.type !== 'method') throw new Error(`${method} was not compiled`);
    return target;
  });
  expect(put.steps).toBe(get.steps);
  expect(put.eventStage).toBe(get.eventStage);
  expect(new Set([get, put, remove, patch].map(({ index }) => index)).size).toBe(4);
  expect(remove.steps).not.toBe(get.steps);
  expect(patch.steps).toHaveLength(get.steps.length + 2);
  expect(patch.steps.slice(-4)).toEqual(get.steps.slice(-4));
  // another stage has its own, as it may have another version of the function
  const elsewhere = compileTargetsOf({}, {})('GET');
  if (elsewhere?.type !== 'method') throw new Error('GET was not compiled');
  expect(elsewhere.steps).not.toBe(get.steps);
  expect(elsewhere.eventStage).not.toBe(get.eventStage);
});
