import { existsSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FunctionVersion, Invocation } from '../../../lib/runtime/ports';
import { openDeadLetters } from '../../../lib/runtime/state/dead-letters';
import { openEventQueue, type QueuedEvent } from '../../../lib/runtime/state/event-queue';
import { createHttpClient } from '../../../lib/runtime/system/http-client';
import { closeAll, fixture, startEngine } from '../../support/functions/engine';
import { until } from '../../support/until';
import { newDirectory } from '../../support/temporary-directory';

afterEach(async () => {
  await closeAll();
  await Promise.all(closing.splice(0).map((close) => close()));
});

const closing: (() => Promise<unknown>)[] = [];
const event: Invocation = { requestId: 'request-1', invocationId: 'call-1', payload: '{"n":1}', timeoutMs: 1000, traceId: 'Root=1' };

/** A function that throws, whose records go where they are sent. */
const failing = (onFailure: FunctionVersion['onFailure'], settings: Partial<FunctionVersion> = {}): FunctionVersion =>
  ({ ...fixture('faults.throws', { retryAttempts: 1, ...settings }), ...(onFailure === undefined ? {} : { onFailure }) });

/** A function that writes events on lines of a file. */
const noting = (file: string): FunctionVersion => fixture('meeting.notes', { name: 'notes', environment: { NOTES: file } });

const notesIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').slice(0, -1).map((line) => JSON.parse(line));

/** An engine with its files in a directory. */
function engineIn(location: string) {
  const client = createHttpClient();
  closing.push(client.close);
  const eventQueue = openEventQueue(path.join(location, 'events'));
  const deadLetters = openDeadLetters(path.join(location, 'dead-letters'));
  return { ...startEngine({ eventQueue, deadLetters, retryDelaysMs: [1, 1], http: client.request }), eventQueue, deadLetters };
}

interface Posted {
  readonly path: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly record: { readonly requestPayload: unknown };
}

