import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listDeadLetters, readDeadLetter, redriveDeadLetters, removeDeadLetters } from '../../../lib/runtime';
import { openDeadLetters } from '../../../lib/runtime/state/dead-letters';
import { openEventQueue } from '../../../lib/runtime/state/event-queue';
import { deadLettersIn, eventsIn } from '../../../lib/runtime/state/redrive';
import { newDirectory } from '../../support/temporary-directory';

const deadLetter = (id: string, functionName = 'Orders') => ({
  id, functionName, requestId: `request-${id}`, invocationId: `call-${id}`, event: '{"n":1}', error: { type: 'Error', message: 'no' }, attempts: 3, acceptedAt: 1000, failedAt: 2000,
});

async function stateWith(...deadLetters: readonly ReturnType<typeof deadLetter>[]): Promise<string> {
  const state = newDirectory();
  const store = openDeadLetters(deadLettersIn(state));
  for (const letter of deadLetters) await store.add(letter);
  return state;
}

const idsOf = (deadLetters: readonly { readonly id: string }[]) => deadLetters.map(({ id }) => id);

test('a dead letter that is redriven becomes an event that was never tried', async () => {
  const state = await stateWith(deadLetter('a'), deadLetter('b'));
  expect(idsOf(await redriveDeadLetters(state, { ids: ['a'] }, () => 5000))).toEqual(['a']);
  expect(idsOf(await listDeadLetters(state))).toEqual(['b']);
  expect(await openEventQueue(eventsIn(state)).read('a')).toEqual({
    id: 'a', functionName: 'Orders', functionKey: '', requestId: 'request-a', invocationId: 'call-a', payload: '{"n":1}', acceptedAt: 5000, attempts: 0,
  });
});

test('those of one function are chosen by its name', async () => {
  const state = await stateWith(deadLetter('a'), deadLetter('b', 'Mail'), deadLetter('c'));
  expect(idsOf(await redriveDeadLetters(state, { functionName: 'Orders' }, () => 0))).toEqual(['a', 'c']);
  expect(idsOf(await removeDeadLetters(state, {}))).toEqual(['b']);
  expect(await listDeadLetters(state)).toEqual([]);
});

test('nothing is done when one of the dead letters does not exist', async () => {
  const state = await stateWith(deadLetter('a'));
  await expect(redriveDeadLetters(state, { ids: ['a', 'x'] }, () => 0)).rejects.toMatchObject({ code: 'DEAD_LETTER_UNKNOWN' });
  await expect(removeDeadLetters(state, { ids: ['a', '../a'] })).rejects.toMatchObject({ code: 'DEAD_LETTER_UNKNOWN' });
  expect(idsOf(await listDeadLetters(state))).toEqual(['a']);
});

test('a state directory that is not there has no letters, and is not made by looking', async () => {
  const state = path.join(newDirectory(), 'none');
  expect(await listDeadLetters(state)).toEqual([]);
  expect(await redriveDeadLetters(state, {}, () => 0)).toEqual([]);
  await expect(readDeadLetter(state, 'a')).rejects.toMatchObject({ code: 'DEAD_LETTER_UNKNOWN' });
  expect(existsSync(state)).toBe(false);
});

test('a damaged dead letter is reported and hides no other', async () => {
  const state = await stateWith(deadLetter('b'));
  mkdirSync(deadLettersIn(state), { recursive: true });
  writeFileSync(path.join(deadLettersIn(state), 'a.json'), '{');
  const codes: string[] = [];
  expect(idsOf(await listDeadLetters(state, ({ code }) => codes.push(code)))).toEqual(['b']);
  expect(codes).toEqual(['EVENT_UNREADABLE']);
});
