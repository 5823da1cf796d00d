import { isLimited, requireDeadline, spend, StepLimitError, withinSteps } from '../../../lib/runtime/sandbox/step-budget';

test('work that keeps to its steps gives its value', () => {
  expect(withinSteps(10, () => { spend(10); return 'done'; })).toEqual({ value: 'done' });
});

test('work is interrupted where its steps end', () => {
  let reached = 0;
  expect(withinSteps(10, () => { for (;;) { spend(1); reached += 1; } })).toBeUndefined();
  expect(reached).toBe(10);
});

test('the result of work that continues after its interruption is discarded', () => {
  const swallowing = () => {
    try {
      spend(11);
    } catch {
      return 'wrong';
    }
    return 'right';
  };
  expect(withinSteps(10, swallowing)).toBeUndefined();
});

test('an error of the work itself is its own', () => {
  expect(() => withinSteps(10, () => { throw new Error('broken'); })).toThrow('broken');
});

test('work inside of other work has a budget of its own, and outside of any there is none', () => {
  expect(isLimited()).toBe(false);
  const inner = withinSteps(10, () => {
    expect(withinSteps(100, () => spend(50))).toEqual({ value: undefined });
    expect(isLimited()).toBe(true);
    return withinSteps(5, () => spend(6));
  });
  expect(inner).toEqual({ value: undefined });
  expect(() => spend(1e9)).not.toThrow();
});

test('what cannot be interrupted is done only where somebody would end it', () => {
  expect(withinSteps(10, requireDeadline)).toBeUndefined();
  expect(withinSteps(10, requireDeadline, { hasDeadline: true })).toEqual({ value: undefined });
  expect(requireDeadline).not.toThrow();
  expect(new StepLimitError().message).toBe('it takes too many steps');
});
