import { createServer } from 'node:net';
import type {
  ClockState, DashboardState, LimitsState, ReplayResult, RequestList, RequestRecord, TemplateResult,
} from '../../../../lib/runtime/inspection/protocol';
import { newManagementToken, writeManagementAddress } from '../../../../lib/runtime/state/management-token';
import { writeAssembly } from '../../../support/assembly';
import { dashboardGateway, type DashboardGateway } from '../../../support/dashboard';
import { newDirectory } from '../../../support/temporary-directory';
import { until } from '../../../support/until';
import type { GatewaySpecInput } from '../../../../lib/spec';

/* The dashboard's API over HTTP, with functions that this process answers for. */

const KEY = 'student-key-0123456789';
const SPEC: GatewaySpecInput = {
  format: 'synthgate/1',
  api: { id: 'shop', name: 'Shop' },
  functions: { Pets: { code: 'pets', handler: 'index.handler' }, Auth: { code: 'auth', handler: 'index.handler' } },
  authorizers: { Auth: { type: 'token', function: 'Auth', resultsCacheTtlSeconds: 300 } },
  models: { Order: { schema: { type: 'object', required: ['pet'], properties: { pet: { type: 'string' }, count: { type: 'integer', minimum: 1 } } } } },
  requestValidators: { All: { validateRequestBody: true, validateRequestParameters: true } },
  resources: {
    '/': { id: 'root', methods: {} },
    '/pets': { id: 'pets', methods: { GET: { integration: { type: 'proxy', function: 'Pets' } } } },
    '/pets/{petId}': {
      id: 'pet', methods: { GET: { authorization: { type: 'CUSTOM', authorizer: 'Auth' }, integration: { type: 'proxy', function: 'Pets' } } },
    },
    '/orders': {
      id: 'orders',
      methods: {
        POST: {
          apiKeyRequired: true, requestValidator: 'All', requestModels: { 'application/json': 'Order' },
          integration: {
            type: 'mapped', function: 'Pets', requestTemplates: { 'application/json': '{"wanted": $input.json("$.pet")}' },
            responses: [{ statusCode: '201', responseTemplates: { 'application/json': '{"made": $input.json("$.body")}' } }],
          },
          methodResponses: { 201: {} },
        },
      },
    },
    '/cached': { id: 'cached', methods: { GET: { integration: { type: 'proxy', function: 'Pets' } } } },
  },
  stages: { prod: { cacheClusterEnabled: true, methodSettings: { '/cached/GET': { cachingEnabled: true, cacheTtlSeconds: 60 } } } },
  apiKeys: { Student: { value: KEY } },
  usagePlans: { Free: { keys: ['Student'], quota: { limit: 2, period: 'DAY' }, throttle: { rateLimit: 100, burstLimit: 100 }, stages: { prod: {} } } },
};

const POLICY = { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] };
let gateway: DashboardGateway;
let calls = 0;
beforeAll(async () => {
  gateway = await dashboardGateway(SPEC, (name, event) => {
    calls += 1;
    if (name === 'Auth') return JSON.stringify({ principalId: 'ada', policyDocument: POLICY });
    return JSON.stringify({ statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ calls, wanted: event.wanted }) });
  });
});
afterAll(async () => {
  await gateway.close();
});
beforeEach(async () => {
  await gateway.api('/api/limits/reset', { method: 'POST', body: {} });
  await gateway.api('/api/requests', { method: 'DELETE' });
});

/** Sends a request, and returns its record. */
async function recorded(target: string, init: RequestInit = {}, secrets = ''): Promise<RequestRecord> {
  const response = await fetch(`${gateway.url}${target}`, init);
  await response.text();
  const { json } = await gateway.api<RequestRecord>(`/api/requests/${response.headers.get('x-amzn-requestid') ?? ''}${secrets}`);
  return json;
}

