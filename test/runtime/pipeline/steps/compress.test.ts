import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { Api, EndpointType, MockIntegration, ProxyIntegration, Size } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../../../support/declared-gateway';
import { sendRequest } from '../../../support/http-client';

const TEXT = 'hello '.repeat(100).trim() + '.'.repeat(10);
let gateway: DeclaredGateway;

beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const mock = (template: string, header?: string) => new MockIntegration({
      integrationResponses: [{
        statusCode: '200',
        responseTemplates: { 'text/plain': template },
        ...(header === undefined ? {} : { responseParameters: { 'method.response.header.Content-Encoding': `'${header}'` } }),
      }],
    });
    const api = new Api(app, 'Packed', { minCompressionSize: Size.bytes(600), endpointType: EndpointType.REGIONAL });
    api.root.addResource('long').addMethod('GET', mock(TEXT));
    api.root.addResource('edge').addMethod('GET', mock('x'.repeat(600)));
    api.root.addResource('short').addMethod('GET', mock('x'.repeat(599)));
    api.root.addResource('packed').addMethod('GET', mock(TEXT, 'br'));
    api.root.addResource('echo').addMethod('POST', new ProxyIntegration(functionOf(app, 'Echo', `(event) => ({
      statusCode: 200, body: JSON.stringify({ body: event.body, isBase64Encoded: event.isBase64Encoded, coding: event.headers['Content-Encoding'] ?? null }),
    })`)));
    const plain = new Api(app, 'Plain');
    plain.root.addResource('long').addMethod('GET', mock(TEXT));
  });
});
afterAll(() => gateway.close());

const get = (path: string, accept?: string) => sendRequest(`${gateway.url}/prod/${path}`, { headers: accept === undefined ? {} : { 'Accept-Encoding': accept } });

describe('Compression', () => {
  test.each([['gzip', gunzipSync], ['deflate', inflateSync]] as const)('a response is packed with %s after its template, with the right length', async (coding, unpacked) => {
    const answer = await get('long', coding);
    expect(answer.headers).toMatchObject({ 'content-encoding': coding, 'content-type': 'text/plain' });
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
    expect(answer.body.length).toBeLessThan(TEXT.length);
    expect(unpacked(answer.body).toString()).toBe(TEXT);
    expect(answer.headers).not.toHaveProperty('vary');
  });

  test.each([undefined, '*', 'identity', 'br'])('with Accept-Encoding %s it stays as it is', async (accept) => {
    const answer = await get('long', accept);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.text).toBe(TEXT);
  });

  test('from the minimum size on, and not one byte below', async () => {
    expect((await get('edge', 'gzip')).headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect((await get('short', 'gzip')).headers).not.toHaveProperty('content-encoding');
  });

  test('what the integration packed is not packed again', async () => {
    expect(await get('packed', 'gzip')).toMatchObject({ text: TEXT, headers: { 'content-encoding': 'br' } });
  });

  test('without a minimum size there is no compression', async () => {
    const [, { url }] = gateway.serving.apis;
    expect((await sendRequest(`${url}/prod/long`, { headers: { 'Accept-Encoding': 'gzip' } })).text).toBe(TEXT);
  });

  test('a function gets a packed request unpacked, and its header gone', async () => {
    const answer = await sendRequest(`${gateway.url}/prod/echo`, { method: 'POST', headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' }, body: gzipSync('hello') });
    expect(answer.json()).toEqual({ body: 'hello', isBase64Encoded: false, coding: null });
  });

  test.each(['gzip', 'br'])('a request that is not in the coding %s, or in none that is known, gets 415', async (coding) => {
    const answer = await sendRequest(`${gateway.url}/prod/echo`, { method: 'POST', headers: { 'Content-Encoding': coding }, body: 'hello' });
    expect([answer.status, answer.text]).toEqual([415, '{"message": "Unsupported Media Type"}']);
  });

  test('a bomb gets 413', async () => {
    const answer = await sendRequest(`${gateway.url}/prod/echo`, { method: 'POST', headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000)) });
    expect([answer.status, answer.json()]).toEqual([413, { message: 'Request Too Long' }]);
  });

  test('errors of the gateway stay as they are', async () => {
    const answer = await get('nowhere', 'gzip');
    expect(answer.json()).toEqual({ message: 'Missing Authentication Token' });
  });
});
