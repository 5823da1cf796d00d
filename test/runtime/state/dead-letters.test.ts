import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMemoryDeadLetters, openDeadLetters, type DeadLetter } from '../../../lib/runtime/state/dead-letters';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const letter = (id: string): DeadLetter => ({
  id, functionName: 'orders', requestId: `request-${id}`, event: '{"n":1}', error: { type: 'Error', message: 'no' }, attempts: 3,
  acceptedAt: 1, failedAt: 2,
});

describe.each([
  ['in files', (maxLetters?: number) => openDeadLetters(directory, { maxLetters })],
  ['in memory', (maxLetters?: number) => createMemoryDeadLetters({ maxLetters })],
])('%s', (_where, open) => {
  test('letters are listed in order without their events, read whole, and removed', async () => {
    const letters = open();
    await letters.add(letter('2'));
    await letters.add(letter('1'));
    const { event: _event, ...summary } = letter('1');
    expect(await letters.list()).toEqual([summary, expect.objectContaining({ id: '2' })]);
    expect(await letters.read('1')).toEqual(letter('1'));
    expect(await letters.remove('1')).toBe(true);
    expect(await letters.remove('1')).toBe(false);
    expect(await letters.read('1')).toBeUndefined();
  });

  test('none is dropped for another: the store stays full until one is removed', async () => {
    const letters = open(1);
    let calls = 0;
    letters.onSpace(() => {
      calls += 1;
    });
    expect(await letters.add(letter('1'))).toBe(true);
    expect(await letters.add(letter('2'))).toBe(false);
    expect(await letters.add(letter('1'))).toBe(true);
    await letters.remove('1');
    expect(calls).toBe(1);
    expect(await letters.add(letter('2'))).toBe(true);
  });

  test.each(['../x', '', 'a/b', '.hidden', 'x'.repeat(101)])('there is no letter "%s"', async (id) => {
    expect(await open().read(id)).toBeUndefined();
    expect(await open().remove(id)).toBe(false);
  });
});

test('letters in files are found again', async () => {
  await openDeadLetters(directory).add(letter('1'));
  expect(await openDeadLetters(directory).read('1')).toEqual(letter('1'));
  expect(readdirSync(directory)).toEqual(['1.json']);
});
