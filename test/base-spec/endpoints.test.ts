import { Api, MappedIntegration } from 'synthgate';
import { declareGateway, ECHO, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest, post, type Answer } from '../support/http-client';

const SIX_HEADERS = 'Content-Type,X-Amz-Date,Authorization,X-Api-Key,Cache-Control,X-Requested-With';

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'dev' } });
    const echo = functionOf(app, 'Echo', ECHO);
    const result = functionOf(app, 'Result', '(event) => ({ received: event })');
    const mapped = new MappedIntegration(result);
    api.root.addProxy({ defaultIntegration: echo });
    api.root.addResource('mapped').addMethod('POST', mapped, { cors: {} });
    const both = api.root.addResource('both');
    both.addMethod('GET', mapped);
    both.addMethod('POST', mapped);
    both.addCorsPreflight();
    api.root.addResource('one-origin').addMethod('POST', mapped, {
      cors: { allowOrigins: ['https://app.test'], allowHeaders: ['Content-Type', 'X-Own'] },
    });
    const proxied = api.root.addResource('proxied');
    proxied.addMethod('POST', functionOf(app, 'Silent', '() => ({ statusCode: 200, body: "" })'));
    proxied.addCorsPreflight();
    const reporting = api.root.addResource('telling');
    reporting.addMethod('POST', functionOf(app, 'Telling', `() => ({
      statusCode: 200, headers: { 'Access-Control-Allow-Origin': 'https://app.test' }, body: '',
    })`));
    reporting.addCorsPreflight();
    api.root.addResource('mapped-header').addMethod('POST', new MappedIntegration(result, {
      integrationResponses: [{ statusCode: '200', responseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'https://mapped.test'" } }],
    }), { cors: {} });
  });
});
afterAll(() => gateway.close());

const preflight = (path: string, method = 'POST'): Promise<Answer> => sendRequest(`${gateway.url}/dev/${path}`, {
  method: 'OPTIONS',
  headers: { 'Origin': 'https://app.test', 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': 'content-type' },
});

test('Endpoints, invocation: {base_url}/<stage>/<resource path>?<query string> gives the integration result', async () => {
  const answer = await sendRequest(`${gateway.url}/dev/a?b=c`);
  expect(answer.status).toBe(200);
  expect(answer.json()).toMatchObject({ path: '/a', queryStringParameters: { b: 'c' } });
});

test('Endpoints, invocation: a JSON body reaches the function as it was sent', async () => {
  const body = '{ "a":  [1, 2.50, "ü"] }';
  const answer = await sendRequest(`${gateway.url}/dev/a`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(answer.json()).toMatchObject({ body, isBase64Encoded: false });
});

test('Endpoints, greedy resource: any configured method, the remaining path is in path parameter proxy', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await sendRequest(`${gateway.url}/dev/x/y/z`, { method });
    expect(answer.json()).toMatchObject({ httpMethod: method, pathParameters: { proxy: 'x/y/z' } });
  }
});

test('Endpoints, preflight: OPTIONS on the path that it protects is answered with 200 and the CORS headers', async () => {
  const answer = await preflight('mapped');
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST,OPTIONS',
    'access-control-allow-headers': SIX_HEADERS,
  });
});

test('Endpoints, rule 1: query string parameters and headers are passed to the function', async () => {
  const answer = await sendRequest(`${gateway.url}/dev/a?b=1&b=2&c=x%20y`, { headers: { 'X-Own': 'mine', 'Accept': 'text/plain' } });
  expect(answer.json()).toMatchObject({
    headers: { 'X-Own': 'mine', 'Accept': 'text/plain' },
    queryStringParameters: { b: '2', c: 'x y' },
    multiValueQueryStringParameters: { b: ['1', '2'], c: ['x y'] },
  });
});

test('Endpoints, rule 2: CORS adds three headers to the OPTIONS method', async () => {
  const names = Object.keys((await preflight('mapped')).headers).filter((name) => name.startsWith('access-control-'));
  expect(names.sort()).toEqual(['access-control-allow-headers', 'access-control-allow-methods', 'access-control-allow-origin']);
});

test('Endpoints, rule 2: CORS adds Access-Control-Allow-Origin to the protected methods, and nothing else', async () => {
  for (const answer of [await sendRequest(`${gateway.url}/dev/both`), await post(`${gateway.url}/dev/both`, {})]) {
    expect(answer.status).toBe(200);
    expect(Object.entries(answer.headers).filter(([name]) => name.startsWith('access-control-'))).toEqual([['access-control-allow-origin', '*']]);
  }
});

test('Endpoints, rule 3: a preflight allows every origin by default', async () => {
  expect((await preflight('mapped')).headers['access-control-allow-origin']).toBe('*');
});

