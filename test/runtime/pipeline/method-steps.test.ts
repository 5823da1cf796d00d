import { SILENT_INTEGRATION } from '../../support/exchange';
import { compileMethodOf } from '../../support/pipeline/compiled-method';

/** The steps of every request: there is always an integration. */
const CALL = ['integrationRequest', 'integrate', 'integrationResponse'];
const namesOf = (...given: Parameters<typeof compileMethodOf>): readonly string[] =>
  compileMethodOf(...given).steps.map(({ name }) => name);

describe('a method has the steps that it needs and no others', () => {
  test('an open function proxy: a body that may be compressed, its call, and the headers of the gateway', () => {
    expect(namesOf({})).toEqual(['decompress', ...CALL, 'gatewayHeaders']);
  });

  test('an open mock: a body that may be compressed, and its call', () => {
    expect(namesOf({ integration: { type: 'mock', responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } })).toEqual(['decompress', ...CALL]);
  });

  test.each<[string, string[], ...Parameters<typeof compileMethodOf>]>([
    ['an authorizer', ['authorize'], { authorization: { type: 'CUSTOM', authorizer: 'Auth' } }],
    ['a signature', ['authorize'], { authorization: { type: 'AWS_IAM' } }],
    ['a resource policy', ['authorize'], {}, { api: { policy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] } } }],
    ['an API key', ['identify', 'throttle'], { apiKeyRequired: true }],
    ['a limit of the stage', ['throttle'], {}, { stage: { methodSettings: { '*/*': { throttlingBurstLimit: 1 } } } }],
    ['compression', ['compress'], {}, { api: { minimumCompressionSize: 0 } }],
    ['a validator', ['validate'], { requestValidator: 'All' }],
    ['an execution log', ['record', 'logAdmission'], {}, { stage: { methodSettings: { '*/*': { loggingLevel: 'INFO' } } } }],
    ['an access log', ['record', 'logAdmission'], {}, { stage: { accessLog: { format: '$context.requestId' } } }],
    ['a cache', ['fromCache', 'toCache'], {}, { stage: { cacheClusterEnabled: true, methodSettings: { '*/*': { cachingEnabled: true } } } }],
  ])('%s', (_, more, method, rest = {}) => {
    const names = namesOf(method, rest);
    expect([...names].sort()).toEqual(['decompress', ...CALL, 'gatewayHeaders', ...more].sort());
  });

  test('a function that takes POST needs JSON', () => {
    expect(namesOf({}, { httpMethod: 'POST' })).toContain('validate');
    expect(namesOf({}, { httpMethod: 'ANY' })).toContain('validate');
    expect(SILENT_INTEGRATION.requiresJsonBody).toBe(true);
  });
});

test('all steps are in THE order', () => {
  expect(namesOf({ authorization: { type: 'AWS_IAM' }, apiKeyRequired: true, requestValidator: 'All' }, {
    api: { minimumCompressionSize: 0 },
    stage: { accessLog: { format: '$context.requestId' }, cacheClusterEnabled: true, methodSettings: { '*/*': { cachingEnabled: true } } },
  })).toEqual([
    'record', 'authorize', 'identify', 'throttle', 'logAdmission', 'decompress', 'validate', 'fromCache', ...CALL, 'toCache', 'gatewayHeaders', 'compress',
  ]);
});

test('a test invocation begins with decompression: no authorizer, no key, no limits', () => {
  expect(namesOf({ authorization: { type: 'AWS_IAM' }, apiKeyRequired: true, requestValidator: 'All' }, { isTest: true, api: { minimumCompressionSize: 0 } })).toEqual([
    'decompress', 'validate', ...CALL, 'gatewayHeaders', 'compress',
  ]);
});

test('a plan says what its steps mean for others', () => {
  expect(compileMethodOf({})).toMatchObject({ authorizes: false, isCached: false, label: 'proxy fn', httpMethod: 'GET', resourcePath: '/pets', resourceId: 'pets' });
  expect(compileMethodOf({ authorization: { type: 'AWS_IAM' } }).authorizes).toBe(true);
  expect(compileMethodOf({}, { stage: { cacheClusterEnabled: true, methodSettings: { '*/*': { cachingEnabled: true } } } }).isCached).toBe(true);
});