/** A server that answers with the given statuses, the last one again and again. */
async function serverWith(...statuses: number[]) {
  const posted: Posted[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push({ path: request.url, headers: request.headers, record: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(statuses[Math.min(posted.length, statuses.length) - 1] ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  }));
  return { posted, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-hook` };
}

describe('a function', () => {
  test('is called with the record, once, and there is no dead letter', async () => {
    const file = path.join(newDirectory(), 'notes');
    const { engine, eventQueue } = engineIn(newDirectory());
    await engine.invokeAsync(failing({ type: 'function', version: noting(file) }), event);
    await until(() => (notesIn(file).length > 0 ? true : undefined));
    await engine.waitForIdle();
    const [note, ...others] = notesIn(file);
    expect(others).toEqual([]);
    expect(note.awsRequestId).not.toBe('request-1');
    expect(note.event).toMatchObject({
      version: '1.0',
      requestContext: { requestId: 'call-1', functionArn: expect.stringMatching(/:function:orders:\$LATEST$/), condition: 'RetriesExhausted', approximateInvokeCount: 2 },
      requestPayload: { n: 1 },
      responsePayload: { errorType: 'RangeError', errorMessage: 'out of range', trace: expect.arrayContaining([expect.stringContaining('RangeError')]) },
    });
    expect(await eventQueue.ids()).toEqual([]);
    expect(await engine.deadLetters.list()).toEqual([]);
  });

  test('that fails is retried by its own settings, and then the record is its dead letter', async () => {
    const { engine } = engineIn(newDirectory());
    const version = fixture('faults.throws', { name: 'notes', retryAttempts: 2 });
    await engine.invokeAsync(failing({ type: 'function', version }), event);
    await engine.waitForIdle();
    const [deadLetter, ...others] = await engine.deadLetters.list();
    expect(others).toEqual([]);
    expect(deadLetter).toMatchObject({ functionName: 'notes', attempts: 3 });
    const { event: record } = await engine.deadLetters.read(deadLetter?.id ?? '') ?? {};
    expect(JSON.parse(record ?? '')).toMatchObject({ requestContext: { requestId: 'call-1' }, requestPayload: { n: 1 } });
  });

  test('may have a destination of its own', async () => {
    const file = path.join(newDirectory(), 'notes');
    const { engine } = engineIn(newDirectory());
    const middle = failing({ type: 'function', version: noting(file) }, { name: 'middle', retryAttempts: 0 });
    await engine.invokeAsync(failing({ type: 'function', version: middle }), event);
    await engine.waitForIdle();
    expect(notesIn(file).map(({ event: { requestPayload } }) => requestPayload)).toMatchObject([{ requestPayload: { n: 1 } }]);
  });

  test('that the gateway ended before is called by the next one: the event had become the function\'s own', async () => {
    const location = newDirectory();
    const file = path.join(newDirectory(), 'notes');
    const version = noting(file);
    const first = engineIn(location);
    // the function that takes the record does not exist for the first gateway, as if it had ended at once
    await first.eventQueue.put({ ...kept(failing(undefined)), attempts: 2, lastError: { type: 'RangeError', message: 'out of range' } });
    await first.engine.close(0);
    const second = engineIn(location);
    await second.engine.resumeEvents([failing({ type: 'function', version }), version]);
    await second.engine.waitForIdle();
    expect(notesIn(file)).toMatchObject([{ event: { requestPayload: { n: 1 }, responsePayload: { errorType: 'RangeError' } } }]);
    expect(await second.eventQueue.ids()).toEqual([]);
  });
});

const kept = (version: FunctionVersion): QueuedEvent =>
  ({ id: '1-a', functionName: version.name, functionKey: version.key, requestId: 'request-1', invocationId: 'call-1', payload: '{"n":1}', acceptedAt: 0, attempts: 0 });

describe('an address', () => {
  test('has the record posted once, with a key', async () => {
    const { posted, url } = await serverWith(202);
    const { engine, eventQueue } = engineIn(newDirectory());
    await engine.invokeAsync(failing({ type: 'http', url }), event);
    await engine.waitForIdle();
    expect(posted).toMatchObject([{ path: '/secret-hook', headers: { 'content-type': 'application/json' }, record: { requestPayload: { n: 1 } } }]);
    expect(posted[0]?.headers['idempotency-key']).toMatch(/^\d{13}-[-0-9a-f]{36}$/);
    expect(await eventQueue.ids()).toEqual([]);
    expect(await engine.deadLetters.list()).toEqual([]);
  });

  test('that fails at first gets it again, with the same key', async () => {
    const { posted, url } = await serverWith(503, 500, 200);
    const { engine } = engineIn(newDirectory());
    await engine.invokeAsync(failing({ type: 'http', url }), event);
    await engine.waitForIdle();
    expect(posted).toHaveLength(3);
    expect(new Set(posted.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(await engine.deadLetters.list()).toEqual([]);
  });

  test('that never takes it: the event is one dead letter of its function, and the log says why without the path', async () => {
    const { url } = await serverWith(404);
    const { engine, eventQueue, entries } = engineIn(newDirectory());
    await engine.invokeAsync(failing({ type: 'http', url }), event);
    await engine.waitForIdle();
    const [deadLetter, ...others] = await engine.deadLetters.list();
    expect(others).toEqual([]);
    expect(deadLetter).toMatchObject({
      functionName: 'orders', requestId: 'request-1', attempts: 2, error: { type: 'RangeError', message: 'out of range' },
      undelivered: { destination: new URL(url).origin, reason: 'it answered 404' },
    });
    expect(await engine.deadLetters.read(deadLetter?.id ?? '')).toMatchObject({ event: '{"n":1}' });
    expect(entries.filter(({ code }) => code === 'DESTINATION_FAILED')).toMatchObject([{ level: 'error', functionName: 'orders', requestId: 'request-1' }]);
    expect(JSON.stringify(entries)).not.toContain('secret-hook');
    expect(await eventQueue.ids()).toEqual([]);
  });

  test('that is not there does not hold up other events of the function', async () => {
    const { engine, eventQueue } = engineIn(newDirectory());
    const never: { answer?: () => void } = {};
    const server = http.createServer((_, response) => {
      never.answer = () => response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }));
    const file = path.join(newDirectory(), 'attempts');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const version: FunctionVersion = { ...fixture('meeting.failsAtFirst', { retryAttempts: 0 }), onFailure: { type: 'http', url } };
    const call = { ...event, payload: JSON.stringify({ file, failures: 1 }) };
    await engine.invokeAsync(version, call);
    await until(() => never.answer);
    await engine.invokeAsync(version, call);
    await until(() => (readFileSync(file, 'utf8') === 'attempt\nattempt\n' ? true : undefined));
    expect(await eventQueue.ids()).not.toEqual([]);
    never.answer?.();
    await engine.waitForIdle();
    expect(await eventQueue.ids()).toEqual([]);
  });

  test('has what the end of the gateway left posted by the next one, under the id of the event', async () => {
    const { posted, url } = await serverWith(200);
    const location = newDirectory();
    const version = failing({ type: 'http', url });
    const { engine, eventQueue } = engineIn(location);
    await eventQueue.put({ ...kept(version), attempts: 2, lastError: { type: 'RangeError', message: 'out of range' } });
    await engine.resumeEvents([version]);
    await engine.waitForIdle();
    expect(posted).toMatchObject([{ headers: { 'idempotency-key': '1-a' }, record: { requestPayload: { n: 1 } } }]);
    expect(await eventQueue.ids()).toEqual([]);
  });
});

test('an event of a removed function becomes a dead letter, whatever its destination', async () => {
  const { engine, eventQueue } = engineIn(newDirectory());
  await eventQueue.put(kept(failing(undefined)));
  await engine.resumeEvents([]);
  expect(await engine.deadLetters.list()).toMatchObject([{ functionName: 'orders', error: { type: 'Gateway.NoSuchFunction' } }]);
});
