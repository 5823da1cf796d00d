import type { WaitingCall } from '../../../../lib/runtime/functions/call';
import { CallStream } from '../../../../lib/runtime/functions/process/call-stream';
import { InFlightCalls } from '../../../../lib/runtime/functions/process/in-flight-calls';

const TIMEOUT_MS = 1_000;

function call(name: string, given: { readonly deadlineAt?: number; readonly isStreamed?: boolean } = {}): WaitingCall {
  const { deadlineAt = 60_000, isStreamed } = given;
  const invocation = { requestId: name, invocationId: name, payload: '{}', timeoutMs: deadlineAt, ...(isStreamed === undefined ? {} : { isStreamed }) };
  return { invocation, handedInAt: 0, deadlineAt, settle: () => undefined };
}

function callsOf(names: readonly string[], concurrency = 1): InFlightCalls {
  const calls = new InFlightCalls(concurrency, TIMEOUT_MS);
  for (const name of names) calls.add(name, call(name), 0);
  return calls;
}

const names = (calls: readonly (WaitingCall | { readonly call: WaitingCall })[]) =>
  calls.map((one) => ('call' in one ? one.call : one).invocation.requestId);

describe('the calls of an instance with a concurrency of 1', () => {
  test('only the oldest has the function\'s time running', () => {
    const calls = callsOf(['a', 'b']);
    expect(calls.get('a')?.deadlineAt).toBe(TIMEOUT_MS);
    expect(calls.get('b')?.deadlineAt).toBe(60_000);
    calls.remove('a', 700);
    expect(calls.get('b')).toMatchObject({ deadlineAt: 700 + TIMEOUT_MS, runsSince: 700 });
  });

  test('the oldest is stuck when its time is up, and the others are none the worse', () => {
    const calls = callsOf(['a', 'b', 'c']);
    expect(calls.expire(TIMEOUT_MS - 1)).toMatchObject({ expired: [], isStuck: false, next: TIMEOUT_MS });
    const { expired, isStuck } = calls.expire(TIMEOUT_MS);
    expect([names(expired), isStuck]).toEqual([['a'], true]);
    expect(names(calls.empty())).toEqual(['b', 'c']);
  });

  test('one that waited too long is given up, and nothing is stuck', () => {
    const calls = callsOf(['a']);
    calls.add('b', call('b', { deadlineAt: 500 }), 0);
    const { expired, isStuck, next } = calls.expire(600);
    expect([names(expired), isStuck, next]).toEqual([['b'], false, TIMEOUT_MS]);
    expect(calls.expire(700).expired).toEqual([]);
    calls.remove('a', 800);
    expect(calls.get('b')?.deadlineAt).toBe(800 + TIMEOUT_MS); // it is run all the same, and must end some time
    expect(calls.isHeldUp(800)).toBe(true);
    expect(calls.expire(800 + TIMEOUT_MS)).toMatchObject({ expired: [], isStuck: true });
  });

  test('answers are looked for when the oldest takes long, and another one waits', () => {
    expect(callsOf(['a']).lookAt).toBe(Infinity);
    const calls = callsOf(['a', 'b', 'c']);
    expect(calls.lookAt).toBe(25);
    calls.remove('a', 100);
    expect([calls.lookAt, calls.oldest]).toEqual([125, 'b']);
  });

  test('only calls not yet read from the call socket are taken back; abandoned ones are dropped', () => {
    const calls = callsOf(['a', 'b', 'c']);
    calls.add('d', call('d', { deadlineAt: 500 }), 0);
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) Object.assign(calls.get(name) ?? {}, { offset: 100 * index });
    calls.expire(600);
    expect(names(calls.withdrawFrom(101))).toEqual(['c']);
    expect(names(calls.empty())).toEqual(['a', 'b']);
  });

  test('a call whose caller has a stream is not taken back, although it was not read', () => {
    const calls = callsOf(['a', 'b']);
    for (const [index, name] of ['a', 'b'].entries()) Object.assign(calls.get(name) ?? {}, { offset: 100 * index });
    Object.assign(calls.get('a') ?? {}, { stream: new CallStream({ passedOn: () => undefined, cancelled: () => undefined }) });
    expect(names(calls.withdrawFrom(0))).toEqual(['b']);
    expect(names(calls.empty())).toEqual(['a']);
  });

  test('a call that was not sent through the call socket is never taken back', () => {
    const calls = callsOf(['a']);
    expect(calls.withdrawFrom(0)).toEqual([]);
    expect(names(calls.empty())).toEqual(['a']);
  });

  test('nothing should queue behind a stream or a slow call', () => {
    const calls = callsOf(['a']);
    expect([calls.isHeldUp(1), calls.isHeldUp(100)]).toEqual([false, true]);
    const streaming = new InFlightCalls(1, TIMEOUT_MS);
    streaming.add('s', call('s', { isStreamed: true }), 0);
    expect(streaming.isHeldUp(1)).toBe(true);
  });
});

test('with a concurrency of 2 all calls run, and all are lost together', () => {
  const calls = callsOf(['a', 'b'], 2);
  expect(calls.get('b')?.deadlineAt).toBe(TIMEOUT_MS);
  expect(names(calls.empty())).toEqual(['a', 'b']);
});
