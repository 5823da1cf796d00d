import { openSendQueue } from '../../../lib/runtime/otlp/send-queue';

test('what is more than a collector takes is dropped and counted, and nobody waits for it', async () => {
  const batches: number[] = [];
  let lost = 0;
  let answer = (): void => undefined;
  const queue = openSendQueue<number>({
    send: (items) => {
      batches.push(items.length);
      return new Promise((resolve) => { answer = resolve; });
    },
    lost: (count) => { lost += count; },
  });
  for (let item = 0; item < 3_000; item += 1) queue.add(item);
  // 512 are on their way, 2,048 wait
  expect([batches, lost]).toEqual([[512], 440]);
  await queue.close(0);
  expect(lost).toBe(440 + 2_048);
  answer();
});
