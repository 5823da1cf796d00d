import { Api, MappedIntegration } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest, type Answer } from '../support/http-client';

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'dev' } });
    const proxied = functionOf(app, 'Proxied', '() => ({ statusCode: 200, headers: { "Access-Control-Allow-Origin": "*" }, body: "" })');
    api.root.addResource('proxied').addMethod('POST', proxied);
    api.root.addResource('mapped').addMethod('POST', new MappedIntegration(functionOf(app, 'Mapped', '(event) => event')), { cors: {} });
  });
});
afterAll(() => gateway.close());

const postJson = (path: string, body: string): Promise<Answer> =>
  sendRequest(`${gateway.url}/dev/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'Origin': 'http://app.test' }, body });

test('Errors, a body that is not valid JSON: 400 with Content-Type application/json', async () => {
  for (const path of ['proxied', 'mapped']) {
    const answer = await postJson(path, 'a=1&b=2');
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json().message).toMatch(/^Could not parse request body into json: Unrecognized token 'a'/);
  }
});

test('Errors, a body that is not valid JSON: X-Cache reports an error', async () => {
  expect((await postJson('mapped', '{"a":')).headers['x-cache']).toBe('Error from cloudfront');
});

test('Errors, a body that is not valid JSON: no Access-Control-Allow-Origin header', async () => {
  for (const path of ['proxied', 'mapped']) {
    expect((await postJson(path, "{'a': 1}")).headers).not.toHaveProperty('access-control-allow-origin');
  }
});

test('Errors, a method or resource that is not deployed to the stage: the call of a web page fails', async () => {
  for (const path of ['/dev/unknown', '/dev/proxied/below', '/beta/proxied']) {
    const answer = await sendRequest(`${gateway.url}${path}`, { headers: { Origin: 'http://app.test' } });
    expect(answer.status).toBe(403);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers['x-cache']).toBe('Error from cloudfront');
  }
  expect((await sendRequest(`${gateway.url}/dev/proxied`)).text).toBe('{"message":"Missing Authentication Token"}');
  expect((await sendRequest(`${gateway.url}/beta/proxied`)).text).toBe('{"message":"Forbidden"}');
});

test('Errors, a successful preflight: 200 with the CORS headers', async () => {
  const answer = await sendRequest(`${gateway.url}/dev/mapped`, {
    method: 'OPTIONS', headers: { 'Origin': 'http://app.test', 'Access-Control-Request-Method': 'POST' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST,OPTIONS',
    'access-control-allow-headers': 'Content-Type,X-Amz-Date,Authorization,X-Api-Key,Cache-Control,X-Requested-With',
  });
});
