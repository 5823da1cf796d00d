import { isReported, markReported } from '../../lib/cli/reported-failure';

test('a failure is reported once it is marked', () => {
  const failure = new Error('the app ended');
  expect(isReported(failure)).toBe(false);
  expect(markReported(failure)).toBe(failure);
  expect([isReported(failure), isReported(new Error('the app ended')), isReported('the app ended'), isReported(null)]).toEqual([true, false, false, false]);
});
