import { KeptTraces } from '../../../lib/runtime/inspection/kept-traces';
import { RequestTrace } from '../../../lib/runtime/inspection/request-trace';
import { RunningTraces } from '../../../lib/runtime/inspection/request-records';
import { IDS, progress } from '../../support/exchange';

function traceWithId(requestId: string): RequestTrace {
  return new RequestTrace(progress({ ids: { ...IDS, requestId } }), 'pets', 0);
}

const [first, second, third] = [traceWithId('1'), traceWithId('2'), traceWithId('3')];

describe('kept traces', () => {
  test('one more takes the place of the oldest', () => {
    const kept = new KeptTraces({ count: 2, bytes: 1e9 });
    expect([first, second, third].map((trace) => kept.add(trace))).toEqual([0, 0, 1]);
    expect(kept.newestFirst()).toEqual([third, second]);
    expect([kept.size, kept.find('1'), kept.find('2')]).toEqual([2, undefined, second]);
  });

  test('as many as needed are dropped for the bytes of another, which is kept however large it is', () => {
    const kept = new KeptTraces({ count: 10, bytes: first.bytes * 2.5 });
    expect([first, second, third].map((trace) => kept.add(trace))).toEqual([0, 0, 1]);
    const small = new KeptTraces({ count: 10, bytes: 1 });
    expect([first, second].map((trace) => small.add(trace))).toEqual([0, 1]);
    expect(small.newestFirst()).toEqual([second]);
  });

  test('after they are cleared there is nothing to drop', () => {
    const kept = new KeptTraces({ count: 2, bytes: first.bytes * 2 });
    kept.add(first);
    kept.clear();
    expect([kept.size, kept.newestFirst(), kept.find('1')]).toEqual([0, [], undefined]);
    expect([second, third].map((trace) => kept.add(trace))).toEqual([0, 0]);
  });

  test('what was cleared can be restored until the next clear, as far as there is room', () => {
    const kept = new KeptTraces({ count: 3, bytes: 1e9 });
    kept.add(first);
    kept.clear();
    kept.add(second);
    kept.restore();
    expect([kept.newestFirst(), kept.find('1')]).toEqual([[second, first], first]);
    kept.clear();
    for (const trace of [third, traceWithId('4')]) kept.add(trace);
    kept.restore();
    expect(kept.newestFirst().map(({ id }) => id)).toEqual(['4', '3', '2']);
    kept.clear();
    kept.clear();
    kept.restore();
    expect(kept.newestFirst()).toEqual([]);
  });
});

test('running traces are found by their id until they are removed', () => {
  const running = new RunningTraces();
  // the same last characters: one bucket
  const removed = traceWithId('another-1');
  const same = traceWithId('one-more-1');
  for (const trace of [removed, same, second]) running.add(trace);
  running.remove(removed);
  running.remove(removed);
  expect(['another-1', 'one-more-1', '2'].map((id) => running.get(id))).toEqual([undefined, same, second]);
});
