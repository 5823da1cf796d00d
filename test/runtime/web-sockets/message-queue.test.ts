import { MessageQueue } from '../../../lib/runtime/web-sockets/message-queue';

/* Sixteen messages at a time; more wait, and so does the socket. */

function newQueue({ isAtOnce = false } = {}) {
  const turns: (() => void)[] = [];
  const running: (() => void)[] = [];
  const seen: string[] = [];
  const queue = new MessageQueue({
    socket: { pause: () => seen.push('pause'), resume: () => seen.push('resume') },
    work: (text, done) => {
      seen.push(text.toString());
      if (isAtOnce) done();
      else running.push(done);
    },
    inNextTurn: (run) => turns.push(run),
  });
  const push = (count: number): void => {
    for (let number = 0; number < count; number += 1) queue.push({ text: Buffer.from('m'), answered: () => seen.push('answered') });
  };
  const turn = (): void => turns.splice(0).forEach((run) => run());
  const take = (): string[] => seen.splice(0);
  return { queue, push, turn, take, answer: () => running.shift()?.() };
}

const times = (count: number, ...texts: string[]): string[] => Array.from({ length: count }, () => texts).flat();

test('the seventeenth waits for one to be answered, in the next turn', () => {
  const { push, turn, take, answer } = newQueue();
  push(18);
  expect(take()).toEqual([...times(16, 'm'), 'pause']);
  answer();
  expect(take()).toEqual(['answered']);
  turn();
  expect(take()).toEqual(['m']);
  answer();
  turn();
  expect(take()).toEqual(['answered', 'm', 'resume']);
});

test('messages that are answered at once take turns, too', () => {
  const { push, turn, take } = newQueue({ isAtOnce: true });
  push(40);
  expect(take()).toEqual([...times(16, 'm', 'answered'), 'pause']);
  turn();
  expect(take()).toEqual(times(16, 'm', 'answered'));
  turn();
  expect(take()).toEqual([...times(8, 'm', 'answered'), 'resume']);
});

test('it ends when the last message is answered, and reads no more', () => {
  const { queue, push, turn, take, answer } = newQueue();
  push(17);
  take();
  let isEmpty = false;
  queue.end(() => { isEmpty = true; });
  expect(take()).toEqual(['pause']);
  for (let count = 0; count < 16; count += 1) answer();
  turn();
  expect(isEmpty).toBe(false);
  answer();
  turn();
  expect(isEmpty).toBe(true);
  expect(take()).not.toContain('resume');
});

test('one without messages ends at once', () => {
  let isEmpty = false;
  newQueue().queue.end(() => { isEmpty = true; });
  expect(isEmpty).toBe(true);
});
