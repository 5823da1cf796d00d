import { Api, AuthorizationType, MappedIntegration } from 'synthgate';
import { declareGateway, ECHO, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest } from '../support/http-client';

const KEY = 'key-of-the-first-client-0001';

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'dev' } });
    const echo = functionOf(app, 'Echo', ECHO);
    api.root.addResource('open').addMethod('GET', echo, { authorizationType: AuthorizationType.NONE });
    const keyed = api.root.addResource('keyed');
    keyed.addMethod('GET', echo, { apiKeyRequired: true });
    keyed.addMethod('POST', new MappedIntegration(echo), { apiKeyRequired: true, cors: {} });
    const plan = api.addUsagePlan('Free', { apiStages: [{ stage: api.deploymentStage }] });
    plan.addApiKey(api.addApiKey('First', { value: KEY }));
    plan.addApiKey(api.addApiKey('Given'));
    plan.addApiKey(api.addApiKey('Off', { value: 'key-that-was-switched-off-01', enabled: false }));
    api.addApiKey('NoPlan', { value: 'key-without-a-usage-plan-001' });
  }, { apiKeys: { 'Shop-Given': 'key-given-to-the-runtime-001' } });
});
afterAll(() => gateway.close());

const keyed = (headers: Record<string, string> = {}) => sendRequest(`${gateway.url}/dev/keyed`, { headers });

test('Authentication, method authorization NONE: no credential is checked', async () => {
  expect((await sendRequest(`${gateway.url}/dev/open`)).status).toBe(200);
  expect((await sendRequest(`${gateway.url}/dev/open`, { headers: { Authorization: 'Bearer anything' } })).status).toBe(200);
});

test('Authentication, API key required false: no API key is needed', async () => {
  expect((await sendRequest(`${gateway.url}/dev/open`)).status).toBe(200);
  expect((await sendRequest(`${gateway.url}/dev/open`, { headers: { 'X-Api-Key': 'any' } })).status).toBe(200);
});

test('Authentication, API key required true: the key is sent in X-Api-Key', async () => {
  expect((await keyed({ 'X-Api-Key': KEY })).status).toBe(200);
  expect((await keyed({ 'x-api-key': KEY })).status).toBe(200);
  expect((await keyed({ 'X-Api-Key': 'key-given-to-the-runtime-001' })).status).toBe(200);
});

test('Authentication, API key required true: a missing, wrong, disabled or unplanned key is refused with 403', async () => {
  const refused = [{}, { 'X-Api-Key': '' }, { 'X-Api-Key': 'wrong' }, { 'X-Api-Key': 'key-that-was-switched-off-01' }, { 'X-Api-Key': 'key-without-a-usage-plan-001' }];
  for (const headers of refused) {
    const answer = await keyed(headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
  }
});

test('Authentication, X-Api-Key and Authorization are listed in the default Access-Control-Allow-Headers', async () => {
  const answer = await sendRequest(`${gateway.url}/dev/keyed`, {
    method: 'OPTIONS', headers: { 'Origin': 'http://app.test', 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-headers'].split(',')).toEqual(expect.arrayContaining(['X-Api-Key', 'Authorization']));
});

test('Authentication, requestContext.identity carries the caller, each member null when not applicable', async () => {
  const identityOf = async (headers: Record<string, string>) =>
    (await keyed(headers)).json<{ requestContext: { identity: Record<string, unknown> } }>().requestContext.identity;
  expect(await identityOf({ 'X-Api-Key': KEY })).toMatchObject({ apiKey: KEY, caller: null, user: null, userArn: null, accountId: null });
  const open = (await sendRequest(`${gateway.url}/dev/open`)).json<{ requestContext: { identity: Record<string, unknown> } }>();
  expect(open.requestContext.identity).toMatchObject({ apiKey: null, userAgent: null, sourceIp: '127.0.0.1' });
});
