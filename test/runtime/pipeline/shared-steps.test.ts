import { sharedSteps } from '../../../lib/runtime/pipeline/shared-steps';
import type { Step } from '../../../lib/runtime/plan/step';

const step = (name: string): Step => ({ name, isSkippedWhenAnswered: false, run: () => undefined });
const [first, second] = [step('first'), step('second')];

test('the same steps are one list, in their order', () => {
  const list = sharedSteps([first, second]);
  expect(list).toEqual([first, second]);
  expect(sharedSteps([first, second])).toBe(list);
  expect(sharedSteps([first])).toEqual([first]);
  expect(sharedSteps([second, first])).toEqual([second, first]);
  expect(sharedSteps([])).toBe(sharedSteps([]));
});

test('steps that are equal and not the same are another list', () => {
  expect(sharedSteps([first, step('second')])).not.toBe(sharedSteps([first, second]));
});
