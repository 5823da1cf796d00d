import { once } from 'node:events';
import { connect } from 'node:net';
import { openRuntimeApi } from '../../../../../lib/runtime/functions/runtimes/runtime-api';
import { until } from '../../../../support/functions/engine';
import { idOf, RUNTIME } from '../../../../support/functions/runtime-api/client';
import { closePlayed, playInstance, type PlayedInstance } from '../../../../support/functions/runtime-api/played-instance';

afterEach(closePlayed);

/** Everything that the server sends on a connection until it closes it, or until a text has arrived. */
async function exchange(address: string, text: string, isEnough: (received: string) => boolean = () => false): Promise<string> {
  const [host, port] = address.split(':');
  const socket = connect(Number(port), host);
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString();
    if (isEnough(received)) socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return received;
}

async function withCall(invocation = {}): Promise<PlayedInstance & { readonly id: string; readonly host: string }> {
  const played = await playInstance();
  const asked = played.client().next();
  await played.call('a', invocation);
  return { ...played, id: idOf(await asked), host: `Host: ${played.address}\r\n` };
}

const json = (text: string): unknown => JSON.parse(text);
const answersOf = ({ said }: PlayedInstance) => said.filter(([name]) => name !== 'ready');

describe('a call', () => {
  test('reaches a client that waits, with the headers of the Runtime API', async () => {
    const { client, call, said } = await playInstance();
    const asked = client().next();
    await call('a', { traceId: 'Root=1-2;Sampled=1', clientContext: { custom: { name: 'größe\n' } } });
    const { status, headers, body } = await asked;
    expect({ status, body }).toEqual({ status: 200, body: '{"key":"grüß"}' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': 'id-a',
      'lambda-runtime-deadline-ms': '1800000003000',
      'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-central-1:123456789012:function:orders',
      'lambda-runtime-trace-id': 'Root=1-2;Sampled=1',
      'lambda-runtime-client-context': '{"custom":{"name":"gr\\u00f6\\u00dfe\\n"}}',
    });
    expect(said).toEqual([['ready', '0000000000000000', '']]);
  });

  test('has no header without a value, nor one that no header can have', async () => {
    const { client, call } = await playInstance();
    const asked = client().next();
    await call('a', { traceId: 'ü' });
    const { headers } = await asked;
    expect(Object.keys(headers).filter((name) => /trace|context|cognito|tenant/.test(name))).toEqual([]);
  });

  test('is answered once: 202, and 400 for every later answer', async () => {
    const played = await withCall();
    const { client, id } = played;
    expect(await client().respond(id, '"done"')).toMatchObject({ status: 202, body: '{"status":"OK"}\n' });
    const refusal = { status: 400, body: '{"errorMessage":"Invalid request ID","errorType":"InvalidRequestID"}' };
    expect(await client().respond(id, '"again"')).toMatchObject(refusal);
    expect(await client().fail(id, '{}')).toMatchObject(refusal);
    expect(answersOf(played)).toEqual([['result', 'a', '"done"']]);
  });

  test('is not answered by a wrong id', async () => {
    const played = await withCall();
    expect(await played.client().respond('id-b', '"forged"')).toMatchObject({ status: 400 });
    expect(answersOf(played)).toEqual([]);
    expect(await played.client().respond(played.id, '"done"')).toMatchObject({ status: 202 });
  });

  test('of two answers at the same time, has the one that is whole first', async () => {
    const played = await withCall();
    const { id, host, address } = played;
    const [, port] = address.split(':');
    const slow = connect(Number(port), '127.0.0.1');
    slow.write(`POST ${RUNTIME}/invocation/${id}/response HTTP/1.1\r\n${host}Content-Length: 6\r\n\r\n"slo`);
    expect(await played.client().respond(id, '"fast"')).toMatchObject({ status: 202 });
    slow.write('w"');
    const [received] = await once(slow, 'data') as [Buffer];
    expect(received.toString()).toMatch(/^HTTP\/1.1 400 /);
    expect(answersOf(played)).toEqual([['result', 'a', '"fast"']]);
    slow.destroy();
  });

  test.each([
    ['chunked, with trailers that say nothing', 'Transfer-Encoding: chunked\r\nTrailer: Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n'],
    ['of a form, as curl and Ruby say', 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\n{"a":1}'],
    ['without a type', 'Content-Length: 7\r\n\r\n{"a":1}'],
  ])('takes an answer %s', async (_, rest) => {
    const played = await withCall();
    const received = await exchange(played.address, `POST ${RUNTIME}/invocation/${played.id}/response HTTP/1.1\r\n${played.host}${rest}`, (text) => text.endsWith('}\n'));
    expect(received).toMatch(/^HTTP\/1.1 202 /);
    expect(answersOf(played)).toEqual([['result', 'a', '{"a":1}']]);
  });

  test('takes an answer whose sender asks whether to go on', async () => {
    const played = await withCall();
    const head = `POST ${RUNTIME}/invocation/${played.id}/response HTTP/1.1\r\n${played.host}Expect: 100-continue\r\nContent-Length: 4\r\n\r\n`;
    expect(await exchange(played.address, head, (text) => text.includes('100 Continue'))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });

  test('takes an answer that is no JSON as it is', async () => {
    const played = await withCall();
    await played.client().respond(played.id, 'plain', { 'content-type': 'application/unknown' });
    expect(answersOf(played)).toEqual([['result', 'a', 'plain']]);
  });

  test('may be answered with as much as Lambda allows', async () => {
    const played = await withCall();
    expect(await played.client().respond(played.id, Buffer.alloc(6_291_556, 'x'))).toMatchObject({ status: 202 });
    expect(answersOf(played).map(([name, , body]) => [name, body.length])).toEqual([['result', 6_291_556]]);
  });

  test('is over after an answer that is too large: 413 once it was read', async () => {
    const played = await withCall();
    expect(await played.client().respond(played.id, Buffer.alloc(6_291_557, 'x'))).toMatchObject({
      status: 413,
      body: '{"errorMessage":"Exceeded maximum allowed payload size (6291556 bytes).","errorType":"RequestEntityTooLarge"}',
    });
    expect(answersOf(played)).toEqual([['resultTooLarge', 'a', '6291557']]);
    void played.client().next().catch(() => undefined);
    await until(() => played.wire.takesCalls);
  });

  test('is not answered by a part of a body', async () => {
    const played = await withCall();
    const { id, host, address } = played;
    const head = `POST ${RUNTIME}/invocation/${id}/response HTTP/1.1\r\n${host}Content-Length: 6\r\n\r\n"ha`;
    const [, port] = address.split(':');
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    socket.on('data', (bytes: Buffer) => { received += bytes.toString(); });
    socket.end(head);
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1.1 400 [^]*"errorType":"TruncatedHTTPRequest"/);
    expect(answersOf(played)).toEqual([]);
    expect(await played.client().respond(id, '"whole"')).toMatchObject({ status: 202 });
  });

  test('is over after a second request for one: 403, and the instance is broken', async () => {
    const played = await withCall();
    const { status, body } = await played.client().next();
    expect(status).toBe(403);
    expect(json(body)).toMatchObject({ errorType: 'InvalidStateTransition' });
    expect(played.broken).toEqual(['it asked for another call before it had answered the last one']);
  });
});

describe('a client that waits', () => {
  test('and asks again gets the next call there; the first request is refused', async () => {
    const { client, call } = await playInstance();
    const [first, second] = [client(), client()];
    const asked = first.next();
    const ready = call('a');
    await ready;
    await first.respond(idOf(await asked), '1');
    const before = first.next();
    const again = second.next();
    expect(await before).toMatchObject({ status: 403 });
    await call('b');
    expect(idOf(await again)).toBe('id-b');
  });

  test('and goes away is not given a call', async () => {
    const { client, wire, said } = await playInstance();
    const gone = client();
    const asked = gone.next().catch(() => 'gone');
    await until(() => wire.takesCalls);
    gone.close();
    expect(await asked).toBe('gone');
    await until(() => !wire.takesCalls);
    await until(() => said.length === 2);
    expect(said.map(([name]) => name)).toEqual(['ready', 'paused']);
  });

  test('is not there: the call is given back, as it has not begun', async () => {
    const { wire, client, call } = await playInstance();
    const asked = client().next();
    expect(await call('a')).toBe(0);
    const invocation = { requestId: 'b', invocationId: 'b', payload: '{}', timeoutMs: 1 };
    expect(wire.send('b', invocation, 1)).toBe(1);
    expect(wire.takeBack()).toBe(1);
    await client().respond(idOf(await asked), '1');
    void client().next().catch(() => undefined);
    expect(wire.takesCalls).toBe(false);
  });

  test('after a call was handed over is given it when it comes', async () => {
    const { wire, client } = await playInstance();
    const invocation = { requestId: 'b', invocationId: 'b', payload: '{}', timeoutMs: 1 };
    expect(wire.send('b', invocation, 1)).toBe(0);
    expect(idOf(await client().next())).toBe('b');
    expect(wire.takeBack()).toBe(1);
  });
});

describe('a failure', () => {
  test.each([
    ['{"errorType":"KeyError","errorMessage":"missing"}', '{"errorType":"KeyError","errorMessage":"missing"}', {}],
    ['no JSON', 'no JSON', {}],
    ['', '{"errorType":"Function.NoSuchThing","errorMessage":""}', { 'lambda-runtime-function-error-type': 'Function.NoSuchThing' }],
    ['', '{"errorType":"Function.Unknown","errorMessage":""}', { 'lambda-runtime-function-error-type': 'unhandled' }],
  ])('of a call: %j is reported as %j', async (body, document, headers) => {
    const played = await withCall();
    expect(await played.client().fail(played.id, body, headers)).toMatchObject({ status: 202 });
    expect(answersOf(played)).toEqual([['functionError', 'a', document]]);
  });

  test.each([
    ['{"errorType":"Init<LoadError>","errorMessage":"m"}', '{"errorType":"Init<LoadError>","errorMessage":"m"}', {}],
    ['{"errorMessage":"m"}', '{"errorType":"Runtime.Unknown","errorMessage":"m"}', {}],
    ['cannot load', '{"errorType":"Runtime.NoHandler","errorMessage":"cannot load"}', { 'lambda-runtime-function-error-type': 'Runtime.NoHandler' }],
  ])('of the start: %j is reported as %j', async (body, document, headers) => {
    const { client, said } = await playInstance();
    expect(await client().send('POST', `${RUNTIME}/init/error`, { body, headers })).toMatchObject({ status: 202 });
    expect(said).toEqual([['initError', '0000000000000000', document]]);
  });

  test('of the start is refused once a call was asked for', async () => {
    const { client, said, wire } = await playInstance();
    void client().next().catch(() => undefined);
    await until(() => wire.takesCalls);
    expect(await client().send('POST', `${RUNTIME}/init/error`, { body: '{}' })).toMatchObject({ status: 403 });
    expect(said).toEqual([['ready', '0000000000000000', '']]);
  });

  test('may have its cause in a header of one MiB', async () => {
    const played = await withCall();
    const headers = { 'lambda-runtime-function-xray-error-cause': 'x'.repeat(1024 * 1024) };
    expect(await played.client().fail(played.id, '{}', headers)).toMatchObject({ status: 202 });
  });
});

describe('a streamed answer', () => {
  const MODE = { 'lambda-runtime-function-response-mode': 'streaming' };
  const streaming = ({ id, host }: { readonly id: string; readonly host: string }) =>
    `POST ${RUNTIME}/invocation/${id}/response HTTP/1.1\r\n${host}Lambda-Runtime-Function-Response-Mode: streaming\r\nTransfer-Encoding: chunked\r\n`;
  const accepted = (text: string) => text.includes('202 Accepted');

  test('arrives in parts', async () => {
    const played = await withCall({ isStreamed: true });
    await exchange(played.address, `${streaming(played)}\r\n2\r\nab\r\n0\r\n\r\n`, accepted);
    expect(answersOf(played)).toEqual([['chunk', 'a', 'ab'], ['streamEnd', 'a', '']]);
  });

  test('waits for credit', async () => {
    const played = await withCall({ isStreamed: true });
    const sent = played.client().respond(played.id, Buffer.alloc(1024 * 1024, 'x'), MODE);
    const bytes = () => answersOf(played).reduce((sum, [, , body]) => sum + body.length, 0);
    await until(() => bytes() === 256 * 1024);
    played.wire.control(10, 'a', String(100));
    await until(() => bytes() === 256 * 1024 + 100);
    expect(answersOf(played).map(([name]) => name)).not.toContain('streamEnd');
    played.wire.control(10, 'a', String(1024 * 1024));
    expect(await sent).toMatchObject({ status: 202 });
    expect(bytes()).toBe(1024 * 1024);
  });

  test('that nobody reads any more is dropped to its end', async () => {
    const played = await withCall({ isStreamed: true });
    const sent = played.client().respond(played.id, Buffer.alloc(1024 * 1024, 'x'), MODE);
    await until(() => answersOf(played).length > 0);
    played.wire.control(11, 'a', '');
    expect(await sent).toMatchObject({ status: 202 });
    expect(answersOf(played).at(-1)).toEqual(['streamEnd', 'a', '']);
  });

  test('fails by its trailers', async () => {
    const played = await withCall({ isStreamed: true });
    const document = '{"errorType":"E","errorMessage":"midway"}';
    const trailers = `Lambda-Runtime-Function-Error-Type: Function.E\r\nLambda-Runtime-Function-Error-Body: ${Buffer.from(document).toString('base64')}\r\n`;
    const names = 'Trailer: Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body\r\n';
    await exchange(played.address, `${streaming(played)}${names}\r\n2\r\nab\r\n0\r\n${trailers}\r\n`, accepted);
    expect(answersOf(played)).toEqual([['chunk', 'a', 'ab'], ['functionError', 'a', document]]);
  });

  test('to a caller that does not stream is one result', async () => {
    const played = await withCall();
    await exchange(played.address, `${streaming(played)}\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`, accepted);
    expect(answersOf(played)).toEqual([['result', 'a', 'abc']]);
  });

  test('is the only answer of its call', async () => {
    const played = await withCall({ isStreamed: true });
    const sent = exchange(played.address, `${streaming(played)}\r\n2\r\nab\r\n`);
    await until(() => answersOf(played).length > 0);
    expect(await played.client().respond(played.id, '"other"')).toMatchObject({ status: 400 });
    played.wire.close();
    await sent;
  });

  test('in another mode is refused, and the call goes on', async () => {
    const played = await withCall({ isStreamed: true });
    const { status, body } = await played.client().respond(played.id, '1', { 'lambda-runtime-function-response-mode': 'buffered' });
    expect({ status, error: json(body) }).toMatchObject({ status: 400, error: { errorType: 'InvalidFunctionResponseMode' } });
    expect(await played.client().respond(played.id, '1')).toMatchObject({ status: 202 });
  });
});

describe('an extension inside the process', () => {
  test('registers, waits for events, and may subscribe to telemetry', async () => {
    const { client } = await playInstance();
    const registered = await client().send('POST', '/2020-01-01/extension/register', { body: '{"events":["INVOKE"]}', headers: { 'lambda-extension-name': 'agent' } });
    expect(registered).toMatchObject({ status: 200, headers: { 'lambda-extension-identifier': expect.stringMatching(/^[0-9a-f-]{36}$/) } });
    expect(json(registered.body)).toEqual({ functionName: 'orders', functionVersion: '$LATEST', handler: 'app.handler' });
    expect(await client().send('POST', '/2020-01-01/extension/register')).toMatchObject({ status: 403 });
    expect(await client().send('PUT', '/2022-07-01/telemetry', { body: '{}' })).toMatchObject({ status: 202 });
    const waiting = client();
    const event = waiting.send('GET', '/2020-01-01/extension/event/next').catch(() => 'closed');
    waiting.close();
    expect(await event).toBe('closed');
  });
});

describe('a request is refused', () => {
  test.each([
    ['GET', `${RUNTIME}/restore/next`], ['POST', `${RUNTIME}/restore/error`], ['GET', '/'], ['POST', `${RUNTIME}/invocation/next`],
    ['POST', `${RUNTIME}/invocation/id-a/response/more`], ['GET', `${RUNTIME}/invocation/id-a/response`], ['PUT', '/2018-06-01/ping'],
  ])('that the API does not have: %s %s', async (method, path) => {
    const { client } = await playInstance();
    expect(await client().send(method, path)).toMatchObject({ status: 404 });
  });

  test.each<Record<string, string>>([{ origin: 'https://example.com' }, { 'sec-fetch-site': 'cross-site' }, { host: 'example.com:80' }])('that a web page sends: %j', async (headers) => {
    const { client, wire } = await playInstance();
    expect(await client().send('GET', `${RUNTIME}/invocation/next`, { headers })).toMatchObject({ status: 403 });
    expect(wire.takesCalls).toBe(false);
  });

  test('that is no HTTP, and one whose headers are too large', async () => {
    const { address } = await playInstance();
    expect(await exchange(address, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await exchange(address, `GET / HTTP/1.1\r\nA: ${'x'.repeat(1.2 * 1024 * 1024)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
  });
});

test('a client in a virtual machine reaches it by the name that this machine has there, and by no other', async () => {
  const options = { version: { name: 'orders', handler: 'x' }, functionArn: 'arn', ports: { now: Date.now, newId: () => 'id' } };
  const { address, wire } = await openRuntimeApi({ ...options, hostName: 'host.docker.internal' });
  try {
    const port = /^host\.docker\.internal:(\d+)$/.exec(address)?.[1] ?? '';
    const statusFor = async (host: string): Promise<string> => {
      const request = `POST ${RUNTIME}/invocation/none/response HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
      return (await exchange(`127.0.0.1:${port}`, request)).slice('HTTP/1.1 '.length, 'HTTP/1.1 400'.length);
    };
    expect(await Promise.all(['host.docker.internal', '127.0.0.1', 'example.com'].map(statusFor))).toEqual(['400', '400', '403']);
  } finally {
    wire.close();
  }
});
