import { compileSelection } from '../../../lib/runtime/integrations/selection';
import { atOnce, noSandbox } from '../../support/sandbox';

const select = (responses: { statusCode: string; selectionPattern?: string }[]) => {
  const chosen = compileSelection(responses, noSandbox);
  return (text: string) => atOnce(chosen(text)).statusCode;
};

describe('aws-data-plane §8, choosing the integration response', () => {
  test('a pattern must match the whole text', () => {
    const status = select([{ statusCode: '200' }, { statusCode: '404', selectionPattern: 'Not Found' }, { statusCode: '500', selectionPattern: '5' }]);
    expect(['Not Found', 'Not Found: pet 7', 'pet 7 Not Found', '500', '5'].map(status)).toEqual(['404', '200', '200', '200', '500']);
    expect(select([{ statusCode: '200' }, { statusCode: '400', selectionPattern: 'a|ab' }])('ab')).toBe('400');
  });

  test('a dot does not match a line feed', () => {
    const status = select([{ statusCode: '200' }, { statusCode: '400', selectionPattern: 'Bad.*' }, { statusCode: '500', selectionPattern: '(\\n|.)+worse(\\n|.)*' }]);
    expect(['Bad request', 'Bad\nline', 'is\nworse\n'].map(status)).toEqual(['400', '200', '500']);
  });

  test('patterns are Java expressions', () => {
    const status = select([
      { statusCode: '200' },
      { statusCode: '404', selectionPattern: '(?i)\\Anot found\\z' },
      { statusCode: '429', selectionPattern: '\\p{Upper}++ LIMIT(?s:.*)' },
    ]);
    expect(['Not Found', 'Not Found!', 'RATE LIMIT\nsince 1', 'Rate LIMIT'].map(status)).toEqual(['404', '200', '429', '200']);
  });

  test('no pattern and an empty one are the default; an error message is not a status', () => {
    expect(select([{ statusCode: '201', selectionPattern: '' }])('anything')).toBe('201');
    expect(select([{ statusCode: '202' }, { statusCode: '200', selectionPattern: '200' }])('')).toBe('202');
  });

  test('.* takes a success too', () => {
    expect(select([{ statusCode: '200' }, { statusCode: '418', selectionPattern: '.*' }])('')).toBe('418');
  });

  test('of several patterns the lowest status wins', () => {
    const status = select([{ statusCode: '502', selectionPattern: '.*' }, { statusCode: '405', selectionPattern: '4\\d\\d|.*error' }]);
    expect(status('an error')).toBe('405');
    expect(status('other')).toBe('502');
  });

  test('no match and no default is an error', () => {
    expect(() => select([{ statusCode: '400', selectionPattern: '4\\d\\d' }])('200')).toThrow(expect.objectContaining({ code: 'INTEGRATION_RESPONSE_UNMATCHED' }));
    expect(() => select([])('')).toThrow(expect.objectContaining({ code: 'INTEGRATION_RESPONSE_UNMATCHED' }));
  });
});
