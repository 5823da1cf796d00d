import aws4 from 'aws4';
import { connect, refused } from '../../support/web-socket-client';
import { serveWebSocketApi, type ServedHttpApi } from '../../support/http-api';

/* Guards of connections: authorizers, signatures, API keys, throttles. */

const CREDENTIALS = { accessKeyId: 'AKIATESTS', secretAccessKey: 'secret' };
const KEY = 'mobile-key-0123456789';
/** Decides as the token says. */
const DECIDES = `async (event) => {
  const { token } = event.queryStringParameters;
  console.log('asked ' + JSON.stringify(event));
  if (token === 'throw') throw new Error('Unauthorized');
  if (token === 'broken') return { nothing: true };
  return {
    principalId: 'me', context: { role: 'admin', n: 1 }, usageIdentifierKey: '${KEY}',
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: token === 'deny' ? 'Deny' : 'Allow', Resource: event.methodArn }] },
  };
}`;
const ECHO = 'async (event) => ({ statusCode: 200, body: JSON.stringify(event.requestContext) })';
const EVERY = { hasRouteResponse: true, integration: { type: 'proxy' as const, function: 'Echo' } };

describe('an authorizer function', () => {
  let api: ServedHttpApi;
  beforeAll(async () => {
    api = await serveWebSocketApi({
      functions: { Decides: DECIDES, Echo: ECHO },
      authorizers: { Auth: { type: 'request', function: 'Decides', identitySources: ['route.request.querystring.token'] } },
      routes: { $connect: { authorization: { type: 'CUSTOM', authorizer: 'Auth' }, integration: { type: 'proxy', function: 'Echo' } }, $default: EVERY },
    });
  });
  afterAll(() => api.close());
  const asked = () => api.log.filter(({ message }) => message.startsWith('asked ')).map(({ message }) => JSON.parse(message.slice(6)) as Readonly<Record<string, unknown>>);

  test('is asked once, and every later event has its context', async () => {
    const client = await connect(`${api.url}/prod?token=yes`);
    expect(asked().at(-1)).toMatchObject({
      type: 'REQUEST', methodArn: expect.stringMatching(/^arn:aws:execute-api:us-east-1:\d{12}:ws123\/prod\/\$connect$/) as string,
      queryStringParameters: { token: 'yes' }, stageVariables: {}, headers: { 'Connection': 'upgrade', 'Upgrade': 'websocket', 'Sec-WebSocket-Version': '13' },
      requestContext: { routeKey: '$connect', eventType: 'CONNECT' },
    });
    const before = asked().length;
    client.send('x');
    expect(JSON.parse(await client.next())).toMatchObject({ eventType: 'MESSAGE', authorizer: { principalId: 'me', role: 'admin', n: '1' } });
    expect(asked()).toHaveLength(before);
    client.socket.close();
  });

  test.each([['', 401, 'Unauthorized'], ['?token=deny', 403, 'Forbidden'], ['?token=throw', 401, 'Unauthorized'], ['?token=broken', 500, 'Internal server error']])(
    'refuses the handshake for %s with %i', async (query, status, message) => {
      const answer = await refused(`${api.url}/prod${query}`);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([status, expect.objectContaining({ message })]);
    });
});

test('AWS_IAM: the handshake is signed', async () => {
  const api = await serveWebSocketApi({
    functions: { Echo: ECHO }, routes: { $connect: { authorization: { type: 'AWS_IAM' }, integration: { type: 'proxy', function: 'Echo' } }, $default: EVERY },
  }, { credentials: [CREDENTIALS] });
  const { host } = new URL(api.url);
  const sign = (secretAccessKey: string) => Object.fromEntries(Object.entries(aws4.sign(
    { host, path: '/prod', method: 'GET', service: 'execute-api', region: 'us-east-1', headers: {} }, { ...CREDENTIALS, secretAccessKey },
  ).headers ?? {}).map(([name, value]) => [name, String(value)]));
  const client = await connect(`${api.url}/prod`, { headers: sign('secret') });
  client.send('x');
  expect(JSON.parse(await client.next())).toMatchObject({ identity: { accessKey: 'AKIATESTS', sourceIp: '127.0.0.1' } });
  client.socket.close();
  expect((await refused(`${api.url}/prod`)).status).toBe(403);
  expect((await refused(`${api.url}/prod`, { headers: sign('wrong') })).status).toBe(403);
  await api.close();
});

test.each([['HEADER', { headers: { 'x-api-key': KEY } }], ['AUTHORIZER', {}]] as const)('an API key, from the %s, counts against its usage plan', async (apiKeySource, options) => {
  const api = await serveWebSocketApi({
    functions: { Echo: ECHO, Decides: DECIDES },
    api: { apiKeySource },
    authorizers: { Auth: { type: 'request', function: 'Decides', identitySources: ['route.request.querystring.token'] } },
    apiKeys: { Mobile: { value: KEY } },
    usagePlans: { Basic: { keys: ['Mobile'], stages: { prod: {} }, quota: { limit: 2, period: 'DAY' } } },
    routes: {
      $connect: { apiKeyRequired: true, authorization: { type: 'CUSTOM', authorizer: 'Auth' }, integration: { type: 'proxy', function: 'Echo' } }, $default: EVERY,
    },
  });
  const url = `${api.url}/prod?token=yes`;
  if (apiKeySource === 'HEADER') expect((await refused(url)).status).toBe(403);
  for (let count = 0; count < 2; count += 1) {
    const client = await connect(url, options);
    for (let sent = 0; sent < 3; sent += 1) client.send('x'); // messages do not count
    expect(JSON.parse(await client.next())).toMatchObject({ identity: { apiKey: KEY } });
    client.socket.close();
  }
  expect((await refused(url, options)).status).toBe(429);
  await api.close();
});

test('a throttle of a route refuses messages with an error frame', async () => {
  const api = await serveWebSocketApi({
    functions: { Echo: ECHO }, routes: { $default: EVERY },
    stages: { prod: { methodSettings: { '/$default/ANY': { throttlingRateLimit: 0, throttlingBurstLimit: 1 } } } },
  });
  const client = await connect(`${api.url}/prod`);
  client.send('x');
  expect(JSON.parse(await client.next())).toMatchObject({ eventType: 'MESSAGE' });
  client.send('y');
  expect(JSON.parse(await client.next())).toMatchObject({ message: 'Too Many Requests' });
  client.socket.close();
  await api.close();
});
