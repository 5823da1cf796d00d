import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMemoryEventQueue, openEventQueue, type QueuedEvent } from '../../../lib/runtime/state/event-queue';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const event = (id: string): QueuedEvent => ({
  id, functionName: 'orders', functionKey: 'key', requestId: 'a', invocationId: 'call-a', payload: '{"n":1}', acceptedAt: 1, attempts: 0,
});

test('an event of a gateway that called functions by the request\'s id keeps that id', async () => {
  const { invocationId: _, ...older } = event('1');
  writeFileSync(path.join(directory, '1.json'), JSON.stringify(older));
  expect(await openEventQueue(directory).read('1')).toEqual({ ...older, invocationId: older.requestId });
});

describe.each([
  ['in files', (maxEvents?: number) => openEventQueue(directory, { maxEvents })],
  ['in memory', (maxEvents?: number) => createMemoryEventQueue({ maxEvents })],
])('%s', (_where, open) => {
  test('an event is kept, changed and removed', async () => {
    const queue = open();
    await queue.put(event('1'));
    expect(await queue.read('1')).toEqual(event('1'));
    await queue.update({ ...event('1'), attempts: 1 });
    expect(await queue.list()).toEqual([{ ...event('1'), attempts: 1 }]);
    await queue.remove('1');
    expect(await queue.read('1')).toBeUndefined();
    expect(await queue.list()).toEqual([]);
  });

  test('as many events as may wait are taken, and no more', async () => {
    const queue = open(2);
    await queue.put(event('1'));
    await queue.put(event('2'));
    await expect((async () => queue.put(event('3')))()).rejects.toMatchObject({ code: 'EVENT_QUEUE_FULL' });
    await queue.remove('1');
    await queue.put(event('3'));
  });
});

test('events in files count after a restart', async () => {
  await openEventQueue(directory).put(event('1'));
  await expect(openEventQueue(directory, { maxEvents: 1 }).put(event('2'))).rejects.toMatchObject({ code: 'EVENT_QUEUE_FULL' });
});

test('an event that cannot be written is refused', async () => {
  const queue = openEventQueue(path.join(directory, 'queue'));
  rmSync(path.join(directory, 'queue'), { recursive: true });
  await expect(queue.put(event('1'))).rejects.toMatchObject({ code: 'EVENT_NOT_STORED' });
});

test('a damaged event is reported, not dropped, and hides no other', async () => {
  const problems: string[] = [];
  const queue = openEventQueue(directory, { onDamaged: (error) => problems.push(error.code) });
  await queue.put(event('1'));
  writeFileSync(path.join(directory, '0.json'), '{"id":');
  writeFileSync(path.join(directory, '2.json'), '{}');
  expect(await queue.list()).toEqual([event('1')]);
  expect(problems).toEqual(['EVENT_UNREADABLE', 'EVENT_UNREADABLE']);
});
