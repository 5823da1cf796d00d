import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WaitingCall } from '../../../../lib/runtime/functions/call';
import { FunctionPool } from '../../../../lib/runtime/functions/pool/pool';
import type { FunctionInstance, InstanceListener } from '../../../../lib/runtime/functions/process/instance';
import { closeAll, fixture, startEngine, until, valueOf } from '../../../support/functions/engine';
import { newDirectory } from '../../../support/temporary-directory';

afterEach(closeAll);

/** Pids of the instances that answered. */
const pidsOf = (values: readonly unknown[]) => new Set(values.map((value) => (value as { pid: number }).pid));

describe('concurrency', () => {
  test('1: calls that wait for each other get an instance each', async () => {
    const { call } = startEngine();
    const place = newDirectory();
    const version = fixture('meeting.meetsInPlace', { maxInstances: 3 });
    const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => call(version, { place, name, expected: 3 })));
    expect(pidsOf(outcomes.map(valueOf)).size).toBe(3);
  });

  test('4: four calls run at the same time in one instance', async () => {
    const { call } = startEngine();
    const version = fixture('meeting.meetsInProcess', { concurrency: 4, maxInstances: 1 });
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => call(version, { expected: 4 })));
    expect(pidsOf(outcomes.map(valueOf)).size).toBe(1);
  });

  test('1 with one instance: a call waits until the one before is answered', async () => {
    const { call } = startEngine();
    const version = fixture('styles.tellsProcess');
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call(version)));
    expect(pidsOf(outcomes.map(valueOf)).size).toBe(1);
  });
});

describe('the queue', () => {
  test('takes as many calls as it may, and no more', async () => {
    const { call } = startEngine({ queueLimit: 2 });
    const place = newDirectory();
    const version = fixture('meeting.waitsToGo', { maxInstances: 1 });
    const first = call(version, { place, name: 'first' });
    await until(() => existsSync(path.join(place, 'first')));
    const waiting = ['second', 'third'].map((name) => call(version, { place, name }));
    expect(await call(version, { place, name: 'fourth' })).toEqual({ type: 'throttled' });
    writeFileSync(path.join(place, 'go'), '');
    expect((await Promise.all([first, ...waiting])).map(valueOf)).toEqual(['first', 'second', 'third']);
  });

  test('of length 0 throttles at once what no instance can take, also behind fast calls', async () => {
    const { call } = startEngine({ queueLimit: 0 });
    const version = fixture('meeting.answersFastOrWaits', { maxInstances: 1 });
    // so fast that further calls could be sent to the busy instance
    for (let count = 0; count < 150; count += 1) await call(version);
    const place = newDirectory();
    const first = call(version, { place, name: 'first' });
    expect(await call(version)).toEqual({ type: 'throttled' });
    writeFileSync(path.join(place, 'go'), '');
    expect(valueOf(await first)).toBe('first');
  });

  test('of length 0 accepts what instances that still start will take', async () => {
    const { call } = startEngine({ queueLimit: 0 });
    const place = newDirectory();
    const version = fixture('meeting.waitsToGo', { maxInstances: 2 });
    const taken = ['first', 'second'].map((name) => call(version, { place, name }));
    expect(await call(version, { place, name: 'third' })).toEqual({ type: 'throttled' });
    writeFileSync(path.join(place, 'go'), '');
    expect((await Promise.all(taken)).map(valueOf)).toEqual(['first', 'second']);
  });

  test('of length 0 accepts what the replacement of an instance that ends will take', async () => {
    const { call } = startEngine({ queueLimit: 0 });
    const place = newDirectory();
    const version = fixture('meeting.waitsToGo', { maxInstances: 1 });
    await call(version, { place, name: 'first' }, { timeoutMs: 1000 });
    const second = call(version, { place, name: 'second' });
    writeFileSync(path.join(place, 'go'), '');
    expect(valueOf(await second)).toBe('second');
  });

  test('gives up a call whose time is over without running it', async () => {
    const { call, engine } = startEngine();
    const place = newDirectory();
    const version = fixture('meeting.waitsToGo', { maxInstances: 1 });
    void call(version, { place, name: 'first' });
    await until(() => existsSync(path.join(place, 'first')));
    expect(await call(version, { place, name: 'second' }, { timeoutMs: 50 })).toEqual({ type: 'timeout', timeoutMs: 50, limit: 'caller' });
    writeFileSync(path.join(place, 'go'), '');
    await engine.close(3_600_000);
    expect(readdirSync(place).sort()).toEqual(['first', 'go']);
  });

  test('is served by the replacement of an instance that was killed', async () => {
    const { call } = startEngine();
    const place = newDirectory();
    const version = fixture('meeting.waitsToGo', { maxInstances: 1 });
    const first = call(version, { place, name: 'first' }, { timeoutMs: 1000 });
    const second = call(version, { place, name: 'second' });
    expect(await first).toEqual({ type: 'timeout', timeoutMs: 1000, limit: 'caller' });
    writeFileSync(path.join(place, 'go'), '');
    expect(valueOf(await second)).toBe('second');
  });
});

