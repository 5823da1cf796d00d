import { compileHttp } from '../../../lib/runtime/integrations/http';
import type { Validated } from '../../../lib/runtime/plan/exchange';
import type { HttpIntegrationSpec } from '../../../lib/spec';
import { received, stage, validated } from '../../support/exchange';
import { answer, compileContext, integrationOf, integrationResponse } from '../../support/integrations';
import type { BackendRequest, BackendResponse } from '../../../lib/runtime/ports';

const BACKEND: BackendResponse = {
  status: 200,
  headers: [{ name: 'Content-Type', value: 'text/plain' }, { name: 'Server', value: 's' }, { name: 'ETag', value: '"1"' }],
  body: Buffer.from('hello'),
};

async function send(spec: Partial<HttpIntegrationSpec>, request: Partial<Validated> = {}, response: Partial<BackendResponse> = {}) {
  const calls: BackendRequest[] = [];
  const context = compileContext({
    http: (call) => {
      calls.push(call);
      return Promise.resolve({ ...BACKEND, ...response });
    },
  });
  const complete = integrationOf('http', { httpMethod: 'POST', timeoutMs: 1_000, responses: [integrationResponse()], ...spec });
  const reply = await answer(compileHttp(complete, context), validated(request));
  const [call] = calls;
  return { ...reply, call, sent: Object.fromEntries(call?.headers.map(({ name, value }) => [name, value]) ?? []) };
}

const CLIENT = [{ name: 'Content-Type', value: 'text/x' }, { name: 'Accept', value: 'text/html' }, { name: 'X-Own', value: '1' }];
const post = (body: string) => ({ headers: CLIENT, received: received({ method: 'POST', body: Buffer.from(body), headers: CLIENT }) });

describe('request headers of mapped HTTP', () => {
  test('are the gateway\'s own and Content-Type', async () => {
    expect((await send({}, post('x'))).sent).toEqual({
      'Accept': 'application/json',
      'User-Agent': 'AmazonAPIGateway_api123',
      'Content-Type': 'text/x',
      'X-Amzn-Apigateway-Api-Id': 'api123',
      'X-Amzn-Trace-Id': 'Root=1-0-0',
    });
  });

  test('of a GET not even Content-Type is carried over', async () => {
    expect((await send({}, { headers: CLIENT })).sent).not.toHaveProperty('Content-Type');
  });

  test('a mapped header replaces the gateway\'s; some are dropped', async () => {
    const requestParameters = {
      'integration.request.header.accept': '\'text/css\'', 'integration.request.header.TE': '\'x\'', 'integration.request.header.Host': '\'h\'',
      'integration.request.header.Upgrade': '\'u\'',
    };
    const { sent } = await send({ requestParameters });
    expect(sent).toMatchObject({ accept: 'text/css', Host: 'h', Upgrade: 'u' });
    expect(sent).not.toHaveProperty('Accept');
    expect(sent).not.toHaveProperty('TE');
  });
});

describe('mapped HTTP', () => {
  test('body, method, address and limits', async () => {
    const { call } = await send({ uri: 'http://b/{id}?own=1', requestParameters: { 'integration.request.path.id': 'method.request.path.map', 'integration.request.querystring.Name': '\'a b\'' } },
      { ...post('text'), pathParameters: { map: 'status/200' }, query: 'dropped=1' });
    expect(call).toMatchObject({ method: 'POST', url: 'http://b/status/200?own=1&Name=a%20b', body: Buffer.from('text'), timeoutMs: 1_000, maxBytes: 10_485_760 });
  });

  test('httpMethod ANY is the client\'s; an empty body stays empty', async () => {
    expect((await send({ httpMethod: 'ANY' })).call).toMatchObject({ method: 'GET', body: undefined });
  });

  test('a template\'s overrides beat mappings', async () => {
    const requestTemplates = { 'application/json': '#set($context.requestOverride.header.X-A = "t")#set($context.requestOverride.path.id = "t")#set($context.requestOverride.querystring.q = "t")made' };
    const requestParameters = { 'integration.request.header.X-A': '\'m\'', 'integration.request.path.id': '\'m\'', 'integration.request.querystring.q': '\'m\'' };
    const { call, sent } = await send({ uri: 'http://b/{id}', requestTemplates, requestParameters });
    expect(call).toMatchObject({ url: 'http://b/t?q=t', body: Buffer.from('made') });
    expect(sent['X-A']).toBe('t');
  });

  test.each(['Content-Length', 'Transfer-Encoding', 'X Y'])('an override of %s is refused', async (name) => {
    const requestTemplates = { 'application/json': `#set($context.requestOverride.header["${name}"] = "1")` };
    await expect(send({ requestTemplates })).rejects.toMatchObject({ code: 'OVERRIDE_INVALID' });
  });

  test('the status selects; one default hides the backend\'s status while its body passes', async () => {
    const responses = [integrationResponse(), integrationResponse({ statusCode: '503', selectionPattern: '5\\d{2}' })];
    await expect(send({ responses }, {}, { status: 500 })).resolves.toMatchObject({ status: 503 });
    await expect(send({ responses }, {}, { status: 404, body: Buffer.from('gone') })).resolves.toMatchObject({ status: 200, body: 'gone' });
  });

  test('none of the backend\'s headers reach the client unless mapped', async () => {
    const responseParameters = { 'method.response.header.ETag': 'integration.response.header.ETag' };
    expect((await send({ responses: [integrationResponse({ responseParameters })] })).headers).toEqual({ 'Content-Type': 'application/json', 'ETag': '"1"' });
  });
});

describe('mapped response', () => {
  const pngs = stage({ binaryMediaTypes: ['image/png'] });
  const png = [{ name: 'content-type', value: 'image/png' }];

  test('a binary payload is base64 text for a client that wants text', async () => {
    await expect(send({}, { stage: pngs }, { headers: png })).resolves.toMatchObject({ body: Buffer.from('hello').toString('base64') });
    await expect(send({}, { stage: pngs, headers: [{ name: 'Accept', value: 'image/png' }] }, { headers: png })).resolves.toMatchObject({ body: 'hello' });
  });

  test('a template cannot read bytes', async () => {
    const responses = [integrationResponse({ contentHandling: 'CONVERT_TO_BINARY', responseTemplates: { 'application/json': 'x' } })];
    await expect(send({ responses }, { stage: pngs }, { headers: png })).rejects.toMatchObject({ code: 'PAYLOAD_BINARY' });
  });
});
