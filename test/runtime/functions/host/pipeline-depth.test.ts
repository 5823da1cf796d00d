import { MAX_PIPELINE_DEPTH, PipelineDepth } from '../../../../lib/runtime/functions/host/pipeline-depth';

/** Calls that take so long, by a clock of the test's own; the depths that were reported meanwhile. */
function reported(depth: PipelineDepth, calls: number, ms: number): number[] {
  const depths: number[] = [];
  for (let call = 0; call < calls; call++) {
    depth.began();
    clock += ms;
    const changed = depth.ended();
    if (changed !== undefined) depths.push(changed);
  }
  return depths;
}

let clock = 0;
const depth = new PipelineDepth(() => clock);

test('nothing waits in the pipe before a hundred calls have shown how long they take', () => {
  expect(reported(depth, 99, 0.01)).toEqual([]);
});

test('the shorter the calls, the more wait, up to a limit', () => {
  expect(reported(depth, 1000, 0.01).at(-1)).toBe(MAX_PIPELINE_DEPTH);
});

test('slower calls shrink it again: waiting calls take about as long together', () => {
  const depths = reported(depth, 1000, 1);
  expect(depths.at(-1)).toBe(16);
  expect(depths).toEqual([...depths].sort((left, right) => right - left));
  expect(reported(depth, 1000, 6)).toEqual([8, 4]);
  expect(reported(depth, 1000, 26)).toEqual([1]);
});

test('a mean that moves a little changes nothing', () => {
  const steady = new PipelineDepth(() => clock);
  reported(steady, 1000, 0.9);
  for (let round = 0; round < 5; round++) expect([...reported(steady, 200, 1.2), ...reported(steady, 200, 0.9)]).toEqual([]);
});

test('one long call ends the streak', () => {
  const pausing = new PipelineDepth(() => clock);
  reported(pausing, 1000, 0.01);
  expect(reported(pausing, 1, 26)).toEqual([1]);
  expect(reported(pausing, 99, 0.01)).toEqual([]);
  expect(reported(pausing, 500, 0.01).at(-1)).toBe(MAX_PIPELINE_DEPTH);
});
