import { KeptTraces } from '../../../lib/runtime/inspection/kept-traces';
import { RequestTrace } from '../../../lib/runtime/inspection/request-trace';
import { StepTimes, UnusedTimes } from '../../../lib/runtime/inspection/step-times';
import { progress } from '../../support/exchange';

test('times that are used again say nothing of the request before', () => {
  const unused = new UnusedTimes();
  const times = unused.take().start(1);
  times.begin(0, 2);
  times.end(3);
  expect([times.startedAt, times.at(0), times.at(1), times.endedAt]).toEqual([1, 2, NaN, 3]);
  unused.give(times);
  const again = unused.take().start(5);
  expect(again).toBe(times);
  expect([again.startedAt, again.at(0), again.endedAt]).toEqual([5, NaN, NaN]);
});

test('a trace that another one replaces gives its times away, and does not show those of the next request', () => {
  const dropped: StepTimes[] = [];
  const kept = new KeptTraces({ count: 1, bytes: 1e9 }, (trace) => dropped.push(trace.drop()));
  const times = new StepTimes().start(7);
  const first = new RequestTrace(progress(), 'pets', times);
  kept.add(first);
  kept.add(new RequestTrace(progress(), 'pets', 8));
  expect(dropped).toEqual([times]);
  times.start(9);
  expect(first.startedAt).toBe(NaN);
});
