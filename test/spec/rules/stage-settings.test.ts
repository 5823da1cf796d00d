import { accessLogVariables, examineSpec } from '../../../lib/spec';

function findings(stage: object, method: object = {}): string[] {
  const { issues } = examineSpec({
    format: 'synthgate/1', api: { id: 'a', name: 'A' },
    resources: { '/{id}': { id: 'r', methods: { GET: { integration: { type: 'mock', responses: [] }, ...method } } } },
    stages: { prod: stage },
  }, 'spec.json');
  return issues.map(({ severity, code }) => `${severity} ${code}`);
}

test('a log format names the request by one of its ids', () => {
  expect(findings({ accessLog: { format: '$context.status $context.requestIdentity' } })).toEqual(['error ACCESS_LOG_WITHOUT_REQUEST_ID']);
  expect(findings({ accessLog: { format: '$context.requestId' } })).toEqual([]);
  expect(findings({ accessLog: { format: '[$context.extendedRequestId]' } })).toEqual([]);
});

test('caching needs a cache', () => {
  const methodSettings = { '*/*': { cachingEnabled: true } };
  expect(findings({ methodSettings })).toEqual(['warning CACHE_WITHOUT_CLUSTER']);
  expect(findings({ methodSettings, cacheClusterEnabled: true })).toEqual([]);
});

test('CACHE_SHARED_BY_CALLERS: a cached method with authorization has its caller in the key', () => {
  const stage = { cacheClusterEnabled: true, methodSettings: { '*/*': { cachingEnabled: true } } };
  const header = 'method.request.header.Authorization';
  const cached = (...cacheKeyParameters: string[]) => ({
    authorization: { type: 'AWS_IAM' }, requestParameters: { [header]: false }, integration: { type: 'mock', responses: [], cacheKeyParameters },
  });
  expect(findings(stage, cached())).toEqual(['warning CACHE_SHARED_BY_CALLERS']);
  expect(findings(stage, cached(header))).toEqual([]);
  expect(findings({}, cached())).toEqual([]);
  expect(findings(stage, { ...cached(), authorization: { type: 'NONE' } })).toEqual([]);
});

test('cache key parameters are declared, or are in the path', () => {
  const integration = (...cacheKeyParameters: string[]) => ({ integration: { type: 'mock', responses: [], cacheKeyParameters } });
  expect(findings({}, integration('method.request.path.id'))).toEqual([]);
  expect(findings({}, integration('method.request.path.other'))).toEqual(['error CACHE_KEY_UNKNOWN']);
  expect(findings({}, integration('method.request.header.A'))).toEqual(['error CACHE_KEY_UNKNOWN']);
  const requestParameters = { 'method.request.header.A': false };
  expect(findings({}, { ...integration('method.request.header.A', 'method.request.multivalueheader.A'), requestParameters })).toEqual([]);
});

test.each([
  ['a canary above 100 %', { canary: { percentTraffic: 100.1 } }],
  ['a time to live above an hour', { methodSettings: { '*/*': { cacheTtlSeconds: 3_601 } } }],
  ['a cache of another size', { cacheClusterSize: '1' }],
  ['a format of two lines', { accessLog: { format: '$context.requestId\n' } }],
  ['a format above 3 KB', { accessLog: { format: `$context.requestId${'x'.repeat(3_072)}` } }],
])('%s has the wrong form', (_, stage) => {
  expect(findings(stage)).toEqual(['error SPEC_INVALID']);
});

test('the variables of a format are found as they are written', () => {
  const format = '$context.a.b-$context.authorizer.x-y $context.authorizer.claims.cognito:groups.';
  expect(accessLogVariables(format)).toEqual(['a.b', 'authorizer.x-y', 'authorizer.claims.cognito:groups']);
});