describe('a function that cannot be loaded', () => {
  test('fails all waiting calls, and further ones at once while it waits', async () => {
    const { call } = startEngine();
    const file = path.join(newDirectory(), 'loads');
    const version = fixture('counts-loads.handler', { maxInstances: 5, environment: { LOADS_FILE: file } });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call(version)));
    const later = await call(version);
    const error = { errorType: 'Error', errorMessage: 'never loads', trace: expect.arrayContaining(['Error: never loads']) };
    const broken = { type: 'failed', code: 'FUNCTION_INIT_FAILED', reason: expect.stringMatching(/^Error: never loads, at .*\/var\/task\/counts-loads.cjs:4:7\)$/), error };
    expect([...outcomes, later]).toEqual(Array.from({ length: 21 }, () => broken));
  });

  test('is started ever less often', async () => {
    const { call } = startEngine();
    const file = path.join(newDirectory(), 'loads');
    const version = fixture('counts-loads.handler', { environment: { LOADS_FILE: file } });
    const endsAt = performance.now() + 1000;
    while (performance.now() < endsAt) {
      await call(version);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(readFileSync(file, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(5);
  });

  test('does not hold up another', async () => {
    const { call } = startEngine();
    const hanging = call(fixture('hangs-at-load.handler', { name: 'hangs' }));
    expect((await call(fixture('styles.answersAsync'))).type).toBe('result');
    await closeAll();
    expect((await hanging).type).toBe('failed');
  });
});

/** The members of an instance that the pool uses. */
class PlayedInstance {
  public readonly isReady = true;
  public readonly isLoading = false;
  public readonly idleSince = undefined;
  public runningCount = 0;
  public isKilled = false;

  public constructor(public capacity: number, public readonly loadMs = 0) {}

  public readonly capacityAt = (): number => this.capacity;

  public start(): void {
    this.runningCount += 1;
  }

  public kill(): void {
    this.isKilled = true;
  }
}

const newCall = (): WaitingCall => ({
  invocation: { requestId: 'r', invocationId: 'c', payload: '{}', timeoutMs: 60_000 }, handedInAt: performance.now(), deadlineAt: Infinity, settle: () => undefined,
});

describe('another instance', () => {
  /** A pool whose instance took so long to load and has all calls it can take. */
  async function open(loadMs: number) {
    const started: PlayedInstance[] = [];
    const checks: number[] = [];
    const pool = new FunctionPool(fixture('any.handler', { maxInstances: 2 }), {
      settings: { queueLimit: 100, slots: { take: () => true }, ports: { log: () => undefined } } as never,
      startInstance: (_, listener) => {
        const instance = new PlayedInstance(1, loadMs);
        started.push(instance);
        setImmediate(() => listener.ready(instance as unknown as FunctionInstance));
        return Promise.resolve(instance as unknown as FunctionInstance);
      },
      needBy: (time) => checks.push(time),
    });
    pool.warm();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    pool.take(newCall());
    return { pool, started, checks };
  }

  test.each([[300, 300], [1, 10], [60_000, 1_000]])('is not started before a call has waited for the %i ms that one takes to load: %i ms', async (loadMs, waitMs) => {
    const { pool, started, checks } = await open(loadMs);
    const handedInAt = performance.now() + 60_000; // no delay of this test makes it wait
    pool.take({ ...newCall(), handedInAt });
    expect(checks.at(-1)).toBe(handedInAt + waitMs);
    expect(started.length).toBe(1);
  });

  test('is started for a call that has waited longer', async () => {
    const { pool, started } = await open(300);
    pool.take({ ...newCall(), handedInAt: performance.now() - 301 });
    expect(started.length).toBe(2);
  });
});

describe('the instance that takes a call', () => {
  /** A pool with instances that may have so many calls. */
  async function open(...capacities: readonly number[]) {
    const instances = capacities.map((capacity) => new PlayedInstance(capacity));
    const waiting = [...instances];
    const listeners: InstanceListener[] = [];
    const pool = new FunctionPool(fixture('any.handler', { maxInstances: capacities.length }), {
      settings: { queueLimit: 100, instanceIdleTimeoutMs: 1_000, slots: { take: () => true }, ports: { log: () => undefined } } as never,
      startInstance: (_, listener) => {
        listeners.push(listener);
        return Promise.resolve(waiting.shift() as unknown as FunctionInstance);
      },
      needBy: () => undefined,
    });
    while (waiting.length > 0) {
      pool.take({ ...newCall(), handedInAt: performance.now() - 1_000 });
      await new Promise(setImmediate);
    }
    const [listener] = listeners;
    const answered = (instance: PlayedInstance) => {
      instance.runningCount -= 1;
      listener.answered(instance as unknown as FunctionInstance);
    };
    listener.ready(instances[0] as unknown as FunctionInstance);
    for (const instance of instances) while (instance.runningCount > 0) answered(instance);
    const take = (calls: number) => {
      for (let count = 0; count < calls; count += 1) pool.take(newCall());
      return instances.map(({ runningCount }) => runningCount);
    };
    return { pool, instances, take, answered };
  }

  test('is the busy one of a fast function until it is full, then another', async () => {
    const { instances: [first, second], take, answered } = await open(3, 3);
    expect(take(2)).toEqual([2, 0]);
    expect(take(2)).toEqual([3, 1]);
    answered(first);
    expect(take(1)).toEqual([2, 2]);
    answered(second);
    answered(second);
    // an idle one is not preferred because it was chosen last
    expect(take(1)).toEqual([3, 0]);
  });

  test('is not one that is held up, gives its place up or has ended', async () => {
    const { pool, instances: [first, second], take, answered } = await open(8, 8);
    expect(take(2)).toEqual([2, 0]);
    first.capacity = 0;
    expect(take(1)).toEqual([2, 1]);
    first.capacity = 8;
    expect(take(2)).toEqual([2, 3]);
    second.capacity = 0;
    expect(take(1)).toEqual([3, 3]);
    second.capacity = 8;
    pool.giveUpInstance(true); // the first of those with the fewest calls, which took the last one
    expect(take(1)).toEqual([3, 4]);
    for (let count = 0; count < 3; count += 1) answered(first);
    expect([first.isKilled, second.isKilled]).toEqual([true, false]);
  });

  test('is the one with the fewest calls if they are not fast', async () => {
    const { take } = await open(1, 1);
    expect(take(1)).toEqual([1, 0]);
    expect(take(1)).toEqual([1, 1]);
    expect(take(1)).toEqual([1, 1]);
  });
});
