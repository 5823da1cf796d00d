import { MAX_PIPELINE_DEPTH, PipelineDepth } from '../../../../lib/runtime/functions/host/pipeline-depth';

/** Calls that take so long, by a clock of the test's own; the depths that were told meanwhile. */
function told(depth: PipelineDepth, calls: number, ms: number): number[] {
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
  expect(told(depth, 99, 0.01)).toEqual([]);
});

test('the shorter the calls, the more wait, up to a limit', () => {
  expect(told(depth, 1000, 0.01).at(-1)).toBe(MAX_PIPELINE_DEPTH);
});

test('slower calls shrink it again: waiting calls take about as long together', () => {
  const depths = told(depth, 1000, 1);
  expect(depths.at(-1)).toBe(16);
  expect(depths).toEqual([...depths].sort((left, right) => right - left));
  expect(told(depth, 1000, 6)).toEqual([8, 4]);
  expect(told(depth, 1000, 26)).toEqual([1]);
});

test('a mean that moves a little changes nothing', () => {
  const steady = new PipelineDepth(() => clock);
  told(steady, 1000, 0.9);
  for (let round = 0; round < 5; round++) expect([...told(steady, 200, 1.2), ...told(steady, 200, 0.9)]).toEqual([]);
});

test('one long call ends the streak', () => {
  const pausing = new PipelineDepth(() => clock);
  told(pausing, 1000, 0.01);
  expect(told(pausing, 1, 26)).toEqual([1]);
  expect(told(pausing, 99, 0.01)).toEqual([]);
  expect(told(pausing, 500, 0.01).at(-1)).toBe(MAX_PIPELINE_DEPTH);
});
