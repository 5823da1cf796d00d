import { request as send } from 'node:http';
import { ECHO } from '../../support/declared-gateway';
import { serveHttpApi, type ServedHttpApi } from '../../support/http-api';

/* Events of functions in both formats, over HTTP: recorded on AWS or from its documentation. */

type Event = Record<string, unknown> & { readonly requestContext: Record<string, unknown>; readonly headers: Record<string, string> };
let api: ServedHttpApi;
beforeAll(async () => {
  const version1 = { integration: { type: 'proxy', function: 'Echo', payloadFormatVersion: '1.0' } } as const;
  api = await serveHttpApi({
    functions: { Echo: ECHO },
    routes: { 'ANY /echo': 'Echo', 'POST /u/{n}/o/{p}': 'Echo', 'ANY /v1': version1, 'POST /v1/u/{n}/o/{p}': version1, '$default': 'Echo' },
    stages: { $default: { variables: { color: 'red' } }, dev: {} },
  });
});
afterAll(async () => api.close());

async function eventOf(path: string, init: RequestInit = {}): Promise<Event> {
  const response = await fetch(`${api.url}${path}`, init);
  return await response.json() as Event; // of a function that answers its event
}

/** A request with exactly these header lines. */
async function rawEvent(path: string, headers: readonly string[]): Promise<Event> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(api.url);
    send({ port, host: '127.0.0.1', path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString()) as Event));
    }).on('error', reject).end();
  });
}

describe('format 2.0', () => {
  test('a bare GET has no members without a value', async () => {
    const event = await eventOf('/dev/echo');
    expect(Object.keys(event).sort()).toEqual(['headers', 'isBase64Encoded', 'rawPath', 'rawQueryString', 'requestContext', 'routeKey', 'version']);
    expect(event).toMatchObject({ version: '2.0', routeKey: 'ANY /echo', rawPath: '/dev/echo', rawQueryString: '', isBase64Encoded: false });
    expect(event.headers).toMatchObject({ 'content-length': '0', 'x-forwarded-proto': 'http', 'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/) });
    const { requestContext } = event;
    expect(Object.keys(requestContext)).toEqual([
      'accountId', 'apiId', 'domainName', 'domainPrefix', 'http', 'requestId', 'routeKey', 'stage', 'time', 'timeEpoch',
    ]);
    expect(requestContext).toMatchObject({
      http: { method: 'GET', path: '/dev/echo', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'node' }, stage: 'dev',
      requestId: expect.stringMatching(/^[\w+/-]{15}=$/), time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    });
  });

  test('the path is decoded, the query is not', async () => {
    const event = await eventOf('/u/J%20Doe/o/S%201?q=a%20b&t=C%23%20P&t=.N', { method: 'POST' });
    expect(event).toMatchObject({
      rawPath: '/u/J Doe/o/S 1', pathParameters: { n: 'J Doe', p: 'S 1' }, rawQueryString: 'q=a%20b&t=C%23%20P&t=.N',
      queryStringParameters: { q: 'a b', t: 'C# P,.N' }, stageVariables: { color: 'red' },
    });
  });

  test('cookies are a list and no header; other headers are lower case, repeated ones joined', async () => {
    const event = await rawEvent('/echo', ['Host', 'api.test', 'Cookie', 's=1; t=2', 'X-Voker', 'first', 'X-Voker', 'second']);
    expect(event.cookies).toEqual(['s=1', 't=2']);
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event.headers['x-voker']).toBe('first,second');
    expect(event.requestContext).toMatchObject({ domainName: 'api.test', domainPrefix: 'api' });
  });

  test.each([
    ['application/octet-stream', Buffer.from([1, 2, 3, 4, 5]), 'AQIDBAU=', true],
    ['application/x-www-form-urlencoded', 'a=1', 'YT0x', true],
    ['application/json; charset=utf-8', '{"a":1}', '{"a":1}', false],
    ['application/xml', '<a/>', '<a/>', false],
    ['text/csv', 'a,b', 'a,b', false],
    ['application/vnd.api+json', '{}', 'e30=', true],
  ])('a body of %s', async (type, body, text, isBase64Encoded) => {
    expect(await eventOf('/echo', { method: 'POST', body, headers: { 'content-type': type } })).toMatchObject({ body: text, isBase64Encoded });
  });

  test('the default route', async () => {
    expect(await eventOf('/anything/at%20all', { method: 'DELETE' })).toMatchObject({ routeKey: '$default', rawPath: '/anything/at all' });
  });
});

describe('format 1.0', () => {
  test('members without a value are null; the query has its last value and all of them', async () => {
    const event = await eventOf('/v1?t=a&t=b');
    expect(event).toMatchObject({
      version: '1.0', resource: '/v1', path: '/v1', httpMethod: 'GET', body: null, pathParameters: null, stageVariables: { color: 'red' },
      queryStringParameters: { t: 'b' }, multiValueQueryStringParameters: { t: ['a', 'b'] }, isBase64Encoded: false,
      requestContext: { resourceId: 'ANY /v1', resourcePath: '/v1', identity: { accessKey: null, sourceIp: '127.0.0.1', userAgent: 'node' } },
    });
    expect(event.requestContext.extendedRequestId).toBe(event.requestContext.requestId);
  });

  test('the path stays encoded, what is in requestContext and the parameters does not', async () => {
    expect(await eventOf('/v1/u/J%20Doe/o/S%201', { method: 'POST' })).toMatchObject({
      path: '/v1/u/J%20Doe/o/S%201', requestContext: { path: '/v1/u/J Doe/o/S 1' }, pathParameters: { n: 'J Doe', p: 'S 1' },
    });
  });

  test('cookies stay a header, with the spelling of the client', async () => {
    expect((await rawEvent('/v1', ['Host', 'api.test', 'CooKie', 's=1; t=2'])).headers).toMatchObject({ CooKie: 's=1; t=2' });
  });
});
