import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMemoryDeadLetters, openDeadLetters, type DeadLetter } from '../../../lib/runtime/state/dead-letters';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const deadLetter = (id: string): DeadLetter => ({
  id, functionName: 'orders', requestId: `request-${id}`, invocationId: `call-${id}`, event: '{"n":1}', error: { type: 'Error', message: 'no' }, attempts: 3,
  acceptedAt: 1, failedAt: 2,
});

describe.each([
  ['in files', (maxDeadLetters?: number) => openDeadLetters(directory, { maxDeadLetters })],
  ['in memory', (maxDeadLetters?: number) => createMemoryDeadLetters({ maxDeadLetters })],
])('%s', (_where, open) => {
  test('letters are listed in order without their events, read whole, and removed', async () => {
    const store = open();
    await store.add(deadLetter('2'));
    await store.add(deadLetter('1'));
    const { event: _event, ...summary } = deadLetter('1');
    expect(await store.list()).toEqual([summary, expect.objectContaining({ id: '2' })]);
    expect(await store.read('1')).toEqual(deadLetter('1'));
    expect(await store.remove('1')).toBe(true);
    expect(await store.remove('1')).toBe(false);
    expect(await store.read('1')).toBeUndefined();
  });

  test('none is dropped for another: the store stays full until one is removed', async () => {
    const store = open(1);
    let calls = 0;
    store.onSpace(() => {
      calls += 1;
    });
    expect(await store.add(deadLetter('1'))).toBe(true);
    expect(await store.add(deadLetter('2'))).toBe(false);
    expect(await store.add(deadLetter('1'))).toBe(true);
    await store.remove('1');
    expect(calls).toBe(1);
    expect(await store.add(deadLetter('2'))).toBe(true);
  });

  test.each(['../x', '', 'a/b', '.hidden', 'x'.repeat(101)])('there is no letter "%s"', async (id) => {
    expect(await open().read(id)).toBeUndefined();
    expect(await open().remove(id)).toBe(false);
  });
});

test('letters in files are found again', async () => {
  await openDeadLetters(directory).add(deadLetter('1'));
  expect(await openDeadLetters(directory).read('1')).toEqual(deadLetter('1'));
  expect(readdirSync(directory)).toEqual(['1.json']);
});
