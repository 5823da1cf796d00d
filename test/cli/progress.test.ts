import { showProgress } from '../../lib/cli/progress';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('what takes long is named in a line that disappears', () => {
  let text = '';
  const end = showProgress('building app.ts …', { err: (part) => { text += part; }, columns: () => 80 });
  jest.advanceTimersByTime(300);
  expect(text).toBe('');
  jest.advanceTimersByTime(200);
  expect(text).toBe('building app.ts …');
  end();
  end();
  expect(text).toBe('building app.ts …\r\x1b[2K');
});

test.each([['a short wait', () => 80], ['output that is not a terminal', undefined]])('%s is not named', (_, columns) => {
  const err = jest.fn();
  const end = showProgress('building …', { err, ...(columns === undefined ? {} : { columns }) });
  if (columns === undefined) jest.advanceTimersByTime(5_000);
  end();
  jest.advanceTimersByTime(5_000);
  expect(err).not.toHaveBeenCalled();
});
