import { validate as validateDocument } from '@readme/openapi-parser';
import Ajv from 'ajv/dist/2020';
import type { RequestRecord } from '../../../../lib/runtime/inspection/protocol';
import type { GatewaySpecInput } from '../../../../lib/spec';
import { dashboardGateway, type DashboardGateway } from '../../../support/dashboard';

/* The OpenAPI document says what the dashboard's API really answers. */

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: object;
}
interface Described {
  readonly responses: Readonly<Record<string, {
    readonly $ref?: string;
    readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  }>>;
}

const SPEC: GatewaySpecInput = {
  format: 'synthgate/1',
  api: { id: 'shop', name: 'Shop' },
  functions: { Pets: { code: 'pets', handler: 'index.handler' } },
  authorizers: { Customers: { type: 'cognito-user-pools', userPools: [{ arn: '${token:Customers.Arn}' }] } },
  models: { Order: { schema: { type: 'object', properties: { pet: { type: 'string' } } } } },
  resources: {
    '/': { id: 'root', methods: {} },
    '/orders': {
      id: 'orders',
      methods: {
        POST: {
          apiKeyRequired: true, requestModels: { 'application/json': 'Order' }, requestParameters: { 'method.request.querystring.q': true },
          integration: {
            type: 'mapped', function: 'Pets', requestTemplates: { 'application/json': '{"wanted": $input.json("$.pet")}' }, responses: [{ statusCode: '201' }],
          },
          methodResponses: { 201: {} },
        },
      },
    },
  },
  stages: { prod: { variables: { a: 'b' }, cacheClusterEnabled: true } },
  apiKeys: { Student: { value: 'student-key-0123456789' } },
  usagePlans: { Free: { keys: ['Student'], quota: { limit: 2, period: 'DAY' }, throttle: { rateLimit: 9, burstLimit: 9 }, stages: { prod: {} } } },
};

/** A WebSocket API that accepts everybody. */
const CHAT: GatewaySpecInput = {
  format: 'synthgate/1', protocol: 'websocket', api: { id: 'chat', name: 'Chat' }, stages: { prod: {} },
  resources: { '/$connect': { id: 'connect', methods: { ANY: { integration: { type: 'mock', requestTemplates: { $default: '{"statusCode": 200}' }, responses: [] } } } } },
};

let gateway: DashboardGateway;
let document: Document;
let sent: RequestRecord;
let connection: string;
const CONNECT = { api: 'Chat', stage: 'prod', path: '/' };
const PLAY = {
  api: 'Shop', stage: 'prod', method: 'POST', path: '/orders?q=1', key: 'Student', body: '{"pet":"cat"}',
  headers: [{ name: 'content-type', value: 'application/json' }, { name: 'origin', value: 'https://shop.test' }],
};
beforeAll(async () => {
  gateway = await dashboardGateway(SPEC, (_, __, { requestId }) => {
    gateway.dashboard.records.wrote(requestId, { at: 1, level: 'stdout', functionName: 'Pets', text: 'called' });
    return '{"made":true}';
  }, { localIssuer: true, others: [CHAT] });
  document = (await gateway.api<Document>('/api/openapi.json')).json;
  sent = (await gateway.api<RequestRecord>('/api/requests', { method: 'POST', body: PLAY })).json;
  connection = (await gateway.api<{ readonly connection: string }>('/api/connections', { method: 'POST', body: CONNECT })).json.connection;
  await gateway.api(`/api/connections/${connection}/messages`, { method: 'POST', body: { to: 'gateway', text: '{}' } });
});
afterAll(async () => {
  await gateway.close();
});

/** Returns the errors of a value against a schema; empty if it is valid. */
function problems(schema: object | undefined, value: unknown): unknown[] {
  const validate = new Ajv({ strict: false }).compile({ ...schema, components: document.components });
  validate(value);
  return validate.errors ?? [];
}

const schemaOf = (method: string, path: string, status: '2XX' | '4XX') =>
  document.paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.['application/json']?.schema;

