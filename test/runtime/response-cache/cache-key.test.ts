import { compileCacheKey as compiled } from '../../../lib/runtime/response-cache/cache-key';
import type { Validated } from '../../../lib/runtime/plan/exchange';
import { gatewaySchema, type IntegrationSpec } from '../../../lib/spec';
import { plan, received, validated } from '../../support/exchange';
import type { RunInSandbox, SandboxJob } from '../../../lib/runtime/sandbox/jobs';
import { atOnce, noSandbox } from '../../support/sandbox';

function compileCacheKey(spec: IntegrationSpec, resourceId: string): (given: Validated) => string {
  const keyOf = compiled(spec, resourceId, noSandbox);
  return (given) => atOnce(keyOf(given));
}

function integration(given: object): IntegrationSpec {
  const spec = gatewaySchema.parse({
    format: 'synthgate/1', api: { id: 'a', name: 'A' },
    resources: { '/': { id: 'r', methods: { GET: { integration: { type: 'http', uri: 'http://backend', responses: [], ...given } } } } },
  });
  const method = spec.resources['/'].methods.GET;
  if (method === undefined) throw new Error('the fixture has GET on /');
  return method.integration;
}

function request({ path = '/pets/1', query = {}, headers = {}, parameters = {}, method = 'GET' }: {
  path?: string; query?: Record<string, string[]>; headers?: Record<string, string>; parameters?: Record<string, string>; method?: string;
}) {
  return validated({
    path, queryParameters: query, pathParameters: parameters, plan: plan(), received: received({ method }),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  });
}

test('Cache: method and path make the key, query and headers do not', () => {
  const keyOf = compileCacheKey(integration({}), 'r');
  const key = keyOf(request({}));
  expect(keyOf(request({ query: { a: ['1'] }, headers: { Accept: 'x' } }))).toBe(key);
  expect(keyOf(request({ path: '/pets/1/' }))).toBe(key);
  expect(keyOf(request({ path: '/pets/2' }))).not.toBe(key);
  expect(keyOf(request({ method: 'POST' }))).not.toBe(key);
  expect(compileCacheKey(integration({}), 's')(request({}))).not.toBe(key);
});

test('chosen parameters do, a missing one as well', () => {
  const keyOf = compileCacheKey(integration({ cacheKeyParameters: ['method.request.querystring.a', 'method.request.header.Authorization'] }), 'r');
  const keys = [{}, { query: { a: [''] } }, { query: { a: ['1'] } }, { query: { a: ['2'] } }, { headers: { Authorization: 'x' } }, { headers: { Authorization: 'y' } }]
    .map((one) => keyOf(request(one)));
  expect(new Set(keys).size).toBe(6);
  expect(keyOf(request({ query: { a: ['1'], b: ['2'] } }))).toBe(keys[2]);
});

test('no value can be mistaken for two', () => {
  const keyOf = compileCacheKey(integration({ cacheKeyParameters: ['method.request.querystring.a', 'method.request.querystring.b'] }), 'r');
  const queries: Record<string, string[]>[] = [{ a: ['1'], b: ['2'] }, { a: ['11:2'] }, { a: ['1:1'], b: ['2'] }, { b: ['12'] }, { a: ['12'] }];
  const keys = queries.map((query) => keyOf(request({ query })));
  expect(new Set(keys).size).toBe(5);
});

test('a parameter of the integration stands for what is mapped to it', () => {
  const keyOf = compileCacheKey(integration({
    requestParameters: { 'integration.request.querystring.q': 'method.request.header.X-Q' }, cacheKeyParameters: ['integration.request.querystring.q'],
  }), 'r');
  expect(keyOf(request({ headers: { 'X-Q': '1' } }))).not.toBe(keyOf(request({ headers: { 'X-Q': '2' } })));
});

test('resources with one namespace share responses, whatever their path', () => {
  const spec = integration({ cacheNamespace: 'shared', cacheKeyParameters: ['method.request.path.id'] });
  const [one, other] = [compileCacheKey(spec, 'r'), compileCacheKey(spec, 's')];
  expect(one(request({ path: '/a/1', parameters: { id: '1' } }))).toBe(other(request({ path: '/b/1', parameters: { id: '1' } })));
  expect(one(request({ parameters: { id: '1' } }))).not.toBe(one(request({ parameters: { id: '2' } })));
});

test('what is mapped from a long body is read off the main thread', async () => {
  const jobs: SandboxJob[] = [];
  const run: RunInSandbox = (job) => {
    jobs.push(job);
    return Promise.resolve({ type: 'read', texts: [[String(jobs.length)]] });
  };
  const keyOf = compiled(integration({
    requestParameters: { 'integration.request.querystring.q': 'method.request.body.a' }, cacheKeyParameters: ['integration.request.querystring.q'],
  }), 'r', run);
  const long = validated({ received: received({ body: Buffer.from(`{"a":"${'x'.repeat(70_000)}"}`) }) });
  expect(await keyOf(long)).not.toBe(await keyOf(long));
  expect(jobs).toMatchObject([{ type: 'read', paths: ['.a'] }, { type: 'read', paths: ['.a'] }]);
});
