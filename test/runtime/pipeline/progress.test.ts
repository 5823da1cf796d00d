import { acceptedKey, plan, progress, received, stage } from '../../support/exchange';

const SIGNATURE = 'AWS4-HMAC-SHA256 Credential=a';
const withHeaders = (...pairs: readonly (readonly [string, string])[]) =>
  progress({ received: received({ headers: pairs.map(([name, value]) => ({ name, value })) }) });
const valueOf = (request: ReturnType<typeof progress>, name: string) => request.headers.find((field) => field.name === name)?.value;

test('a request begins without caller, stage and method', () => {
  expect(progress()).toMatchObject({ target: 'gateway', stage: undefined, routed: undefined, principal: { type: 'anonymous' }, apiKey: undefined, reply: undefined });
});

test('with its stage it answers as that stage does, with its method it is routed', () => {
  const request = progress();
  const served = stage({ endpointType: 'REGIONAL' });
  request.enterStage(served);
  expect([request.responseContext, request.routed]).toEqual([served, undefined]);
  request.enterMethod(plan({ label: 'proxy Pets' }), { petId: '7' });
  expect(request).toMatchObject({ target: 'proxy Pets', pathParameters: { petId: '7' } });
  expect(request.routed).toBe(request);
});

test('headers are those added by the edge, computed once', () => {
  const request = withHeaders(['Host', 'api.test'], ['Connection', 'close']);
  request.enterStage(stage());
  request.enterMethod(plan(), {});
  expect(request.headers.map(({ name }) => name)).toEqual(expect.arrayContaining(['Host', 'X-Amzn-Trace-Id', 'Via']));
  expect(valueOf(request, 'Connection')).toBeUndefined();
  expect(request.headers).toBe(request.headers);
});

test('a signature is seen only until the caller is known, by methods that ask who it is', () => {
  const request = withHeaders(['Authorization', SIGNATURE]);
  request.enterStage(stage());
  request.enterMethod(plan({ authorizes: true }), {});
  expect(valueOf(request, 'Authorization')).toBe(SIGNATURE);
  request.authorized({ type: 'anonymous' });
  expect(valueOf(request, 'Authorization')).toBeUndefined();
});

test('it is hidden as well where the headers were not read before', () => {
  const request = withHeaders(['Authorization', SIGNATURE]);
  request.enterMethod(plan({ authorizes: true }), {});
  request.authorized({ type: 'anonymous' });
  expect(valueOf(request, 'Authorization')).toBeUndefined();
});

test('the query is decoded when somebody asks, once', () => {
  const request = progress({ path: { stageName: 'prod', path: '/', routePath: '/', fullPath: '/prod/', query: 'a=1&a=%20&__proto__=x' } });
  expect(Object.entries(request.queryParameters)).toEqual([['a', ['1', ' ']], ['__proto__', ['x']]]);
  expect(request.queryParameters).toBe(request.queryParameters);
});

test('a request that is replaced is another one from there on', () => {
  const request = progress();
  const second = received({ body: Buffer.from('other') });
  request.replaced(second, [{ name: 'X-A', value: 'b' }]);
  expect(request).toMatchObject({ received: second, headers: [{ name: 'X-A', value: 'b' }] });
});

test('it keeps what its steps found out', () => {
  const request = progress();
  const key = acceptedKey('Key', 'value');
  request.identified(key);
  request.requested('asked');
  request.answered('answered');
  request.replied({ status: 200, head: '', text: '' });
  expect(request).toMatchObject({ apiKey: key, request: 'asked', response: 'answered', reply: { status: 200 } });
});