test('Endpoints, rule 3: a preflight allows POST,OPTIONS by default for a POST resource', async () => {
  expect((await preflight('mapped')).headers['access-control-allow-methods']).toBe('POST,OPTIONS');
});

test('Endpoints, rule 3: a preflight lists every protected method and OPTIONS', async () => {
  expect((await preflight('both', 'GET')).headers['access-control-allow-methods']).toBe('GET,POST,OPTIONS');
});

test('Endpoints, rule 3: a preflight allows the six headers by default', async () => {
  expect((await preflight('mapped')).headers['access-control-allow-headers']).toBe(SIX_HEADERS);
});

test('Endpoints, rule 4: Access-Control-Allow-Origin can be one specific origin', async () => {
  expect((await preflight('one-origin')).headers['access-control-allow-origin']).toBe('https://app.test');
  expect((await post(`${gateway.url}/dev/one-origin`, {})).headers['access-control-allow-origin']).toBe('https://app.test');
});

test('Endpoints, rule 4: the response header mapping of a method can be changed', async () => {
  const answer = await post(`${gateway.url}/dev/mapped-header`, {});
  expect(answer.headers['access-control-allow-origin']).toBe('https://mapped.test');
});

test('Endpoints, rule 4: further request headers may be listed', async () => {
  expect((await preflight('one-origin')).headers['access-control-allow-headers']).toBe('Content-Type,X-Own');
});

test('Endpoints, rule 5: under proxy integration CORS has no effect on the responses of the function', async () => {
  expect((await preflight('proxied')).status).toBe(200);
  const answer = await post(`${gateway.url}/dev/proxied`, {}, { Origin: 'https://app.test' });
  expect(answer.status).toBe(200);
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});

test('Endpoints, rule 5: under proxy integration the function returns the CORS headers itself', async () => {
  const answer = await post(`${gateway.url}/dev/telling`, {}, { Origin: 'https://app.test' });
  expect(answer.headers['access-control-allow-origin']).toBe('https://app.test');
});

test('Endpoints, rule 6: a form-encoded POST that calls itself JSON is answered 400, also under proxy integration', async () => {
  for (const path of ['mapped', 'telling', 'x/y']) {
    const answer = await sendRequest(`${gateway.url}/dev/${path}`, {
      method: 'POST', headers: { 'Content-Type': 'application/json', 'Origin': 'https://app.test' }, body: 'name=value&other=1',
    });
    expect(answer.status).toBe(400);
  }
});

test('Endpoints, rule 6: the 400 has no Access-Control-Allow-Origin header', async () => {
  for (const path of ['mapped', 'telling']) {
    const answer = await sendRequest(`${gateway.url}/dev/${path}`, {
      method: 'POST', headers: { 'Content-Type': 'application/json; charset=utf-8', 'Origin': 'https://app.test' }, body: '[object Object]',
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test('Endpoints, rule 6: other methods and other content types are not checked', async () => {
  const put = await sendRequest(`${gateway.url}/dev/a`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: 'a=b' });
  const form = await sendRequest(`${gateway.url}/dev/a`, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=b' });
  expect([put.status, form.status]).toEqual([200, 200]);
});

/** Responses of every kind: a result, a preflight, an error of the request, an unknown path, an unknown stage. */
async function everyKind(): Promise<Answer[]> {
  const json = { 'Content-Type': 'application/json' };
  return [
    await sendRequest(`${gateway.url}/dev/a`),
    await preflight('mapped'),
    await sendRequest(`${gateway.url}/dev/mapped`, { method: 'POST', headers: json, body: 'no' }),
    await sendRequest(`${gateway.url}/dev/mapped`),
    await sendRequest(`${gateway.url}/nowhere/a`),
  ];
}

test('Endpoints, rule 7: every response carries a request id', async () => {
  const ids = (await everyKind()).map(({ headers }) => headers['x-amzn-requestid']);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('Endpoints, rule 7: X-Cache is a miss for a successful preflight and an error for a failed call', async () => {
  expect((await preflight('mapped')).headers['x-cache']).toBe('Miss from cloudfront');
  expect((await sendRequest(`${gateway.url}/nowhere/a`)).headers['x-cache']).toBe('Error from cloudfront');
});

test('Endpoints, rule 7: every response carries Via and an id of the content delivery network', async () => {
  for (const { headers } of await everyKind()) {
    expect(headers.via).toMatch(/^1\.1 \S+\.cloudfront\.net \(CloudFront\)$/);
    expect(headers['x-amz-cf-id']).toMatch(/^[\w-]{20,}==$/);
  }
});

test('Endpoints, rule 7: the request id is the one that the function sees', async () => {
  const answer = await sendRequest(`${gateway.url}/dev/a`);
  expect(answer.json<{ requestContext: { requestId: string } }>().requestContext.requestId).toBe(answer.headers['x-amzn-requestid']);
});
