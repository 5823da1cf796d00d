import { compileHttpProxy } from '../../../lib/runtime/integrations/http-proxy';
import type { Validated } from '../../../lib/runtime/plan/exchange';
import type { HttpProxyIntegrationSpec } from '../../../lib/spec';
import { received, validated } from '../../support/exchange';
import { answer, compileContext, integrationOf } from '../../support/integrations';
import type { BackendRequest, BackendResponse } from '../../../lib/runtime/ports';

async function send(spec: Partial<HttpProxyIntegrationSpec>, request: Partial<Validated> = {}, response: Partial<BackendResponse> = {}) {
  const calls: BackendRequest[] = [];
  const context = compileContext({
    http: (call) => {
      calls.push(call);
      return Promise.resolve({ status: 200, headers: [], body: Buffer.alloc(0), ...response });
    },
  });
  const complete = integrationOf('http-proxy', spec);
  const reply = await answer(compileHttpProxy(complete, context), validated(request));
  const [call] = calls;
  return { ...reply, call, sent: Object.fromEntries(call?.headers.map(({ name, value }) => [name, value]) ?? []) };
}

describe('§9', () => {
  test('the client\'s headers pass, but for those that end at the gateway', async () => {
    const names = ['accept', 'X-Own', 'Authorization', 'Host', 'Content-Encoding', 'Via', 'X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto', 'x-amzn-trace-id'];
    const { sent } = await send({}, { headers: names.map((name) => ({ name, value: 'v' })) });
    expect(sent).toEqual({
      'accept': 'v', 'X-Own': 'v', 'Authorization': 'v', 'X-Forwarded-For': 'v', 'X-Forwarded-Port': 'v', 'X-Forwarded-Proto': 'v',
      'X-Amzn-Apigateway-Api-Id': 'api123', 'X-Amzn-Trace-Id': 'Root=1-0-0',
    });
  });

  test('a mapped header replaces the client\'s', async () => {
    const { sent } = await send({ requestParameters: { 'integration.request.header.Accept': '\'m\'', 'integration.request.header.Host': '\'h\'', 'integration.request.header.Via': '\'v\'' } },
      { headers: [{ name: 'accept', value: 'c' }] });
    expect(sent).toMatchObject({ Accept: 'm', Host: 'h' });
    expect(sent).not.toHaveProperty('accept');
    expect(sent).not.toHaveProperty('Via');
  });

  test('query of the uri, then the client\'s encoded anew, then mapped values', async () => {
    const { call } = await send({
      uri: 'http://b/{p}?own=1',
      requestParameters: { 'integration.request.path.p': 'method.request.path.proxy', 'integration.request.querystring.a': '\'mapped\'' },
    }, { pathParameters: { proxy: 'x/c%2Fd%25' }, query: 'a=%2F%20+%2B&b;a=1%3Bb=2' });
    expect(call?.url).toBe('http://b/x/c/d%25?own=1&a=/%20%20%2B&a=1;b%3D2&b=&a=mapped');
  });

  test('body bytes, method and status pass', async () => {
    const body = Buffer.from('text: é');
    const reply = await send({}, { received: received({ method: 'PATCH', body }) }, { status: 418, body });
    expect(reply).toMatchObject({ status: 418, call: { method: 'PATCH', body } });
  });

  test('the backend\'s headers pass, some under another name', async () => {
    const headers = ['Connection', 'Content-Length', 'Date', 'Server', 'x-amzn-RequestId', 'Access-Control-Allow-Origin', 'Content-Type', 'Content-Encoding', 'Via', 'Transfer-Encoding']
      .map((name) => ({ name, value: 'v' }));
    expect(Object.keys((await send({}, {}, { headers })).headers)).toEqual([
      'x-amzn-Remapped-Connection', 'x-amzn-Remapped-Content-Length', 'x-amzn-Remapped-Date', 'x-amzn-Remapped-Server', 'x-amzn-Remapped-x-amzn-RequestId',
      'Access-Control-Allow-Origin', 'Content-Type', 'Content-Encoding',
    ]);
  });

  test('it carries no trace header of its own; an illegal mapping fails every call', async () => {
    expect(compileHttpProxy(integrationOf('http-proxy', {}), compileContext()).tracesResponses).toBe(false);
    await expect(send({ requestParameters: { 'integration.request.header.Content-Length': '\'0\'' } })).rejects.toMatchObject({ code: 'INTEGRATION_HEADER_ILLEGAL' });
  });
});
