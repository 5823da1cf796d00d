import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EventDelivery } from '../../../lib/runtime/async-events/delivery';
import type { EventStep, FunctionVersion, Invocation, InvocationOutcome, LogEntry } from '../../../lib/runtime/ports';
import { createMemoryDeadLetters, openDeadLetters } from '../../../lib/runtime/state/dead-letters';
import { createMemoryEventQueue, openEventQueue } from '../../../lib/runtime/state/event-queue';
import { closeAll, fixture, startEngine, until } from '../../support/functions/engine';
import { newDirectory } from '../../support/temporary-directory';

afterEach(closeAll);

const version = fixture('index.handler', { retryAttempts: 2, maxInstances: 10 });
const event: Invocation = { requestId: 'request-1', invocationId: 'call-1', payload: '{"n":1}', timeoutMs: 1000, traceId: 'Root=1' };
const result: InvocationOutcome = { type: 'result', payload: 'null' };
const crashed: InvocationOutcome = { type: 'failed', code: 'FUNCTION_CRASHED', reason: 'exit code 1' };

const noHttp = () => Promise.reject(new Error('nothing is posted here'));

interface Options {
  readonly maxDeadLetters?: number;
  readonly maxEvents?: number;
}

/** A delivery to a function that answers with the given outcomes, the last one again and again. */
function deliverTo(outcomes: readonly InvocationOutcome[], { maxDeadLetters, maxEvents }: Options = {}) {
  const calls: Invocation[] = [];
  const versions: FunctionVersion[] = [];
  const entries: LogEntry[] = [];
  const queue = createMemoryEventQueue({ maxEvents });
  const deadLetters = createMemoryDeadLetters({ maxDeadLetters });
  const steps: EventStep[] = [];
  let ids = 0;
  const invoke = (called: FunctionVersion, call: Invocation) => {
    calls.push(call);
    versions.push(called);
    return Promise.resolve(outcomes[Math.min(calls.length, outcomes.length) - 1]);
  };
  const ports = { now: () => 1_700_000_000_000, monotonicNow: () => 0, newId: () => `id-${ids++}`, randomHex: () => '', randomBase64: () => '', log: (entry: LogEntry) => entries.push(entry) };
  const options = { invoke, queue, deadLetters, ports, retryDelaysMs: [1, 2], http: noHttp, accountId: '123456789012', region: 'eu-central-1', onEvent: (step: EventStep) => steps.push(step) };
  return { steps, calls, versions, entries, queue, deadLetters, options, delivery: new EventDelivery(options) };
}

