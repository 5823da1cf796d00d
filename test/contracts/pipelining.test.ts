import { readFileSync } from 'node:fs';
import path from 'node:path';
import { closeAll, fixture, startEngine, valueOf } from '../support/functions/engine';
import { newDirectory } from '../support/temporary-directory';

afterEach(closeAll);

/*
 * Calls of a fast function wait in the pipeline of its instance. Whether a function counts as fast depends on the machine; what
 * is tested here holds either way. test/runtime/functions/process/in-flight-calls.test.ts and host/call-queue.test.ts hold the parts.
 */
describe('a call that breaks its instance', () => {
  test.each([
    ['by looping for ever', { loops: true }, 'timeout'],
    ['by ending its process', { crashes: true }, 'failed'],
  ])('%s fails alone: earlier calls are answered, later ones run once on another instance', async (_, breaks, type) => {
    const { call } = startEngine();
    const version = fixture('faults.notesAndBreaks', { timeoutMs: 2_000, maxInstances: 2 });
    const notesFile = path.join(newDirectory(), 'notes');
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, () => call(version, { name: 'warm' })));
    const before = ['a', 'b', 'c'].map((name) => call(version, { place: notesFile, name }));
    const broken = call(version, { place: notesFile, name: 'broken', ...breaks });
    const after = ['d', 'e', 'f', 'g', 'h'].map((name) => call(version, { place: notesFile, name }));
    expect((await broken).type).toBe(type);
    const answers = await Promise.all([...before, ...after]);
    expect(answers.map(valueOf)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    const notes = readFileSync(notesFile, 'utf8').trim().split('\n').sort();
    expect(notes).toEqual(['a', 'b', 'broken', 'c', 'd', 'e', 'f', 'g', 'h']);
  });
});

test('what calls in a pipe write belongs to the one that wrote it', async () => {
  const { call, lines } = startEngine();
  const version = fixture('faults.writes', { maxInstances: 1 });
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => call(version, { n: 20 * round + index }, { requestId: `r${20 * round + index}` })));
  }
  await closeAll();
  const owned = lines.filter(({ text }) => text.startsWith('to stdout'));
  expect(owned).toHaveLength(400);
  expect(owned.filter(({ text, requestId }) => requestId !== `r${text.slice('to stdout '.length)}`)).toEqual([]);
});
