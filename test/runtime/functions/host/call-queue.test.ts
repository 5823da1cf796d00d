import { queryObjects } from 'node:v8';
import { CallQueue } from '../../../../lib/runtime/functions/host/call-queue';

/** Begins a call, which here is a function that says whether it has arrived. */
const begin = (call: () => boolean): boolean => call();

function open() {
  const events: string[] = [];
  const queue = new CallQueue(() => {
    events.push('keep');
    return true;
  }, begin);
  const arrive = (...names: readonly string[]) => names.forEach((name) => queue.arrive(() => {
    events.push(name);
    return true;
  }));
  return { queue, events, arrive };
}

test('calls begin one after the other, in the order of their arrival; what was answered is kept before the next begins', () => {
  const { queue, events, arrive } = open();
  arrive('a', 'b', 'c');
  expect(events).toEqual(['keep', 'a']);
  queue.ended();
  expect(events).toEqual(['keep', 'a', 'keep', 'b']);
  queue.ended();
  queue.ended();
  arrive('d');
  expect(events.filter((name) => name !== 'keep')).toEqual(['a', 'b', 'c', 'd']);
});

test('with a higher concurrency they run at the same time', () => {
  const { queue, events, arrive } = open();
  queue.concurrency = Infinity;
  arrive('a', 'b', 'c');
  expect(events).toEqual(['a', 'b', 'c']);
});

test('no call begins before the answers of the earlier ones are kept', () => {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const queue = new CallQueue((resume) => {
    waiting.push(resume);
    return waiting.length > 1;
  }, begin);
  queue.arrive(() => begun.push('a') > 0);
  expect(begun).toEqual([]);
  waiting[0]?.();
  expect(begun).toEqual(['a']);
});

test('a call still arriving begins once complete, before later ones', async () => {
  const begun: string[] = [];
  const queue = new CallQueue(() => true, begin);
  let isThere = false;
  queue.arrive(() => isThere && begun.push('a') > 0);
  queue.arrive(() => begun.push('b') > 0);
  isThere = true;
  expect(begun).toEqual([]);
  await new Promise(setImmediate);
  expect(begun).toEqual(['a']);
  queue.ended();
  expect(begun).toEqual(['a', 'b']);
});

test('handlers that answer at once do not pile up', () => {
  let depth = 0;
  let deepest = 0;
  const queue = new CallQueue(() => true, begin);
  queue.arrive(() => true);
  for (let call = 0; call < 10_000; call++) {
    queue.arrive(() => {
      deepest = Math.max(deepest, ++depth);
      queue.ended();
      depth -= 1;
      return true;
    });
  }
  expect(deepest).toBe(0);
  queue.ended();
  expect(deepest).toBe(1);
});

test('calls that were begun are forgotten, also when there are always some that wait', () => {
  class Payload {
    public readonly text = 'event';
  }
  const queue = new CallQueue(() => true, begin);
  let bytes = 0;
  const arrive = () => {
    const payload = new Payload();
    queue.arrive(() => {
      bytes += payload.text.length;
      return true;
    });
  };
  arrive();
  for (let call = 0; call < 5_000; call++) {
    arrive();
    queue.ended();
  }
  expect(bytes).toBe(5_001 * 5);
  expect(queryObjects(Payload, { format: 'count' })).toBeLessThan(1_000);
});