/** Each operation, with a call of it; those without a body of JSON are seen elsewhere. */
const CALLS: readonly { readonly method: string; readonly path: string; readonly body?: object; readonly query?: string }[] = [
  { method: 'GET', path: '/api/state' },
  { method: 'GET', path: '/api/requests', query: '?limit=1' },
  { method: 'POST', path: '/api/requests', body: PLAY },
  { method: 'GET', path: '/api/requests/{id}', query: '?secrets=1' },
  { method: 'POST', path: '/api/requests/{id}/replay', body: { overrides: { body: '{"pet":"dog"}' } } },
  { method: 'POST', path: '/api/requests/restore' },
  { method: 'POST', path: '/api/clock', body: { advanceMs: 1 } },
  { method: 'GET', path: '/api/limits' },
  { method: 'POST', path: '/api/limits/reset', body: { key: 'Student' } },
  { method: 'POST', path: '/api/template', body: { template: '$input.body' } },
  { method: 'POST', path: '/api/tokens', body: { groups: ['admin'] } },
  { method: 'GET', path: '/api/connections' },
  { method: 'POST', path: '/api/connections', body: CONNECT },
  { method: 'GET', path: '/api/connections/{id}' },
  { method: 'GET', path: '/api/openapi.json' },
];

test('it is a valid OpenAPI document, and every answer of JSON has a call below', async () => {
  expect(await validateDocument(structuredClone(document) as never)).toMatchObject({ valid: true });
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const).filter(([method]) => schemaOf(method, path, '2XX') !== undefined));
  // references need a renderer: test/browser/dashboard-reference.test.ts
  const called = [...CALLS.map(({ method, path }) => String([method, path])), 'GET,/api/reference/{id}'];
  expect(described.map(String).sort()).toEqual(called.sort());
});

test.each(CALLS)('$method $path answers what its schema describes', async ({ method, path, body, query = '' }) => {
  const { status, json } = await gateway.api(path.replace('{id}', path.includes('/connections/') ? connection : sent.id) + query, { method, ...(body === undefined ? {} : { body }) });
  expect(Math.floor(status / 100)).toBe(2);
  expect(problems(schemaOf(method, path, '2XX'), json)).toEqual([]);
});

test('a record with everything that it can have fits, and one with a member that is not declared does not', async () => {
  expect(sent).toMatchObject({ templates: [{ place: 'request' }], console: [{ text: 'called' }], cors: { ok: false }, event: {}, result: {}, isBlockedByCors: true });
  const schema = schemaOf('GET', '/api/requests/{id}', '2XX');
  expect(problems(schema, sent)).toEqual([]);
  expect(problems(schema, { ...sent, steps: [{ ...sent.steps[0], more: 1 }] })).toEqual([expect.objectContaining({ keyword: 'additionalProperties' })]);
});

test.each([
  ['GET', '/api/requests/{id}', 'none', undefined], ['POST', '/api/requests/{id}/replay', 'none', {}], ['POST', '/api/clock', '', {}],
  ['POST', '/api/requests', '', { ...PLAY, api: 'Other' }],
  ['GET', '/api/connections/{id}', 'none', undefined], ['POST', '/api/connections', '', { ...CONNECT, api: 'Shop' }],
])('%s %s answers errors as described', async (method, path, id, body) => {
  const { status, json } = await gateway.api(path.replace('{id}', id), { method, ...(body === undefined ? {} : { body }) });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(problems(schemaOf(method, path, '4XX'), json)).toEqual([]);
  expect(json).toMatchObject({ code: expect.any(String), help: expect.any(String) });
});

test.each([
  [401, { authorization: 'Bearer guess' }], [403, { origin: 'https://evil.test' }],
])('%i is answered as described, before the operation is known', async (expected, headers) => {
  const $ref = document.paths['/api/state']?.get?.responses[expected]?.$ref;
  const { status, json } = await gateway.api<{ readonly code: string }>('/api/state', { headers });
  expect(status).toBe(expected);
  expect($ref).toBe(`#/components/responses/${json.code}`);
  expect(problems({ $ref: '#/components/schemas/DashboardError' }, json)).toEqual([]);
});

test('so are those that no client of this test can send', () => {
  expect(document.paths['/api/requests/{id}']?.get?.responses).toMatchObject({
    421: { $ref: '#/components/responses/MANAGEMENT_HOST_WRONG' }, 429: { $ref: '#/components/responses/MANAGEMENT_GUESSES_LIMITED' },
  });
});
