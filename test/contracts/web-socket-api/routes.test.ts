import { connect, refused } from '../../support/web-socket-client';
import { serveWebSocketApi, type ServedHttpApi } from '../../support/http-api';

/* Handshakes, messages and their routes, as clients and functions see them. */

/** Answers with its event, and fails when it is told to. */
const ECHO = `async (event) => {
  const { body = '' } = event;
  if (body.includes('"fail"')) throw new Error('no');
  return { statusCode: body.includes('"refuse"') ? 400 : 200, body: JSON.stringify(event) };
}`;
/** Decides as the query says. */
const CONNECT = `async (event) => {
  const { status = '200', fail } = event.queryStringParameters ?? {};
  if (fail !== undefined) throw new Error('no');
  console.log('connect ' + JSON.stringify(event));
  return { statusCode: Number(status), headers: { 'Sec-WebSocket-Protocol': event.headers['Sec-WebSocket-Protocol']?.split(/, ?/)[1] } };
}`;
const LOGS = 'async (event) => { console.log(event.requestContext.eventType + JSON.stringify(event)); return { statusCode: 200 }; }';

const twoWay = (name: string) => ({ hasRouteResponse: true, integration: { type: 'proxy' as const, function: name } });

let api: ServedHttpApi;
const url = () => `${api.url}/prod`;
const logged = (start: string) => api.log.filter(({ message }) => message.startsWith(start))
  .map(({ message }) => JSON.parse(message.slice(start.length)) as Event); // by the functions above
interface Event {
  readonly [member: string]: unknown;
  readonly requestContext: Readonly<Record<string, unknown>>;
}
const eventOf = (text: string) => JSON.parse(text) as Event;

beforeAll(async () => {
  api = await serveWebSocketApi({
    functions: { Echo: ECHO, Connect: CONNECT, Logs: LOGS },
    routes: { '$connect': 'Connect', '$disconnect': 'Logs', '$default': twoWay('Echo'), 'join': 'Echo', 'chat/join room': twoWay('Echo') },
    stages: { prod: { variables: { color: 'red' } }, other: {} },
  });
});
afterAll(() => api.close());

test('a client connects, and the first event has its handshake', async () => {
  const client = await connect(`${url()}?a=1&a=2`, { headers: { 'x-own': 'me', 'user-agent': 'tests' } });
  client.socket.close();
  await client.closed;
  const [event] = logged('connect ');
  expect(Object.keys(event).sort()).toEqual(['headers', 'isBase64Encoded', 'multiValueHeaders', 'multiValueQueryStringParameters', 'queryStringParameters', 'requestContext', 'stageVariables']);
  expect(event).toMatchObject({
    headers: { 'X-Own': 'me', 'Sec-WebSocket-Version': '13', 'Host': new URL(api.url).host },
    queryStringParameters: { a: '2' },
    multiValueQueryStringParameters: { a: ['1', '2'] },
    stageVariables: { color: 'red' },
    isBase64Encoded: false,
    requestContext: {
      routeKey: '$connect', eventType: 'CONNECT', messageDirection: 'IN', stage: 'prod', apiId: 'ws123', domainName: new URL(api.url).host,
      identity: { sourceIp: '127.0.0.1', userAgent: 'tests' },
    },
  });
  expect(event.requestContext.connectionId).toMatch(/^[\w-]{15}=$/);
  expect(event.requestContext.extendedRequestId).toBe(event.requestContext.requestId);
});

test.each([
  ['?status=401', 401], ['?status=302', 302], ['?fail=1', 502], ['/deeper', 403],
])('a handshake for %s is refused with %i', async (query, status) => {
  expect((await refused(`${url()}${query}`)).status).toBe(status);
});

test('an unknown stage is refused', async () => {
  expect(await refused(`${api.url}/nowhere`)).toEqual({ status: 403, body: expect.stringMatching(/^\{"message": "Forbidden", "connectionId":"[\w-]{15}=", "requestId":"[\w-]{15}="\}$/) as string });
});

