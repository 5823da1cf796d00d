import { compileSelection } from '../../../lib/runtime/integrations/selection';
import type { RunInSandbox } from '../../../lib/runtime/sandbox/jobs';
import { javaPattern } from '../../../lib/runtime/sandbox/pattern';

/** Matches as a worker does: patterns that may backtrack can exceed the budget of the main thread. */
const run: RunInSandbox = async (job) => {
  if (job.type !== 'match') throw new Error(`no worker for ${job.type}`);
  return { type: 'matched', index: job.patterns.findIndex(({ pattern, extent, isDotAll = false }) => javaPattern(pattern, extent, { isDotAll }).test(job.text)) };
};

const select = (responses: { statusCode: string; selectionPattern?: string }[]) => {
  const chosen = compileSelection(responses, run);
  return async (text: string) => (await chosen(text)).statusCode;
};

describe('choosing the integration response', () => {
  test('a pattern must match the whole text', async () => {
    const status = select([{ statusCode: '200' }, { statusCode: '404', selectionPattern: 'Not Found' }, { statusCode: '500', selectionPattern: '5' }]);
    expect(await Promise.all(['Not Found', 'Not Found: pet 7', 'pet 7 Not Found', '500', '5'].map(status))).toEqual(['404', '200', '200', '200', '500']);
    expect(await select([{ statusCode: '200' }, { statusCode: '400', selectionPattern: 'a|ab' }])('ab')).toBe('400');
  });

  test('a dot does not match a line feed', async () => {
    const status = select([{ statusCode: '200' }, { statusCode: '400', selectionPattern: 'Bad.*' }, { statusCode: '500', selectionPattern: '(\\n|.)+worse(\\n|.)*' }]);
    expect(await Promise.all(['Bad request', 'Bad\nline', 'is\nworse\n'].map(status))).toEqual(['400', '200', '500']);
  });

  test('patterns are Java expressions', async () => {
    const status = select([
      { statusCode: '200' },
      { statusCode: '404', selectionPattern: '(?i)\\Anot found\\z' },
      { statusCode: '429', selectionPattern: '\\p{Upper}++ LIMIT(?s:.*)' },
    ]);
    expect(await Promise.all(['Not Found', 'Not Found!', 'RATE LIMIT\nsince 1', 'Rate LIMIT'].map(status))).toEqual(['404', '200', '429', '200']);
  });

  test('no pattern and an empty one are the default; an error message is not a status', async () => {
    expect(await select([{ statusCode: '201', selectionPattern: '' }])('anything')).toBe('201');
    expect(await select([{ statusCode: '202' }, { statusCode: '200', selectionPattern: '200' }])('')).toBe('202');
  });

  test('.* takes a success too', async () => {
    expect(await select([{ statusCode: '200' }, { statusCode: '418', selectionPattern: '.*' }])('')).toBe('418');
  });

  test('of several patterns the lowest status wins', async () => {
    const status = select([{ statusCode: '502', selectionPattern: '.*' }, { statusCode: '405', selectionPattern: '4\\d\\d|.*error' }]);
    expect(await status('an error')).toBe('405');
    expect(await status('other')).toBe('502');
  });

  test('no match and no default is an error', async () => {
    await expect(select([{ statusCode: '400', selectionPattern: '4\\d\\d' }])('200')).rejects.toThrow(expect.objectContaining({ code: 'INTEGRATION_RESPONSE_UNMATCHED' }));
    await expect(select([])('')).rejects.toThrow(expect.objectContaining({ code: 'INTEGRATION_RESPONSE_UNMATCHED' }));
  });
});
