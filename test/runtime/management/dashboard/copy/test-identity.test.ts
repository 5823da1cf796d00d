import type { GatewaySpecInput } from '../../../../../lib/spec';
import type { RequestRecord } from '../../../../../lib/runtime/inspection/protocol';
import { dashboardGateway, type DashboardGateway } from '../../../../support/dashboard';
import { runPastedTest } from '../../../../support/pasted-test';

/* Requests of callers whom an authorizer knows are copied as tests, with and without their secrets; each passes when it is pasted. */

const KEY = 'student-key-0123456789';
const NAMED = 'partner-key-0123456789';
const OPEN = 'open-key-0123456789012';
const CREDENTIALS = [
  { accessKeyId: 'AKIDANNA', secretAccessKey: 'secret-of-anna', userArn: 'arn:aws:iam::123456789012:user/Anna' },
  { accessKeyId: 'AKIDCARL', secretAccessKey: 'secret-of-carl', policy: { Version: '2012-10-17' as const, Statement: [{ Effect: 'Deny' as const, Action: '*', Resource: '*' }] } },
];
const who = {
  type: 'mock' as const,
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  responses: [{
    statusCode: '200',
    responseTemplates: { 'application/json': '{"id": "$context.requestId", "who": "$context.authorizer.principalId$context.authorizer.claims.sub", "tier": "$context.authorizer.tier", "groups": "$context.authorizer.claims[\'cognito:groups\']"}' },
  }],
};
const method = (more: object) => ({ GET: { integration: who, methodResponses: { 200: {} }, ...more } });
const spec = (apiKeySource: 'HEADER' | 'AUTHORIZER'): GatewaySpecInput => ({
  format: 'synthgate/1',
  api: { id: 'shop', name: 'Shop', apiKeySource },
  functions: { Pets: { code: 'pets', handler: 'index.handler' }, Auth: { code: 'auth', handler: 'index.handler' } },
  authorizers: {
    Auth: { type: 'token', function: 'Auth', identityValidationExpression: 'Bearer [a-z]+' },
    Pool: { type: 'cognito-user-pools', userPools: [{ arn: 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI' }] },
    Jwt: { type: 'jwt', issuer: 'https://issuer.example.com/', audience: ['pets'], identitySource: 'method.request.header.X-Token' },
  },
  resources: {
    '/': { id: 'root', methods: {} },
    '/decided': { id: 'decided', methods: method({ authorization: { type: 'CUSTOM', authorizer: 'Auth' }, apiKeyRequired: apiKeySource === 'AUTHORIZER' }) },
    '/pool': { id: 'pool', methods: method({ authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Pool' } }) },
    '/scoped': { id: 'scoped', methods: method({ authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Pool', scopes: ['pets/read'] } }) },
    '/jwt': { id: 'jwt', methods: method({ authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Jwt' } }) },
    '/keyed': { id: 'keyed', methods: method({ apiKeyRequired: true }) },
    '/signed': { id: 'signed', methods: { POST: { authorization: { type: 'AWS_IAM' }, integration: { type: 'proxy', function: 'Pets' } } } },
  },
  stages: { prod: {} },
  apiKeys: { Student: { value: KEY }, Partner: { value: NAMED }, Open: {} },
  usagePlans: { Free: { keys: ['Student', 'Partner', 'Open'], stages: { prod: {} } } },
});

const open = (apiKeySource: 'HEADER' | 'AUTHORIZER') => dashboardGateway(spec(apiKeySource), (name, { authorizationToken }) => {
  if (name !== 'Auth') return JSON.stringify({ statusCode: 200, body: 'signed in' });
  const Effect = authorizationToken === 'Bearer mallory' ? 'Deny' : 'Allow';
  return JSON.stringify({
    principalId: String(authorizationToken).slice(7), context: { tier: 'gold' }, usageIdentifierKey: NAMED,
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: '*' }] },
  });
}, { credentials: CREDENTIALS, localIssuer: true, apiKeys: { Open: OPEN } });

let gateway: DashboardGateway;
beforeAll(async () => { gateway = await open('HEADER'); });
afterAll(async () => {
  await gateway.close();
});

/** Sends a request as a user of the page does. */
async function played(request: object, { api }: DashboardGateway = gateway): Promise<RequestRecord> {
  const { json } = await api<RequestRecord>('/api/requests?secrets=1', { method: 'POST', body: { api: 'Shop', stage: 'prod', method: 'GET', ...request } });
  return json;
}

async function copied({ id }: RequestRecord, secrets: '' | '&secrets=1', { api }: DashboardGateway = gateway): Promise<string> {
  return (await api(`/api/requests/${id}/as?format=test${secrets}`)).text;
}

const header = (name: string, value: string) => ({ headers: [{ name, value }] });
const pool = (more: object = {}) => ({ identity: { authorizer: 'Pool', claims: { 'sub': 'alice', 'custom:tier': 'gold' }, groups: ['admin', 'staff'], ...more } });
const expired = { identity: { authorizer: 'Jwt', claims: { exp: 1_700_000_000 } } };
const signedBy = (credential: string) => ({ method: 'POST', path: '/signed?b=2&a=1', body: '{"a":1}', identity: { credential } });
const tampered = 'AWS4-HMAC-SHA256 Credential=AKIDANNA/20261123/us-east-1/execute-api/aws4_request, SignedHeaders=host, Signature=abc';

test.each<readonly [string, object, number, string]>([
  ['whom a function knows', { path: '/decided', ...header('Authorization', 'Bearer anna') }, 200, '"who": "anna", "tier": "gold"'],
  ['whom a function denies', { path: '/decided', ...header('Authorization', 'Bearer mallory') }, 403, 'explicit deny'],
  ['with another form of token', { path: '/decided', ...header('Authorization', 'Basic anna') }, 401, 'Unauthorized'],
  ['of a user pool', { path: '/pool', ...pool() }, 200, '"who": "alice", "tier": "", "groups": "admin,staff"'],
  ['with a scope', { path: '/scoped', ...pool({ scopes: ['pets/read'] }) }, 200, '"who": "alice"'],
  ['without the scope', { path: '/scoped', ...pool({ scopes: ['other'] }) }, 401, 'Unauthorized'],
  ['with a token of the wrong use', { path: '/scoped', ...pool() }, 401, 'Unauthorized'],
  ['of an issuer, by a header of its own', { path: '/jwt', identity: { authorizer: 'Jwt', claims: { sub: 'bob' } } }, 200, '"who": "bob"'],
  ['with an expired token', { path: '/jwt', ...expired }, 401, 'has expired'],
  ['with a key', { path: '/keyed', key: 'Student' }, 200, '"who": ""'],
  ['with a key whose value is given to the gateway', { path: '/keyed', key: 'Open' }, 200, '"who": ""'],
  ['with an unknown key', { path: '/keyed', ...header('x-api-key', 'wrong') }, 403, 'Forbidden'],
  ['who signs', signedBy('AKIDANNA'), 200, 'signed in'],
  ['who signs and is denied', signedBy('AKIDCARL'), 403, 'user/AKIDCARL'],
  ['with a wrong signature', { ...signedBy(''), identity: undefined, ...header('Authorization', tampered) }, 403, ''],
])('the test of a caller %s passes when it is pasted', async (_, request, status, text) => {
  const record = await played(request);
  expect([record.status, record.response.body]).toEqual([status, expect.stringContaining(text)]);
  for (const secrets of ['', '&secrets=1'] as const) {
    const code = await copied(record, secrets);
    expect(await runPastedTest(code)).toBeGreaterThan(0);
    expect(code).not.toContain('process.env');
  }
  const hidden = await copied(record, '');
  for (const secret of [KEY, OPEN, 'Bearer anna', 'secret-of-anna']) expect(hidden).not.toContain(secret);
});

test('a key that the authorizer names is looked up, and never shown unless it is asked for', async () => {
  const secondGateway = await open('AUTHORIZER');
  const record = await played({ path: '/decided', ...header('Authorization', 'Bearer anna') }, secondGateway);
  expect(record).toMatchObject({ status: 200, apiKey: 'Partner', caller: { type: 'function', principalId: 'anna', usageIdentifierKey: NAMED } });
  const code = await copied(record, '', secondGateway);
  expect(code).not.toContain(NAMED);
  expect(await runPastedTest(code)).toBeGreaterThan(0);
  expect((await secondGateway.api(`/api/requests/${record.id}`)).text).not.toContain(NAMED);
  await secondGateway.close();
});

test('templates are rendered again with what they know of the caller', async () => {
  const { templates } = await played({ path: '/pool', ...pool() });
  const { template, input: body, context, output } = templates.find(({ place }) => place === 'response') ?? { context: {} };
  expect((await gateway.api('/api/template', { method: 'POST', body: { template, body, ...context } })).json).toMatchObject({ output });
});

test('a signed request is signed again when it is replayed with another body', async () => {
  const record = await played(signedBy('AKIDANNA'));
  const replay = async (overrides: object) => (await gateway.api<{ record: RequestRecord }>(`/api/requests/${record.id}/replay`, { method: 'POST', body: { overrides } })).json.record;
  expect(await replay({ body: '{"b":2}' })).toMatchObject({ status: 200, caller: { accessKey: 'AKIDANNA' } });
  await gateway.api('/api/clock', { method: 'POST', body: { advanceMs: 86_400_000 } });
  expect(await replay({})).toMatchObject({ status: 200 });
  await gateway.api('/api/clock', { method: 'POST', body: { reset: true } });
});

test.each([
  [{ authorizer: 'Auth' }, 'one of Pool, Jwt'],
  [{ credential: 'AKIDNOBODY' }, 'one of AKIDANNA, AKIDCARL'],
])('OPTION_INVALID: %j cannot be the caller', async (identity, allowed) => {
  const { status, json } = await gateway.api('/api/requests', { method: 'POST', body: { api: 'Shop', stage: 'prod', method: 'GET', path: '/pool', identity } });
  expect([status, json.code, json.message]).toEqual([400, 'OPTION_INVALID', expect.stringContaining(allowed)]);
});

test('the state says how callers of each route identify themselves', async () => {
  const { json } = await gateway.api<{ apis: readonly { credentials: readonly string[]; stages: readonly { routes: readonly { path: string; authorizer: unknown }[] }[] }[] }>('/api/state');
  const [api] = json.apis;
  expect(api?.credentials).toEqual(['AKIDANNA', 'AKIDCARL']);
  const authorizerOf = (path: string) => api?.stages[0]?.routes.find((route) => route.path === path)?.authorizer;
  expect(authorizerOf('/decided')).toEqual({ name: 'Auth', type: 'token', sources: [{ in: 'header', name: 'Authorization' }], scopes: [] });
  expect(authorizerOf('/scoped')).toEqual({ name: 'Pool', type: 'cognito-user-pools', sources: [{ in: 'header', name: 'Authorization' }], scopes: ['pets/read'], identity: 'token' });
  expect(authorizerOf('/signed')).toEqual({ type: 'AWS_IAM', sources: [], scopes: [], identity: 'credential' });
});