test('$connect chooses the subprotocol', async () => {
  const client = await connect(url(), { protocols: ['a', 'b'] });
  expect(client.socket.protocol).toBe('b');
  client.socket.close();
});

test('a message without a route of its own goes to $default, with an answer', async () => {
  const client = await connect(url());
  client.send('not JSON');
  const event = eventOf(await client.next());
  expect(Object.keys(event).sort()).toEqual(['body', 'isBase64Encoded', 'requestContext', 'stageVariables']);
  expect(event).toMatchObject({ body: 'not JSON', requestContext: { routeKey: '$default', eventType: 'MESSAGE', messageId: expect.stringMatching(/^[\w-]{15}=$/) as string } });
  for (const body of [{ action: '$connect' }, { action: '$disconnect' }, { action: 'nothing' }, { other: 1 }, '[]', '"join"']) {
    client.send(body);
    expect(eventOf(await client.next()).requestContext.routeKey).toBe('$default');
  }
  client.send({ action: 'chat/join room' });
  expect(eventOf(await client.next()).requestContext.routeKey).toBe('chat/join room');
  client.socket.close();
});

test('a route without a route response answers nothing', async () => {
  const client = await connect(url());
  client.send({ action: 'join' });
  client.send({ action: 'join', say: 'refuse' });
  client.send('last');
  expect(eventOf(await client.next()).body).toBe('last');
  expect(client.waiting()).toEqual([]);
  client.socket.close();
});

test.each([['join', 'fail'], ['default', 'fail'], ['default', 'refuse']])('a message to %s that has to %s gets the error frame, and the connection stays', async (action, how) => {
  const client = await connect(url());
  client.send({ action, how });
  expect(await client.next()).toMatch(/^\{"message": "Internal server error", "connectionId":"[\w-]{15}=", "requestId":"[\w-]{15}="\}$/);
  client.send('again');
  expect(eventOf(await client.next()).body).toBe('again');
  client.socket.close();
});

test('$disconnect comes after the end, with the close as the server saw it', async () => {
  const client = await connect(url());
  client.send('x');
  const { requestContext: { connectionId, connectedAt } } = eventOf(await client.next());
  client.socket.close();
  await client.closed;
  const find = () => logged('DISCONNECT').find(({ requestContext }) => requestContext.connectionId === connectionId);
  while (find() === undefined) await new Promise((resolve) => { setTimeout(resolve, 20); });
  expect(find()).toMatchObject({
    headers: { 'Host': new URL(api.url).host, 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' },
    isBase64Encoded: false,
    requestContext: { eventType: 'DISCONNECT', routeKey: '$disconnect', disconnectStatusCode: 1005, disconnectReason: 'Client-side close frame status not set', connectedAt },
  });
});

test('binary messages close the connection with 1003, and long frames with 1009', async () => {
  const binary = await connect(url());
  binary.send(Buffer.from([1]));
  expect((await binary.closed).code).toBe(1003);
  const long = await connect(url());
  long.send('x'.repeat(32_769));
  expect((await long.closed).code).toBe(1009);
  const fragments = await connect(url());
  for (let index = 0; index < 5; index += 1) fragments.socket.send('y'.repeat(30_000), { fin: index === 4 });
  expect((await fragments.closed).code).toBe(1009);
  const allowed = await connect(url());
  for (let index = 0; index < 4; index += 1) allowed.socket.send('z'.repeat(32_000), { fin: index === 3 });
  expect(eventOf(await allowed.next()).body).toHaveLength(128_000);
  allowed.socket.close();
});

const codes = () => api.log.map(({ code }) => code);

test('HTTP requests are answered with 426', async () => {
  const response = await fetch(url().replace('ws:', 'http:'));
  expect([response.status, await response.json()]).toEqual([426, { message: 'Upgrade Required' }]);
  expect(codes()).toContain('WEBSOCKET_UPGRADE_REQUIRED');
});

test('the log says why a handshake or an answer was refused', () => {
  expect(codes()).toEqual(expect.arrayContaining(['WEBSOCKET_PATH_UNKNOWN', 'ROUTE_RESPONSE_STATUS', 'STAGE_UNKNOWN']));
});
