import type { WaitingCall } from '../../../lib/runtime/functions/call';
import { InFlightCalls } from '../../../lib/runtime/functions/in-flight-calls';

const TIMEOUT_MS = 1_000;

function call(name: string, given: { readonly deadlineAt?: number; readonly isStreamed?: boolean } = {}): WaitingCall {
  const { deadlineAt = 60_000, isStreamed } = given;
  const invocation = { requestId: name, payload: '{}', timeoutMs: deadlineAt, ...(isStreamed === undefined ? {} : { isStreamed }) };
  return { invocation, handedInAt: 0, deadlineAt, settle: () => undefined };
}

function pipeOf(names: readonly string[], places = 1): InFlightCalls {
  const pipe = new InFlightCalls(places, TIMEOUT_MS);
  for (const name of names) pipe.add(name, call(name), 0);
  return pipe;
}

const names = (calls: readonly (WaitingCall | { readonly call: WaitingCall })[]) =>
  calls.map((one) => ('call' in one ? one.call : one).invocation.requestId);

describe('the calls of an instance with one place', () => {
  test('only the oldest has the function\'s time running', () => {
    const pipe = pipeOf(['a', 'b']);
    expect(pipe.get('a')?.deadlineAt).toBe(TIMEOUT_MS);
    expect(pipe.get('b')?.deadlineAt).toBe(60_000);
    pipe.remove('a', 700);
    expect(pipe.get('b')).toMatchObject({ deadlineAt: 700 + TIMEOUT_MS, runsSince: 700 });
  });

  test('the oldest is stuck when its time is up, and the others are none the worse', () => {
    const pipe = pipeOf(['a', 'b', 'c']);
    expect(pipe.expire(TIMEOUT_MS - 1)).toMatchObject({ expired: [], isStuck: false, next: TIMEOUT_MS });
    const { expired, isStuck } = pipe.expire(TIMEOUT_MS);
    expect([names(expired), isStuck]).toEqual([['a'], true]);
    const { lost, unbegun } = pipe.empty();
    expect([names(lost), names(unbegun)]).toEqual([[], ['b', 'c']]);
  });

  test('one that waited too long is given up, and nothing is stuck', () => {
    const pipe = pipeOf(['a']);
    pipe.add('b', call('b', { deadlineAt: 500 }), 0);
    const { expired, isStuck, next } = pipe.expire(600);
    expect([names(expired), isStuck, next]).toEqual([['b'], false, TIMEOUT_MS]);
    expect(pipe.expire(700).expired).toEqual([]);
    pipe.remove('a', 800);
    expect(pipe.get('b')?.deadlineAt).toBe(800 + TIMEOUT_MS); // it is run all the same, and must end some time
    expect(pipe.isHeldUp(800)).toBe(true);
    expect(pipe.expire(800 + TIMEOUT_MS)).toMatchObject({ expired: [], isStuck: true });
  });

  test('the oldest is lost with the instance, the others are not', () => {
    const pipe = pipeOf(['a', 'b', 'c']);
    pipe.remove('a', 1);
    const { lost, unbegun } = pipe.empty();
    expect([names(lost), names(unbegun)]).toEqual([['b'], ['c']]);
  });

  test('answers are looked for when the oldest takes long, and another one waits', () => {
    expect(pipeOf(['a']).lookAt).toBe(Infinity);
    const pipe = pipeOf(['a', 'b', 'c']);
    expect(pipe.lookAt).toBe(25);
    pipe.remove('a', 100);
    expect([pipe.lookAt, pipe.oldest]).toEqual([125, 'b']);
  });

  test('calls that were not begun can be taken back', () => {
    const pipe = pipeOf(['a', 'b', 'c']);
    expect(names(pipe.withdraw((nonce) => nonce === 'a'))).toEqual(['b', 'c']);
    expect(pipe.size).toBe(1);
  });

  test('nothing should wait behind a stream, or behind a call that takes long', () => {
    const pipe = pipeOf(['a']);
    expect([pipe.isHeldUp(1), pipe.isHeldUp(100)]).toEqual([false, true]);
    const streaming = new InFlightCalls(1, TIMEOUT_MS);
    streaming.add('s', call('s', { isStreamed: true }), 0);
    expect(streaming.isHeldUp(1)).toBe(true);
  });
});

test('with several places all calls run, and all are lost together', () => {
  const pipe = pipeOf(['a', 'b'], 2);
  expect(pipe.get('b')?.deadlineAt).toBe(TIMEOUT_MS);
  const { lost, unbegun } = pipe.empty();
  expect([names(lost), names(unbegun)]).toEqual([['a', 'b'], []]);
});
