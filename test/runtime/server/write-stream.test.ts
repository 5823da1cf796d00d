import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionListeners } from '../../../lib/runtime/server/connection-listeners';
import { SERVER_LIMIT_DEFAULTS } from '../../../lib/runtime/server/server-limits';
import { createSlowReaderGuard } from '../../../lib/runtime/server/slow-reader-guard';
import { writeReply } from '../../../lib/runtime/server/write-reply';
import { writeStream } from '../../../lib/runtime/server/write-stream';
import type { ReplyStream, StreamLimits } from '../../../lib/runtime/http/reply-stream';
import { observedStream } from '../../support/observed-stream';
import { until } from '../../support/until';

const AMPLE: StreamLimits = { idleMs: 60_000, fullSpeedBytes: Infinity, bytesPerSecond: 1 };
const servers: Server[] = [];
const listeners = new ConnectionListeners((error) => { throw error; });
const watch = createSlowReaderGuard(SERVER_LIMIT_DEFAULTS, () => undefined);
afterAll(() => watch.close());

afterEach(() => Promise.all(servers.splice(0).map((server) => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
})));

interface Streamed {
  readonly url: string;
  readonly cancelled: () => number;
  readonly endings: readonly { readonly bytes: number; readonly error: unknown }[];
}

type Make = (isCancelled: () => boolean) => AsyncGenerator<Buffer>;

/** A server that answers with one stream; cancelling ends its generator as an integration's does. */
async function serve(make: Make, limits: Partial<StreamLimits> = {}, status = 200): Promise<Streamed> {
  let cancels = 0;
  const endings: { bytes: number; error: unknown }[] = [];
  const stream: ReplyStream = {
    chunks: make(() => cancels > 0),
    cancel: () => { cancels += 1; },
    limits: { ...AMPLE, ...limits },
    ended: (bytes, error) => { endings.push({ bytes, error }); },
  };
  const server = createServer((_, response) => writeReply(response, { status, headers: [{ name: 'X-A', value: 'a' }], body: Buffer.alloc(0), stream }, { close: false, watch, listeners }));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cancelled: () => cancels, endings };
}

function send(url: string, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { method, agent: false }, resolve).on('error', reject);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('the head is sent at once, chunks as they arrive, and the end is reported', async () => {
  let go: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => { go = resolve; });
  const { url, endings, cancelled } = await serve(async function* () {
    await gate;
    yield Buffer.from('one ');
    yield Buffer.from('two');
  });
  const response = await send(url);
  expect(response.headers).toMatchObject({ 'x-a': 'a', 'transfer-encoding': 'chunked' });
  expect(response.headers['content-length']).toBeUndefined();
  go?.();
  expect(await textOf(response)).toBe('one two');
  expect([endings, cancelled()]).toEqual([[{ bytes: 7, error: undefined }], 0]);
});

test('a stream that fails cuts the connection', async () => {
  const { url, endings } = await serve(async function* () {
    yield Buffer.from('some');
    await pause(20);
    throw new Error('late');
  });
  await expect(send(url).then(textOf)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(endings).toEqual([{ bytes: 4, error: expect.objectContaining({ message: 'late' }) }]);
});

test('a client that leaves cancels the stream', async () => {
  const { url, endings, cancelled } = await serve(async function* (isCancelled) {
    while (!isCancelled()) {
      yield Buffer.from('x');
      await pause(5);
    }
  });
  (await send(url)).destroy();
  await until(() => endings[0]);
  expect(cancelled()).toBeGreaterThan(0);
  expect(endings[0].error).toBeUndefined();
});

test('a client that does not read is waited for', async () => {
  let count = 0;
  const { url, endings } = await serve(async function* () {
    for (; count < 40_000_000; count += 65_536) yield Buffer.alloc(65_536);
  });
  const response = await send(url);
  response.pause();
  await pause(300);
  const madeUnread = count;
  expect(madeUnread).toBeLessThan(30_000_000);
  response.resume();
  await until(() => endings[0]);
  expect(endings[0].bytes).toBeGreaterThanOrEqual(40_000_000);
});

test('a stream that brings nothing for too long is cut', async () => {
  const { url, endings } = await serve(async function* (isCancelled) {
    yield Buffer.from('some');
    while (!isCancelled()) await pause(5);
  }, { idleMs: 60 });
  await expect(send(url).then(textOf)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(endings).toEqual([{ bytes: 4, error: expect.objectContaining({ code: 'STREAM_IDLE' }) }]);
});

test('chunks keep a stream from being idle', async () => {
  const { url, endings } = await serve(async function* () {
    for (let count = 0; count < 8; count += 1) {
      await pause(100);
      yield Buffer.from('x');
    }
  }, { idleMs: 700 });
  expect(await send(url).then(textOf)).toBe('xxxxxxxx');
  expect(endings[0].error).toBeUndefined();
});

test('after the first bytes a stream is slowed down', async () => {
  const start = performance.now();
  const { url } = await serve(async function* () {
    for (let count = 0; count < 30; count += 1) yield Buffer.alloc(1_000);
  }, { fullSpeedBytes: 10_000, bytesPerSecond: 100_000 });
  expect((await send(url).then(textOf)).length).toBe(30_000);
  const tookMs = performance.now() - start;
  expect(tookMs).toBeGreaterThan(150);
});

test.each([[204, 'GET'], [304, 'GET'], [200, 'HEAD']])('a response %i to %s has no body, and its stream is cancelled', async (status, method) => {
  const { url, endings, cancelled } = await serve(async function* () {
    yield Buffer.from('never');
  }, {}, status);
  expect(await send(url, method).then(textOf)).toBe('');
  expect([cancelled(), endings]).toEqual([1, [{ bytes: 0, error: undefined }]]);
});

test('a stream whose head cannot be sent is ended, and its connection is closed', async () => {
  const { stream, ends } = observedStream();
  const ended: string[] = [];
  const broken = new Error('no head');
  await writeStream({
    destroyed: false,
    writableLength: 0,
    flushHeaders: () => { throw broken; },
    write: () => true,
    end: () => ended.push('end'),
    destroy: () => ended.push('destroy'),
    listenOnce: () => () => undefined,
  }, stream, watch);
  expect([ends, ended]).toEqual([['cancelled', 'ended after 0'], ['destroy']]);
});