const waitFor = async (isTrue: () => Promise<boolean>) => {
  while (!await isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
};

test('an event that succeeds is tried once and forgotten', async () => {
  const { calls, queue, deadLetters, delivery } = deliverTo([result]);
  await delivery.accept(version, event);
  await waitFor(async () => (await queue.list()).length === 0);
  expect(calls).toMatchObject([{ requestId: 'request-1', invocationId: 'call-1', payload: '{"n":1}', traceId: 'Root=1' }]);
  expect(await deadLetters.list()).toEqual([]);
});

test('an event that waits for its next attempt gets the code of today', async () => {
  const { queue, options } = deliverTo([result]);
  const keys: string[] = [];
  const invoke = ({ key }: FunctionVersion) => {
    keys.push(key);
    delivery.use([{ ...version, key: 'today' }]); // a reload, while it runs
    return Promise.resolve(keys.length === 1 ? crashed : result);
  };
  const delivery = new EventDelivery({ ...options, invoke });
  await delivery.accept(version, event);
  await waitFor(async () => (await queue.list()).length === 0);
  expect(keys).toEqual([version.key, 'today']);
});

test('an event that fails is tried again, with the same request id', async () => {
  const { calls, queue, delivery, entries, steps } = deliverTo([crashed, crashed, result]);
  await delivery.accept(version, event);
  expect(delivery.waiting).toBe(1);
  await waitFor(async () => (await queue.list()).length === 0);
  expect(steps).toEqual(['accepted', 'attempt-failed', 'attempt-failed', 'delivered']);
  expect(calls.map(({ requestId, invocationId }) => `${requestId} ${invocationId}`)).toEqual(Array(3).fill('request-1 call-1'));
  expect(entries.map(({ level, code, requestId }) => ({ level, code, requestId }))).toEqual(
    Array(2).fill({ level: 'warn', code: 'FUNCTION_CRASHED', requestId: 'request-1' }),
  );
});

test.each([
  [crashed, { type: 'FUNCTION_CRASHED', message: 'exit code 1' }],
  [{ type: 'timeout', timeoutMs: 50, limit: 'function' } as const, { type: 'FUNCTION_TIMEOUT', message: 'no answer within 50 ms' }],
  [
    { type: 'function-error', payload: '{"errorType":"RangeError"}', errorMessage: 'too far' } as const,
    { type: 'RangeError', message: 'too far' },
  ],
])('an event that fails for good becomes exactly one dead letter: %j', async (outcome, error) => {
  const { calls, queue, deadLetters, delivery, steps } = deliverTo([outcome]);
  await delivery.accept(version, event);
  await waitFor(async () => (await queue.list()).length === 0);
  expect(calls).toHaveLength(3);
  expect(steps).toEqual(['accepted', ...Array<EventStep>(3).fill('attempt-failed'), 'dead']);
  const [deadLetter, ...others] = await deadLetters.list();
  expect(others).toEqual([]);
  expect(await deadLetters.read(deadLetter.id)).toEqual({
    id: deadLetter.id, functionName: 'orders', requestId: 'request-1', invocationId: 'call-1', event: '{"n":1}', error, attempts: 3,
    acceptedAt: 1_700_000_000_000, failedAt: 1_700_000_000_000,
  });
});

test('a function without retries is tried once', async () => {
  const { calls, deadLetters, delivery } = deliverTo([crashed]);
  await delivery.accept({ ...version, retryAttempts: 0 }, event);
  await waitFor(async () => (await deadLetters.list()).length === 1);
  expect(calls).toHaveLength(1);
});

test('an attempt that finds no instance does not count', async () => {
  jest.useFakeTimers();
  try {
    const throttled: InvocationOutcome = { type: 'throttled' };
    const { calls, queue, delivery } = deliverTo([throttled, throttled, throttled, throttled, result]);
    await delivery.accept(version, event);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(5);
    expect(await queue.list()).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

test('while the dead-letter store is full the event stays queued', async () => {
  const { queue, deadLetters, delivery, entries } = deliverTo([crashed], { maxDeadLetters: 1 });
  await delivery.accept(version, event);
  await waitFor(async () => (await queue.list()).length === 0);
  await delivery.accept(version, { ...event, requestId: 'request-2' });
  await until(() => entries.some(({ code }) => code === 'DEAD_LETTERS_FULL'));
  expect(await queue.list()).toHaveLength(1);
  const [first] = await deadLetters.list();
  await deadLetters.remove(first.id);
  await waitFor(async () => (await queue.list()).length === 0);
  expect(await deadLetters.list()).toMatchObject([{ requestId: 'request-2', attempts: 3 }]);
});

test('more events than may wait are refused', async () => {
  const { delivery } = deliverTo([crashed], { maxEvents: 0 });
  await expect(delivery.accept(version, event)).rejects.toMatchObject({ code: 'EVENT_QUEUE_FULL' });
});

test('after the end no event is taken, and what waits stays', async () => {
  const { calls, queue, delivery } = deliverTo([crashed]);
  await delivery.accept(version, event);
  delivery.stop();
  await delivery.settled();
  expect(calls.length).toBeLessThanOrEqual(1);
  expect(await queue.list()).toHaveLength(1);
  await expect(delivery.accept(version, event)).rejects.toMatchObject({ code: 'EVENT_NOT_STORED' });
});

const kept = { id: '1', functionName: 'orders', functionKey: 'key', requestId: 'a', invocationId: 'a', payload: '{}', acceptedAt: 0, attempts: 0 };

test.each([
  ['the version that was called', ['other', 'key'], 'key'],
  ['the only one of its name, when it has changed', ['changed', 'changed'], 'changed'],
])('an event of an earlier run goes to %s', async (_which, keys, expected) => {
  const { queue, delivery, versions } = deliverTo([result]);
  await queue.put(kept);
  await delivery.resume(keys.map((key) => ({ ...version, key })));
  await waitFor(async () => (await queue.list()).length === 0);
  expect(versions.map(({ key }) => key)).toEqual([expected]);
});

test('an event of a function that has changed, of whose name there are several, becomes a dead letter', async () => {
  const { queue, deadLetters, delivery } = deliverTo([result]);
  await queue.put(kept);
  await delivery.resume(['one', 'two'].map((key) => ({ ...version, key })));
  expect(await deadLetters.list()).toHaveLength(1);
});

test('an event of a removed function becomes a dead letter', async () => {
  const { queue, deadLetters, delivery } = deliverTo([result]);
  await queue.put({ ...kept, functionName: 'gone', attempts: 1 });
  await delivery.resume([version]);
  expect(await deadLetters.list()).toMatchObject([{ functionName: 'gone', error: { message: 'there is no function gone' }, attempts: 1 }]);
  expect(await queue.list()).toEqual([]);
});

describe('with real functions and files', () => {
  test('an event survives the end of the gateway and is delivered by the next', async () => {
    const location = newDirectory();
    const file = path.join(newDirectory(), 'attempts');
    const function_ = fixture('meeting.failsAtFirst');
    const start = () => startEngine({ eventQueue: openEventQueue(path.join(location, 'queue')), deadLetters: openDeadLetters(path.join(location, 'dead')), retryDelaysMs: [60_000] });
    const first = start();
    await first.engine.invokeAsync(function_, { ...event, payload: JSON.stringify({ file, failures: 1 }) });
    await until(() => first.entries.some(({ message }) => message.startsWith('attempt 1')));
    await first.engine.close(3_600_000);
    const second = start();
    await second.engine.resumeEvents([function_]);
    const queue = openEventQueue(path.join(location, 'queue'));
    await waitFor(async () => (await queue.list()).length === 0);
    expect(readFileSync(file, 'utf8')).toBe('attempt\nattempt\n');
    expect(await second.engine.deadLetters.list()).toEqual([]);
  });

  test('a dead letter is still there after a restart', async () => {
    const directory = path.join(newDirectory(), 'dead');
    const { engine } = startEngine({ deadLetters: openDeadLetters(directory), retryDelaysMs: [1] });
    await engine.invokeAsync(fixture('faults.throws', { retryAttempts: 1 }), event);
    await waitFor(async () => (await engine.deadLetters.list()).length === 1);
    await engine.close(3_600_000);
    expect(await openDeadLetters(directory).list()).toMatchObject([
      { functionName: 'orders', requestId: 'request-1', attempts: 2, error: { type: 'RangeError', message: 'out of range' } },
    ]);
  });

  test('a crash in between costs no event', async () => {
    const { engine } = startEngine({ retryDelaysMs: [1, 1] });
    await engine.invokeAsync(fixture('faults.exits', { retryAttempts: 1 }), event);
    await waitFor(async () => (await engine.deadLetters.list()).length === 1);
    expect(await engine.deadLetters.list()).toMatchObject([{ attempts: 2, error: { type: 'FUNCTION_CRASHED' } }]);
  });
});

test('is idle when every event has succeeded or become a dead letter', async () => {
  const { calls, queue, deadLetters, delivery } = deliverTo([crashed, crashed, crashed, result]);
  await delivery.idle();
  await delivery.accept(version, event);
  await delivery.idle();
  expect(calls).toHaveLength(3);
  expect(await deadLetters.list()).toHaveLength(1);
  await delivery.accept(version, { ...event, requestId: 'request-2' });
  await delivery.idle();
  expect(await queue.list()).toEqual([]);
});

test('is idle when it was stopped between two attempts', async () => {
  const { delivery } = deliverTo([crashed]);
  await delivery.accept(version, event);
  const idle = delivery.idle();
  delivery.stop();
  await idle;
});

test('an event that another process puts into the queue is picked up, once', async () => {
  const { calls, queue, delivery } = deliverTo([result]);
  delivery.use([version]);
  await delivery.accept(version, event);
  await queue.put({ id: 'put-back', functionName: 'orders', functionKey: '', requestId: 'request-2', invocationId: 'call-2', payload: '{}', acceptedAt: 0, attempts: 0 });
  await Promise.all([delivery.pickUp(), delivery.pickUp()]);
  await waitFor(async () => (await queue.list()).length === 0);
  await delivery.pickUp();
  await delivery.settled();
  expect(calls.map(({ requestId }) => requestId).sort()).toEqual(['request-1', 'request-2']);
});

test('an event that ends while the queue is listed may be put back with the same id', async () => {
  const directory = newDirectory();
  const files = openEventQueue(directory);
  const again = { id: 'again', functionName: 'orders', functionKey: '', requestId: 'request-2', invocationId: 'call-2', payload: '{}', acceptedAt: 0, attempts: 0 };
  let isFirst = true;
  const ids = async (): Promise<readonly string[]> => {
    const ids = await files.ids();
    if (isFirst) await files.remove('again');
    isFirst = false;
    return ids;
  };
  const { engine } = startEngine({ eventQueue: { ...files, ids } });
  await files.put(again);
  await engine.resumeEvents([fixture('index.handler')]);
  await openEventQueue(directory).put(again);
  await waitFor(async () => (await files.list()).length === 0);
});

test('a retry joins the events that arrived meanwhile: never more at once than the function has instances', async () => {
  jest.useFakeTimers();
  try {
    const single = { ...version, maxInstances: 1 };
    const running: ((outcome: InvocationOutcome) => void)[] = [];
    const { options } = deliverTo([]);
    const invoke = () => new Promise<InvocationOutcome>((resolve) => { running.push(resolve); });
    const delivery = new EventDelivery({ ...options, invoke });
    await delivery.accept(single, event);
    await jest.advanceTimersByTimeAsync(0);
    running.shift()?.(crashed);
    await jest.advanceTimersByTimeAsync(0);
    await delivery.accept(single, { ...event, requestId: 'request-2' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(running).toHaveLength(1);
    running.shift()?.(result);
    await jest.advanceTimersByTimeAsync(0);
    expect(running).toHaveLength(1);
  } finally {
    jest.useRealTimers();
  }
});

describe('while the disk is full', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC' });

  /** A delivery whose queue and dead letters fail while the disk is full, which each call makes it. */
  function deliverToDisk(outcomes: readonly InvocationOutcome[]) {
    const disk = { isFull: false };
    const { options, queue, deadLetters, calls, entries } = deliverTo(outcomes);
    const invoke: typeof options.invoke = (called, call) => {
      disk.isFull = true;
      return options.invoke(called, call);
    };
    const orFull = <Given extends unknown[], Result>(action: (...given: Given) => Promise<Result>) =>
      (...given: Given): Promise<Result> => (disk.isFull ? Promise.reject(full) : action(...given));
    const delivery = new EventDelivery({
      ...options, invoke,
      queue: { ...queue, put: orFull(queue.put), update: orFull(queue.update), remove: orFull(queue.remove), read: orFull(queue.read) },
      deadLetters: { ...deadLetters, add: orFull(deadLetters.add) },
    });
    return { disk, queue, deadLetters, delivery, calls, entries };
  }

  beforeEach(() => { jest.useFakeTimers(); });
  afterEach(() => { jest.useRealTimers(); });

  test.each([
    ['a retry', [crashed, result], 2, []],
    ['the end of an event', [result], 1, []],
    ['a dead letter', [crashed, crashed, crashed], 3, [{ attempts: 3 }]],
  ])('%s that could not be noted is noted once there is space, without a restart and without a call more', async (_, outcomes, attempts, letters) => {
    const { disk, queue, deadLetters, delivery, calls, entries } = deliverToDisk(outcomes);
    await delivery.accept(version, event);
    for (let round = 1; round <= attempts; round++) {
      await jest.advanceTimersByTimeAsync(30_000);
      expect(calls).toHaveLength(round);
      disk.isFull = false;
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(await queue.list()).toEqual([]);
    expect(await deadLetters.list()).toMatchObject(letters);
    expect(entries.filter(({ code }) => code === 'EVENT_NOT_STORED')).toHaveLength(attempts);
  });

  test('an event that is dead counts once, however often the queue keeps it', async () => {
    const { options, queue, deadLetters, steps } = deliverTo([crashed]);
    let attempts = 0;
    const remove: typeof queue.remove = (id) => (++attempts <= 2 ? Promise.reject(full) : queue.remove(id));
    const delivery = new EventDelivery({ ...options, queue: { ...queue, remove } });
    await delivery.accept({ ...version, retryAttempts: 0 }, event);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([attempts, await queue.list(), (await deadLetters.list()).length]).toEqual([3, [], 1]);
    expect(steps).toEqual(['accepted', 'attempt-failed', 'dead']);
  });

  test('a record that was stored, but not surely, is not the cause of another one', async () => {
    const { options, queue, calls } = deliverTo([crashed, result]);
    let writes = 0;
    const update: typeof queue.update = async (written) => {
      await queue.update(written);
      if (++writes === 2) throw full; // as if the file were renamed, and the directory could not be synced
    };
    const delivery = new EventDelivery({ ...options, queue: { ...queue, update } });
    const onFailure = { type: 'function', version: fixture('index.handler', { name: 'other', key: 'other' }) } as const;
    await delivery.accept({ ...version, retryAttempts: 0, onFailure }, event);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(calls.slice(1).map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([{ requestPayload: { n: 1 } }]);
    expect(await queue.list()).toEqual([]);
  });

  test('it is reported once until something is written, however much is read', async () => {
    const { options, queue, entries } = deliverTo([crashed]);
    const delivery = new EventDelivery({ ...options, queue: { ...queue, update: () => Promise.reject(full) } });
    for (const requestId of ['request-1', 'request-2', 'request-3']) {
      await delivery.accept(version, { ...event, requestId });
      await jest.advanceTimersByTimeAsync(5_000);
    }
    expect(entries.filter(({ code }) => code === 'EVENT_NOT_STORED')).toHaveLength(1);
    delivery.stop();
  });

  test('the gateway stops at once, and the event stays', async () => {
    const { disk, queue, delivery } = deliverToDisk([crashed]);
    await delivery.accept(version, event);
    disk.isFull = true;
    await jest.advanceTimersByTimeAsync(5_000);
    delivery.stop();
    await delivery.settled();
    expect(await queue.list()).toHaveLength(1);
  });

  test('an event of a removed function becomes a dead letter once there is space', async () => {
    const { disk, queue, deadLetters, delivery } = deliverToDisk([result]);
    await queue.put({ ...kept, functionName: 'gone' });
    disk.isFull = true;
    await delivery.resume([version]);
    expect(await deadLetters.list()).toEqual([]);
    disk.isFull = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await deadLetters.list()).toMatchObject([{ functionName: 'gone' }]);
    delivery.stop();
  });
});

test('space that another process frees for dead letters is used', async () => {
  const directory = newDirectory();
  const store = openDeadLetters(directory, { maxDeadLetters: 1 });
  const deadLetter = { functionName: 'orders', requestId: 'r', invocationId: 'c', event: '{}', error: { type: 'Error', message: '' }, attempts: 3, acceptedAt: 0, failedAt: 0 };
  expect(await store.add({ ...deadLetter, id: 'a' })).toBe(true);
  expect(await store.add({ ...deadLetter, id: 'b' })).toBe(false);
  await openDeadLetters(directory).remove('a');
  expect(await store.add({ ...deadLetter, id: 'b' })).toBe(true);
});
