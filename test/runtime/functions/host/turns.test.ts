import type { HostCall } from '../../../../lib/runtime/functions/host/run-call';
import { Turns } from '../../../../lib/runtime/functions/host/turns';

const CALL: HostCall = { head: { requestId: 'r', remainingMs: 1 }, event: () => ({}) };

function open() {
  const ran: string[] = [];
  const turns = new Turns({ run: (nonce) => ran.push(nonce), keep: () => ran.push('keep') });
  return { turns, ran };
}

test('calls run one after the other, in the order of their arrival; what was answered is kept before the next begins', () => {
  const { turns, ran } = open();
  for (const nonce of ['a', 'b', 'c']) turns.arrive(nonce, CALL);
  expect(ran).toEqual(['keep', 'a']);
  turns.ended();
  expect(ran).toEqual(['keep', 'a', 'keep', 'b']);
  turns.ended();
  turns.ended();
  turns.arrive('d', CALL);
  expect(ran.filter((name) => name !== 'keep')).toEqual(['a', 'b', 'c', 'd']);
});

test('with several places they run at the same time', () => {
  const { turns, ran } = open();
  turns.places = Infinity;
  for (const nonce of ['a', 'b', 'c']) turns.arrive(nonce, CALL);
  expect(ran).toEqual(['a', 'b', 'c']);
});

test('handlers that answer at once do not pile up', () => {
  let depth = 0;
  let deepest = 0;
  const turns: Turns = new Turns({
    run: () => {
      deepest = Math.max(deepest, ++depth);
      turns.ended();
      depth -= 1;
    },
    keep: () => undefined,
  });
  for (let index = 0; index < 10_000; index++) turns.arrive(String(index), CALL);
  expect(deepest).toBe(1);
});
