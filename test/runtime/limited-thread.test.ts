import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { startLimitedThread } from '../../lib/runtime/limited-thread';
import { newDirectory } from '../support/temporary-directory';

const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 24 };

/** A program of a thread. */
function program(text: string): string {
  const file = path.join(newDirectory(), 'thread.js');
  writeFileSync(file, text);
  return file;
}

test.each([
  '--max-old-space-size=3000', '--max-heap-size=3000', '--max-semi-space-size=64', '--min-semi-space-size=64',
])('in a process with %s, a thread has the memory that it was given', async (flag) => {
  setFlagsFromString(flag);
  const thread = startLimitedThread(program("require('node:worker_threads').parentPort.postMessage(require('node:v8').getHeapStatistics().heap_size_limit);"), { resourceLimits });
  const [limit] = await once(thread, 'message') as [number];
  expect(limit / 1024 ** 2).toBe(120);
});

test('in a process with large semi-spaces, a thread that exceeds its memory ends alone', async () => {
  setFlagsFromString('--max-semi-space-size=64');
  const thread = startLimitedThread(program("const kept = []; for (;;) kept.push(JSON.parse('[' + '{},'.repeat(2e6) + '0]'));"), { resourceLimits });
  await expect(once(thread, 'exit')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
});
