import type { HostCall } from '../../../../lib/runtime/functions/host/run-call';
import { CallQueue } from '../../../../lib/runtime/functions/host/call-queue';

const CALL: HostCall = { head: { requestId: 'r', remainingMs: 1 }, event: () => ({}) };

function open() {
  const ran: string[] = [];
  const callQueue = new CallQueue({ run: (nonce) => ran.push(nonce), keep: () => ran.push('keep') });
  return { callQueue, ran };
}

test('calls run one after the other, in the order of their arrival; what was answered is kept before the next begins', () => {
  const { callQueue, ran } = open();
  for (const nonce of ['a', 'b', 'c']) callQueue.arrive(nonce, CALL);
  expect(ran).toEqual(['keep', 'a']);
  callQueue.ended();
  expect(ran).toEqual(['keep', 'a', 'keep', 'b']);
  callQueue.ended();
  callQueue.ended();
  callQueue.arrive('d', CALL);
  expect(ran.filter((name) => name !== 'keep')).toEqual(['a', 'b', 'c', 'd']);
});

test('with several places they run at the same time', () => {
  const { callQueue, ran } = open();
  callQueue.concurrency = Infinity;
  for (const nonce of ['a', 'b', 'c']) callQueue.arrive(nonce, CALL);
  expect(ran).toEqual(['a', 'b', 'c']);
});

test('handlers that answer at once do not pile up', () => {
  let depth = 0;
  let deepest = 0;
  const callQueue: CallQueue = new CallQueue({
    run: () => {
      deepest = Math.max(deepest, ++depth);
      callQueue.ended();
      depth -= 1;
    },
    keep: () => undefined,
  });
  for (let index = 0; index < 10_000; index++) callQueue.arrive(String(index), CALL);
  expect(deepest).toBe(1);
});
