import { connect } from 'node:net';
import { Api, AuthorizationType, TokenAuthorizer, type App } from 'synthgate';
import type { AccessLogEntry, ServeOptions } from 'synthgate/runtime';
import { declareGateway, functionOf, type DeclaredGateway } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';
import { until } from '../../support/until';

const ID = '0af7651916cd43dd8448eb211c80319c';
const KEY = 'key-of-the-first-client-0001';

let gateway: DeclaredGateway;
const entries: AccessLogEntry[] = [];
const accessLog: ServeOptions['accessLog'] = (entry) => void entries.push(entry);
const next = async (): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse((await until(() => entries.shift())).line) as Readonly<Record<string, unknown>>; // an object, as the test expects

beforeAll(async () => {
  gateway = await declareGateway((app: App) => {
    const api = new Api(app, 'Shop');
    const allow = "() => ({ principalId: 'you', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] } })";
    const authorizer = new TokenAuthorizer(api, 'Guard', { handler: functionOf(app, 'Decides', allow) });
    const pets = functionOf(app, 'GetPet', "() => ({ statusCode: 201, body: 'pet' })");
    api.root.addResource('pets').addResource('{petId}').addMethod('GET', pets, { authorizer, authorizationType: AuthorizationType.CUSTOM });
    const keyed = api.root.addResource('keyed').addMethod('POST', pets, { apiKeyRequired: true });
    const plan = api.addUsagePlan('Free', { apiStages: [{ stage: api.deploymentStage, throttle: [{ method: keyed, throttle: { rateLimit: 0, burstLimit: 1 } }] }] });
    plan.addApiKey(api.addApiKey('First', { value: KEY }));
  }, { requestLog: '-', accessLog });
});
afterAll(() => gateway.close());

test('a request has its place, times, sizes, caller and trace, and nothing secret', async () => {
  const secrets = { 'Authorization': 'Bearer secret', 'traceparent': `00-${ID}-b7ad6b7169203331-01`, 'User-Agent': 'me', 'X-Amzn-Trace-Id': `Root=1-${ID.slice(0, 8)}-${ID.slice(8)}` };
  const { headers } = await sendRequest(`${gateway.url}/prod/pets/7?token=secret`, { headers: secrets });
  expect(entries).toMatchObject([{ api: 'Shop', stage: 'prod', destination: 'stdout' }]);
  expect(entries[0].line).not.toMatch(/secret|\n/);
  expect(await next()).toEqual({
    'timestamp': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), 'request_id': headers['x-amzn-requestid'], 'trace_id': ID,
    'api': 'Shop', 'stage': 'prod', 'http.request.method': 'GET', 'url.path': '/prod/pets/7', 'http.route': '/prod/pets/{petId}',
    'http.response.status_code': 201, 'duration_ms': expect.any(Number), 'integration_ms': expect.any(Number),
    'http.request.body.size': 0, 'http.response.body.size': 3, 'network.protocol.version': '1.1', 'client.address': '127.0.0.1',
    'user_agent.original': 'me', 'principal': 'you',
  });
});

test('a refusal has its reason, its limit and the id of the key', async () => {
  const post = async (key: string) => {
    await sendRequest(`${gateway.url}/prod/keyed`, { method: 'POST', body: '{}', headers: { 'X-Api-Key': key } });
    return next();
  };
  expect(await post('unknown')).toMatchObject({ 'http.response.status_code': 403, 'error.type': 'API_KEY_REFUSED', 'rejected_by': 'key' });
  const accepted = await post(KEY);
  expect(accepted).toMatchObject({ 'http.response.status_code': 201, 'api_key_id': expect.stringMatching(/./) });
  expect(accepted.api_key_id).not.toBe(KEY);
  expect(await post(KEY)).toMatchObject({ 'error.type': 'RATE_EXCEEDED', 'rejected_by': 'throttle', 'limit': 'key_method', 'api_key_id': accepted.api_key_id });
});

test('requests that reach no route, and bytes that are none, have lines as well', async () => {
  await sendRequest(`${gateway.url}/prod/nowhere`);
  expect(await next()).toMatchObject({ 'stage': 'prod', 'rejected_by': 'route' });
  await sendRequest(`${gateway.url}/unknown/pets`);
  expect(await next()).not.toHaveProperty('stage');
  connect(Number(new URL(gateway.url).port), '127.0.0.1').end('GET /prod/pets/7 HTTP/9.9\r\nHost: a\r\n\r\n');
  expect(await next()).toMatchObject({ 'api': 'Shop', 'http.response.status_code': expect.any(Number), 'rejected_by': 'protocol' });
});