const rows = ({ steps }: RequestRecord): string[] => steps.map(({ name, status, detail }) => `${name} ${status}${detail === undefined ? '' : `: ${detail}`}`);
const order = (body: unknown, headers: Record<string, string> = { 'x-api-key': KEY }): RequestInit =>
  ({ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

test('the pipeline of a request is lit up to where it stopped', async () => {
  expect(rows(await recorded('/prod/orders', order({ pet: 'cat' })))).toEqual([
    'route passed: POST /orders', 'key passed: key Student', 'throttle passed', 'quota passed: 1 of 2 a day of plan Free', 'validation passed',
    'request template passed: application/json', 'function passed: mapped Pets', 'response template passed: application/json',
  ]);
  expect(rows(await recorded('/prod/orders', order({ pet: 1 })))).toEqual([
    'route passed: POST /orders', 'key passed: key Student', 'throttle passed', 'quota passed: 2 of 2 a day of plan Free',
    'validation stopped: the request body does not match model Order: instance type (integer) does not match any allowed primitive type (allowed: ["string"])',
    'request template skipped', 'function skipped', 'response template skipped',
  ]);
  const exceeded = await recorded('/prod/orders', order({ pet: 'cat' }));
  expect(rows(exceeded).slice(2, 5)).toEqual([
    'throttle passed', expect.stringContaining('quota stopped: API key "Student" has made the 2 requests that usage plan "Free" allows in one day'), 'validation skipped',
  ]);
  expect(exceeded).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED', stoppedAt: 'quota', why: { fix: 'Wait for the next period, or raise the quota of the usage plan.' } });
  expect(rows(await recorded('/prod/orders', order({}, {})))).toContain('key stopped: the method requires an API key and the key was missing');
});

test('authorizer, cache and template are shown with what they did', async () => {
  const token = { headers: { Authorization: 'Bearer abcdefgh' } };
  expect(rows(await recorded('/prod/pets/7', token))).toContain('authorizer passed: Auth: ada');
  expect(rows(await recorded('/prod/pets/7', token))).toContain('authorizer passed: Auth: ada (cached)');
  expect(rows(await recorded('/prod/cached'))).toContain('cache passed: miss');
  expect(rows(await recorded('/prod/cached'))).toEqual(expect.arrayContaining(['cache stopped: hit', 'function skipped']));
  const { templates, event, result, executionLog, deployment } = await recorded('/prod/orders', order({ pet: 'cat' }));
  expect(templates.map(({ place, input, output }) => [place, input, output])).toEqual([
    ['request', '{"pet":"cat"}', '{"wanted": "cat"}'],
    ['response', expect.stringContaining('"statusCode":200'), expect.stringMatching(/^\{"made": "\{/)],
  ]);
  expect(event).toEqual({ text: '{"wanted": "cat"}', truncated: false });
  expect(result?.text).toContain('"statusCode":200');
  expect(executionLog).toEqual(expect.arrayContaining(['Endpoint request body after transformations: {"wanted": "cat"}', 'Method completed with status: 201']));
  expect(deployment).toMatchObject({ id: expect.any(String) });
});

test('the instance of a request is that of the method\'s function, not of its authorizer', async () => {
  const inThread = await dashboardGateway(SPEC, () => 'null', { invokeMiddleware: undefined, isolation: 'thread' });
  const instanceOf = async (path: string) => {
    const response = await fetch(`${inThread.url}${path}`, { headers: { Authorization: 'Bearer x' } });
    return (await inThread.api<RequestRecord>(`/api/requests/${response.headers.get('x-amzn-requestid') ?? ''}`)).json.instance;
  };
  // what the function answers is not a policy
  expect([await instanceOf('/prod/pets/7'), await instanceOf('/prod/pets')]).toEqual([undefined, { id: expect.any(String), cold: true }]);
  await inThread.close();
});

test('secrets are masked wherever they occur, unless they are asked for', async () => {
  const init = { headers: { Authorization: 'Bearer abcdefgh-ijklmnop-qrstuvwx' } };
  const masked = JSON.stringify(await recorded('/prod/pets/7', init));
  expect(masked).not.toContain('abcdefgh-ijklmnop');
  expect(masked).toContain('*');
  const { request, event } = await recorded('/prod/pets/7', init, '?secrets=1');
  expect(request.headers).toContainEqual({ name: 'Authorization', value: 'Bearer abcdefgh-ijklmnop-qrstuvwx' });
  expect(event?.text).toContain('abcdefgh-ijklmnop');
  const keys = async (query = '') => (await gateway.api<DashboardState>(`/api/state${query}`)).json.apis[0]?.keys[0]?.value;
  expect([await keys(), await keys('?secrets=1')]).toEqual([`${'*'.repeat(KEY.length - 6)}456789`, KEY]);
});

test('secrets of the query are masked in event, log, list and why, too', async () => {
  const query = 'access_token=abcdefgh%2Bijklmnop-qrstuvwx&code=4711&code=81%2F5&country_code=4711&page=2';
  const shown = `access_token=${'*'.repeat(22)}stuvwx&code=****&code=******&country_code=4711&page=2`;
  const masked = await recorded(`/prod/cached?${query}`);
  const text = JSON.stringify(masked);
  expect(text).not.toMatch(/ijklmnop|81\/5|81%2F5|(?<!country_)code[^a-z]{1,8}4711/);
  expect(text).toContain('country_code=4711');
  expect([masked.query, masked.request.url]).toEqual([shown, `/prod/cached?${shown}`]);
  expect((await recorded(`/prod/cached?${query}`, {}, '?secrets=1')).request.url).toBe(`/prod/cached?${query}`);
  const list = async (more = '') => (await gateway.api<RequestList>(`/api/requests?limit=1${more}`)).json.items[0]?.query;
  expect([await list(), await list('&secrets=1')]).toEqual([shown, query]);
});

test('a sentence, a step and a template do not tell what is masked', async () => {
  const secret = 'wrong-key-abcdefghijklmnop';
  const refused = await recorded(`/prod/orders?key=${secret}`, order({ pet: secret }, { 'x-api-key': secret }));
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused)).not.toContain('abcdefgh');
  expect(JSON.stringify((await gateway.api<RequestList>('/api/requests')).json)).not.toContain('abcdefgh');
  const recording = await recorded('/prod/orders?api_key=abcdefgh-1234', order({ pet: 'abcdefgh-1234' }));
  expect(recording.templates[0]).toMatchObject({ output: `{"wanted": "${'*'.repeat(13)}"}`, context: { query: { api_key: '*'.repeat(13) } } });
});

test('an unknown path says which route was meant, in record, header and list', async () => {
  const why = 'no GET on /pet in this deployment; did you mean GET /pets?';
  const response = await fetch(`${gateway.url}/prod/pet`);
  expect(response.headers.get('x-synthgate-explain')).toContain(why);
  expect(await recorded('/prod/pet')).toMatchObject({ status: 403, why: { code: 'ROUTE_UNKNOWN', sentence: why, nearest: 'GET /pets' }, stoppedAt: 'route' });
  for (const target of ['/pets', '/prd/pets', '/Prod/pet']) {
    expect((await recorded(target)).why).toMatchObject({ code: 'STAGE_UNKNOWN', nearest: 'GET /prod/pets' });
  }
  expect((await gateway.api<RequestList>('/api/requests?filter=did+you')).json.items).toHaveLength(5);
});

test('a browser call that CORS fails has a diagnosis, and so has its preflight', async () => {
  const headers = { Origin: 'https://shop.test' };
  expect(await recorded('/prod/pets', { headers })).toMatchObject({
    isBlockedByCors: true, cors: { ok: false, problems: ['the answer has no Access-Control-Allow-Origin, so browsers block it'] },
  });
  const preflight = await recorded('/prod/pets', { method: 'OPTIONS', headers: { ...headers, 'Access-Control-Request-Method': 'GET' } });
  expect(preflight.cors?.problems).toEqual(['the preflight of GET /pets was answered with 403: /pets has no OPTIONS method that answers preflights, so the browser does not send the request']);
});

test('the list has the newest first, page by page; clearing empties it', async () => {
  for (const path of ['a', 'b', 'c']) await recorded(`/prod/${path}`);
  const { json: first } = await gateway.api<RequestList>('/api/requests?limit=2');
  expect(first.items.map(({ path }) => path)).toEqual(['/c', '/b']);
  const { json: second } = await gateway.api<RequestList>(`/api/requests?limit=2&before=${first.next}`);
  expect([second.items.map(({ path }) => path), second.next]).toEqual([['/a'], undefined]);
  await gateway.api('/api/requests', { method: 'DELETE' });
  expect((await gateway.api<RequestList>('/api/requests')).json).toEqual({ items: [], kept: 0, dropped: 0 });
});

test('a request is sent from the form, with a key by its name, and replayed with changes', async () => {
  const play = { api: 'Shop', stage: 'prod', method: 'POST', path: '/orders', headers: [{ name: 'content-type', value: 'application/json' }], body: '{"pet":"dog"}', key: 'Student' };
  const { status, json: record } = await gateway.api<RequestRecord>('/api/requests', { method: 'POST', body: play });
  expect([status, record.status, record.event?.text]).toEqual([201, 201, '{"wanted": "dog"}']);
  const { json: again } = await gateway.api<ReplayResult>(`/api/requests/${record.id}/replay`, { method: 'POST', body: { overrides: { body: '{"pet":"cow"}' } } });
  expect(again.record).toMatchObject({ replayOf: record.id, event: { text: '{"wanted": "cow"}' }, status: 201 });
  expect(again.differences).toEqual([expect.objectContaining({ what: 'body /made' })]);
  const { json: third } = await gateway.api<ReplayResult>(`/api/requests/${record.id}/replay`, { method: 'POST' });
  expect(third.differences[0]).toEqual({ what: 'status', before: '201', after: '429' });
});

test('REQUEST_NOT_REPEATABLE: a body that was refused for its size was never read', async () => {
  const response = await fetch(`${gateway.url}/prod/orders`, { method: 'POST', body: 'x'.repeat(11_000_000) });
  expect(response.status).toBe(413);
  await response.text();
  const id = response.headers.get('x-amzn-requestid') ?? '';
  expect((await gateway.api<RequestRecord>(`/api/requests/${id}`)).json.request).toMatchObject({ body: '', bodyBytes: 11_000_000, bodyTruncated: true });
  const { json } = await gateway.api(`/api/requests/${id}/as?format=test`);
  expect([json.code, json.message]).toEqual(['REQUEST_NOT_REPEATABLE', expect.stringContaining('refused before it was read')]);
});

test('the clock is advanced: the quota of the next day is unused, a cached response has expired; reset sets it back', async () => {
  const statusOf = async () => (await recorded('/prod/orders', order({ pet: 'cat' }))).status;
  expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([201, 201, 429]);
  await recorded('/prod/cached');
  const { json: clock } = await gateway.api<ClockState>('/api/clock', { method: 'POST', body: { advanceMs: 86_400_000 } });
  expect(clock.offsetMs).toBe(86_400_000);
  expect(Math.abs(clock.now - Date.now() - 86_400_000)).toBeLessThan(60_000);
  expect(await statusOf()).toBe(201);
  expect(rows(await recorded('/prod/cached'))).toContain('cache passed: miss');
  expect((await gateway.api<ClockState>('/api/clock', { method: 'POST', body: { reset: true } })).json.offsetMs).toBe(0);
  expect(await statusOf()).toBe(201);
});

test('limits are seen and reset, of one key or of one cache', async () => {
  await recorded('/prod/orders', order({ pet: 'cat' }));
  await recorded('/prod/cached');
  const bucket = 'usage plan "Free", API key "Student"';
  const limits = async () => (await gateway.api<LimitsState>('/api/limits')).json;
  expect(await limits()).toMatchObject({
    keys: [{
      key: 'Student', plan: 'Free', quota: { limit: 2, used: 1, period: 'DAY' },
      throttle: { rateLimit: 100, bucket, tokens: expect.any(Number) },
    }],
    buckets: [{ name: bucket, tokens: expect.any(Number) }],
    caches: [{ api: 'Shop', stage: 'prod', entries: 1 }],
  });
  await gateway.api('/api/limits/reset', { method: 'POST', body: { key: 'Student' } });
  const full = (await limits()).keys[0]?.throttle?.burstLimit;
  expect(await limits()).toMatchObject({
    keys: [{ quota: { used: 0 }, throttle: { tokens: full } }], buckets: [], caches: [{ entries: 1 }],
  });
  await gateway.api('/api/limits/reset', { method: 'POST', body: { cache: { api: 'Shop', stage: 'prod' } } });
  expect((await limits()).caches).toEqual([{ api: 'Shop', stage: 'prod', entries: 0, bytes: 0 }]);
});

test('caches of a load that failed are not listed after the next good one', async () => {
  const extra = { ...SPEC, api: { id: 'extra', name: 'Extra' } };
  writeAssembly(gateway.directory, [SPEC, extra]);
  await expect(gateway.serving.reload()).rejects.toMatchObject({ code: 'RELOAD_CHANGES_APIS' });
  writeAssembly(gateway.directory, [SPEC]);
  await gateway.serving.reload();
  expect((await gateway.api<LimitsState>('/api/limits')).json.caches.map(({ api }) => api)).toEqual(['Shop']);
});

test('the state has routes with all that a form needs', async () => {
  const { json } = await gateway.api<DashboardState>('/api/state');
  expect(json).toMatchObject({ version: '1.2.3', mode: 'dev', build: { status: 'ok' }, clock: { offsetMs: 0 } });
  const [api] = json.apis;
  expect(api).toMatchObject({ name: 'Shop', url: gateway.url, functions: ['Auth', 'Pets'], keys: [{ name: 'Student', plans: ['Free'] }] });
  expect(api?.stages[0]?.routes.find(({ path }) => path === '/orders')).toMatchObject({
    method: 'POST', integration: 'mapped', integrationLabel: 'mapped Pets', apiKeyRequired: true, validator: 'body and parameters', function: 'Pets', isNew: false,
    bodyExample: '{\n  "pet": "text",\n  "count": 1\n}', models: { 'application/json': { type: 'object' } },
  });
  expect(api?.stages[0]?.routes.find(({ path }) => path === '/pets/{petId}')).toMatchObject({
    authorizer: { name: 'Auth', type: 'token' }, parameters: [{ in: 'path', name: 'petId', required: true }],
  });
});

test('what changed since the last build is marked', async () => {
  gateway.dashboard.report({ status: 'ok', at: 1, changes: ['+ GET /pets → proxy Pets', '~ GET /pets/{petId}: authorizer'] });
  const { json } = await gateway.api<DashboardState>('/api/state');
  expect(json.apis[0]?.stages[0]?.routes.filter(({ isNew }) => isNew).map(({ path }) => path)).toEqual(['/pets', '/pets/{petId}']);
  gateway.dashboard.report({ status: 'ok', at: 1, changes: [] });
});

test('a token is refused by a gateway that accepts none of the local issuer', async () => {
  expect(await gateway.api('/api/tokens', { method: 'POST', body: {} }))
    .toMatchObject({ status: 400, json: { code: 'OPTION_INVALID', message: expect.stringContaining('--local-issuer') } });
});

test('a template is rendered, or its error is reported', async () => {
  const render = async (template: string) => (await gateway.api<TemplateResult>('/api/template', { method: 'POST', body: { template, body: '{"a":1}', pathParameters: { id: '7' } } })).json;
  expect(await render('$input.params("id") $input.path("$.a")')).toEqual({ output: '7 1', overrides: {} });
  expect(await render('#if(')).toEqual({ error: expect.stringContaining('TEMPLATE_FAILED') });
});

test.each([
  ['three loops', { template: '#foreach($a in [1..1000])#foreach($b in [1..1000])#foreach($c in [1..1000])#end#end#end' }],
  ['a JSONPath with five descents', { template: '$input.path("$..a..a..a..a..a")', body: `${'{"a":'.repeat(100)}1${'}'.repeat(100)}` }],
  ['an expression that refers back', { template: '$input.body.matches("(a+)+\\1$")', body: `${'a'.repeat(60)}!` }],
  ['9,000 nested blocks', { template: `${'#if(true)'.repeat(9_000)}${'#end'.repeat(9_000)}` }],
])('a template is not rendered without budget: %s', async (_, body) => {
  const { status, json } = await gateway.api<TemplateResult>('/api/template', { method: 'POST', body });
  expect([status, json]).toEqual([200, { error: expect.stringMatching(/TEMPLATE_FAILED.*(too many steps|longer than 1000 ms|more than 100 levels)/) as string }]);
});

test('a body that is nested too deeply is refused', async () => {
  const body = `{"template": "", "context": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  const response = await fetch(`${gateway.serving.management?.url}/api/template`, { method: 'POST', body, headers: { authorization: `Bearer ${gateway.token}` } });
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'DASHBOARD_CALL_INVALID', message: expect.stringContaining('nested deeper than 100 levels') as string })]);
});

test('events arrive as they happen, and closing the gateway ends the stream', async () => {
  const second = await dashboardGateway(SPEC, () => '{"statusCode":200}');
  const response = await fetch(`${second.serving.management?.url}/api/events`, { headers: { authorization: `Bearer ${second.token}` } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(chunk).toString();
  })();
  await (await fetch(`${second.url}/prod/pets`)).text();
  await second.api('/api/clock', { method: 'POST', body: { advanceMs: 1 } });
  await second.api('/api/requests', { method: 'DELETE' });
  second.dashboard.report({ status: 'failed', message: 'no', at: 3 });
  await until(() => text.includes('event: build') || undefined);
  expect([...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual(['request', 'clock', 'cleared', 'build']);
  expect(JSON.parse(/^event: request\ndata: (.*)$/m.exec(text)?.[1] ?? '')).toMatchObject({ path: '/pets', status: 200, function: 'Pets' });
  await second.close();
  await reading;
});

test('wrong bodies, methods and ids are answered with a code and a reason', async () => {
  expect(await gateway.api('/api/clock', { method: 'POST', body: { advanceMs: 'x' } })).toMatchObject({ status: 400, json: { code: 'DASHBOARD_CALL_INVALID' } });
  expect(await gateway.api('/api/requests/x/as?format=perl')).toMatchObject({ status: 404, json: { code: 'REQUEST_NOT_RECORDED' } });
  expect(await gateway.api('/api/clock')).toMatchObject({
    status: 405, json: { code: 'MANAGEMENT_OPERATION_UNKNOWN', message: 'the management port has no GET /api/clock', help: expect.stringContaining('/api/openapi.json') },
  });
  expect(await gateway.api('/api/requests/none')).toMatchObject({ status: 404, json: { code: 'REQUEST_NOT_RECORDED', message: 'there is no recorded request none' } });
  expect(await gateway.api('/api/nothing')).toMatchObject({ status: 404, json: { code: 'MANAGEMENT_OPERATION_UNKNOWN' } });
  expect(await gateway.api('/api/requests', { method: 'POST', body: { api: 'None', stage: 'prod', method: 'GET', path: '/' } })).toMatchObject({ status: 400, json: { code: 'API_UNKNOWN' } });
});

test('CONNECTION_NOT_RECORDED: only a connection that is kept is shown', async () => {
  expect(await gateway.api('/api/connections/none')).toMatchObject({ status: 404, json: { code: 'CONNECTION_NOT_RECORDED' } });
});

test('the OpenAPI document describes every operation', async () => {
  const { json } = await gateway.api<{ paths: Record<string, object> }>('/api/openapi.json');
  expect(Object.entries(json.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`)).sort()).toEqual([
    'delete /api/connections/{id}', 'delete /api/requests', 'get /api/connections', 'get /api/connections/{id}', 'get /api/events', 'get /api/limits', 'get /api/openapi.json', 'get /api/reference/{id}', 'get /api/requests', 'get /api/requests/{id}',
    'get /api/requests/{id}/as', 'get /api/state', 'post /api/clock', 'post /api/connections', 'post /api/connections/{id}/messages', 'post /api/limits/reset', 'post /api/requests',
    'post /api/requests/restore', 'post /api/requests/{id}/replay', 'post /api/template', 'post /api/tokens',
  ]);
});

test('OPTION_INVALID: several processes have no dashboard', async () => {
  await expect(dashboardGateway(SPEC, () => 'null', { processes: 2, invokeMiddleware: undefined })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});

test('a dashboard takes the port of the last start if it is free and one of its own, and then its token; elsewhere it has another', async () => {
  const stateDirectory = newDirectory();
  const token = newManagementToken();
  const startAfter = async (port: number): Promise<URL> => {
    writeManagementAddress(stateDirectory, { url: `http://127.0.0.1:${port}`, token });
    const started = await dashboardGateway(SPEC, () => 'null', { managementPort: undefined, stateDirectory });
    const url = new URL(started.serving.management?.dashboardUrl ?? '');
    await started.close();
    expect(url.searchParams.get('token') === token).toBe(url.port === String(port));
    return url;
  };
  expect((await startAfter(4017)).port).toBe('4017');
  const blocker = createServer();
  await new Promise<void>((resolve) => { blocker.listen(4018, '127.0.0.1', resolve); });
  expect((await startAfter(4018)).port).not.toBe('4018');
  blocker.close();
  expect((await startAfter(9)).port).not.toBe('9');
});
